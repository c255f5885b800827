import assert from 'node:assert/strict';
import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Grants } from '#core/agents/lending/grants.ts';
import type { ConnectContext } from '#editor/agents/connect/connectContext.ts';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import type { AgentAccess } from '#editor/agents/connections/agentAccess.ts';
import { endUnusedClient } from '#editor/agents/connections/clientEnd.ts';
import { definitionOf } from '#test/host/samples.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

describe('Disconnect Agent, if it fails', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
  });
  afterEach(() => bed.remove());

  /** Disconnects, and returns whether the client had a key whenever the window was told of a change. */
  async function disconnect(client: string, answers: Answers): Promise<boolean[]> {
    const context = bed.context(answers);
    const told: Promise<boolean>[] = [];
    const agents: AgentAccess = context.agents;
    agents.connectionsChanged = () => void told.push(bed.keys.has(client));
    await disconnectByDialogs(context);
    return Promise.all(told);
  }

  /** The last server's lending ends, and then something fails. */
  function failAfterRevoking(last: string): void {
    const revoke = bed.grants.revoke.bind(bed.grants);
    bed.grants.revoke = async (client, grant) => {
      await revoke(client, grant);
      if (grant.server === last) throw new Error('The disk is full.');
    };
  }

  it("deletes the key of the editor's own agent with the last server, and tells the window", async () => {
    bed.definitions = [definitionOf('bank'), definitionOf('tickets')];
    await connectByDialogs(bed.context({ agent: 'editor' }));
    failAfterRevoking('tickets');
    assert.deepEqual(await disconnect('vscode', { agent: 'editor' }), [false]);
    const rest = 'VS Code does not use them any more: bank.';
    assert.equal(bed.texts.at(-1), `Not everything could be disconnected. The disk is full. ${rest}`);
    assert.deepEqual([await bed.grants.list('vscode'), await bed.keys.has('vscode')], [[], false]);
    assert.ok(bed.events.includes('disconnected vscode'));
  });

  it('deletes the key of an agent with the last server, and tells the window', async () => {
    await bed.write('.codex/config.toml', '');
    bed.lendable = [definitionOf('bank'), definitionOf('tickets')];
    await connectByDialogs(bed.context({ way: 'lent' }));
    failAfterRevoking('tickets');
    assert.equal((await disconnect('codex', {})).at(-1), false);
    const rest = 'Codex can no longer use these servers of this editor: bank.';
    assert.equal(bed.texts.at(-1), `Not everything could be disconnected. The disk is full. ${rest}`);
    assert.deepEqual([await bed.grants.list('codex'), await bed.keys.has('codex')], [[], false]);
  });

  it('says what failed first if the key cannot be deleted either, and tells the window', async () => {
    await bed.write('.codex/config.toml', '');
    bed.lendable = [definitionOf('bank')];
    await connectByDialogs(bed.context({ way: 'lent' }));
    failAfterRevoking('bank');
    bed.keys.revoke = async () => {
      throw new Error('The key cannot be deleted.');
    };
    assert.equal((await disconnect('codex', {})).length, 2);
    assert.equal(bed.texts.at(-1), 'Not everything could be disconnected. The disk is full.');
  });

  it('leaves what another window has lent again while it shows what to change by hand', async () => {
    await bed.write('.codex/config.toml', '');
    bed.lendable = [definitionOf('bank')];
    await connectByDialogs(bed.context({ way: 'lent' }));
    await bed.write('.codex/config.toml', 'broken = [\n');
    const context = bed.context();
    const elsewhere = new Grants(context.agents.home);
    const offerCopy = async () => {
      assert.deepEqual((await elsewhere.list('codex'))[0]?.isStopped, true);
      await elsewhere.grant('codex', definitionOf('bank'));
      return true;
    };
    await disconnectByDialogs({ ...context, dialogs: { ...context.dialogs, offerCopy } });
    const [grant, ...others] = await bed.grants.list('codex');
    assert.deepEqual([grant?.server, grant?.isStopped, others], ['bank', undefined, []]);
    assert.equal(await bed.keys.has('codex'), true);
  });

  for (const agent of ['codex', 'editor']) {
    it(`ends a server as it is lent when the user has decided, also if another window has lent it since: ${agent}`, async () => {
      await bed.write('.codex/config.toml', '');
      bed.lendable = [definitionOf('bank')];
      bed.definitions = bed.lendable;
      await connectByDialogs(bed.context({ agent, way: 'lent' }));
      const context = bed.context({ agent });
      const client = agent === 'editor' ? 'vscode' : agent;
      const { chooseItems, chooseGrants } = context.dialogs;
      const lendElsewhere = () => new Grants(context.agents.home).grant(client, definitionOf('bank'));
      const dialogs: ConnectContext['dialogs'] = {
        ...context.dialogs,
        chooseItems: async (...shown) => lendElsewhere().then(() => chooseItems(...shown)),
        chooseGrants: async (...shown) => lendElsewhere().then(() => chooseGrants(...shown)),
      };
      await disconnectByDialogs({ ...context, dialogs });
      assert.deepEqual([await bed.grants.list(client), await bed.keys.has(client)], [[], false]);
      assert.equal(await bed.read('.codex/config.toml'), '');
    });
  }

  it('says what was disconnected if only something after that fails', async () => {
    await bed.write('.codex/config.toml', '');
    bed.lendable = [definitionOf('bank')];
    await connectByDialogs(bed.context({ way: 'lent' }));
    const disable = async () => {
      throw new Error('The settings cannot be written.');
    };
    await disconnectByDialogs({ ...bed.context(), disable });
    const told = 'Codex can no longer use these servers of this editor: bank.';
    assert.deepEqual(bed.texts.slice(-2), [told, `${told} The settings cannot be written.`]);
  });

  it('says that nothing was disconnected if it fails before', async () => {
    bed.grants.listForChange = async () => {
      throw new Error('The folder cannot be read.');
    };
    assert.deepEqual(await disconnect('codex', {}), []);
    assert.deepEqual(bed.texts, ['Nothing was disconnected. The folder cannot be read.']);
  });

  it('says so, and connects nothing either, if what is recorded of an agent cannot be read', async () => {
    const text = '[mcp_servers.tickets]\ncommand = "node"\n';
    await bed.write('.codex/config.toml', text);
    await connectByDialogs(bed.context({ servers: ['tickets'] }));
    const connected = await bed.read('.codex/config.toml');
    const clients = bed.path('.mcp-elicitation/clients');
    const [name = ''] = await readdir(clients);
    const file = join(clients, name);
    const recorded = await readFile(file, 'utf8');
    await chmod(file, 0o644);
    const reason = `${file} must be a file of yours that nobody else can open (mode 0600), and no link.`;
    assert.deepEqual(await disconnect('codex', {}), []);
    assert.equal(bed.texts.at(-1), `Nothing was disconnected. ${reason}`);
    await connectByDialogs(bed.context({ servers: ['tickets'] }));
    assert.equal(bed.texts.at(-1), `Nothing was connected. ${reason}`);
    const after = [await bed.read('.codex/config.toml'), await readFile(file, 'utf8'), await bed.keys.has('codex')];
    assert.deepEqual(after, [connected, recorded, true]);
    await assert.rejects(endUnusedClient(bed.context().agents, 'codex'), /must be a file of yours/);
    assert.equal(await bed.keys.has('codex'), true);
    await chmod(file, 0o600);
    await disconnect('codex', {});
    assert.equal(await bed.read('.codex/config.toml'), text);
  });
});
