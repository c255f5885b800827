import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentServerRow, AgentsOverview } from '#editor/agents/agentsOverview.ts';
import type { AskingProgram } from '#editor/agents/askers.ts';
import type { CommandContext } from '#editor/commands/commandContext.ts';
import { AgentNode, AgentServerNode, AgentsGroupNode } from '#editor/serversView/agentNodes.ts';
import { definitionOf } from '#test/host/samples.ts';
import { posixIt } from '#test/posix.ts';
import { ConnectTestBed } from '#test/unit/editor/agents/connect/connectTestBed.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

describe('Stop Lending a Server', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    await bed.keys.create('codex');
  });
  afterEach(() => bed.remove());

  /** Runs the command, and returns what the user reads. */
  async function stop(argument: unknown, connectionsChanged = () => {}): Promise<string[]> {
    let messages: string[] = [];
    await withVscodeStub(async () => {
      const { stopLending } = await import('#editor/commands/lendingCommands.ts');
      const { shownDialogs } = await import('#test/unit/editor/dialogs.ts');
      shownDialogs.length = 0;
      const { agents } = bed.context();
      agents.connectionsChanged = connectionsChanged;
      await stopLending({ agents } as unknown as CommandContext, argument);
      messages = shownDialogs.map(({ message }) => message ?? '');
    });
    return messages;
  }
  function nodeOf(row: Partial<AgentServerRow>): AgentServerNode {
    const agent = { client: 'codex', asker: {} as AskingProgram, servers: [] };
    const server = { server: 'tickets', isLent: true, isRunning: false, calls: [], ...row };
    return new AgentServerNode(new AgentNode(new AgentsGroupNode({} as AgentsOverview), agent), server);
  }
  const stopped = async (client = 'codex') =>
    (await bed.grants.list(client)).map(({ server, isStopped }) => [server, isStopped]);

  it('ends the lending of the item of the view, keeps what Disconnect needs, and says what is left', async () => {
    await bed.grants.grant('codex', definitionOf('tickets'), { path: '/file' });
    await bed.grants.grant('codex', definitionOf('bank'), { path: '/file' });
    assert.deepEqual(await stop(nodeOf({})), [
      'Codex cannot use tickets any more. Its entry is still in the file of Codex, until you disconnect it.',
    ]);
    assert.deepEqual(await stopped(), [
      ['bank', undefined],
      ['tickets', true],
    ]);
    assert.equal(await bed.keys.has('codex'), true);
  });

  it('says why, and leaves the grant, if it cannot be read', async () => {
    await bed.grants.grant('codex', definitionOf('tickets'), { path: '/file' });
    const folder = bed.path('.mcp-elicitation/lent');
    await chmod(folder, 0o755);
    await assert.rejects(stop(nodeOf({})), /must be a folder of yours/);
    await chmod(folder, 0o700);
    assert.deepEqual(await stopped(), [['tickets', undefined]]);
  });

  it('ends the lending of all servers that the item stands for, and names them', async () => {
    await bed.grants.grant('codex', definitionOf('tickets'));
    await bed.grants.grant('codex', inFolder(), { path: '/file' });
    const [message = ''] = await stop(nodeOf({}));
    assert.ok(message.startsWith('Codex cannot use tickets (of '), message);
    assert.match(message, /\), tickets any more\. Its entry is still in the file of Codex/);
    assert.deepEqual(await stopped(), [['tickets', true]]);
  });

  /** Writes a file of an agent that others can open. */
  async function writeUnreadable(name: string): Promise<string> {
    const file = bed.path(`.mcp-elicitation/${name}`);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, '{}');
    await chmod(file, 0o644);
    return file;
  }
  const inFolder = () => ({
    ...definitionOf('tickets'),
    id: 'folder:tickets',
    scope: { kind: 'folder', name: 'project', path: bed.userHome } as const,
  });

  posixIt(
    'ends the lending of all of them, also if a connection of the agent cannot be read: its key stays',
    async () => {
      await bed.grants.grant('codex', definitionOf('tickets'));
      await bed.grants.grant('codex', inFolder());
      await writeUnreadable('clients/codex.0.json');
      let told = 0;
      const [message = '', ...others] = await stop(nodeOf({}), () => {
        told += 1;
      });
      assert.match(message, /^Codex cannot use tickets \(of .*\), tickets any more\.$/);
      assert.deepEqual([others, await stopped(), await bed.keys.has('codex'), told > 0], [[], [], true, true]);
    },
  );

  it('ends the lending of the others if that of one fails, and says so', async () => {
    await bed.grants.grant('codex', definitionOf('tickets'));
    await bed.grants.grant('codex', inFolder());
    const end = bed.grants.stop.bind(bed.grants);
    bed.grants.stop = async (client, server) => {
      if (server.scope === 'folder') throw new Error('The disk is full.');
      return end(client, server);
    };
    await assert.rejects(stop(nodeOf({})), /^Error: Codex cannot use tickets any more\. The disk is full\.$/);
    assert.deepEqual(
      (await bed.grants.list('codex')).map(({ scope }) => scope),
      ['folder'],
    );
  });

  posixIt('names what cannot be read only if it may be the chosen one', async () => {
    await bed.grants.grant('codex', definitionOf('tickets'));
    const other = await writeUnreadable('lent/zed.0.json');
    assert.deepEqual(await stop(nodeOf({})), ['Codex cannot use tickets any more.']);
    assert.deepEqual(await stopped(), []);
    const refusal = (file: string) =>
      `${file} must be a file of yours that nobody else can open (mode 0600), and no link.`;
    const own = await writeUnreadable('lent/codex.0.json');
    await bed.grants.grant('codex', definitionOf('tickets'));
    assert.deepEqual(await stop(nodeOf({})), [`Codex cannot use tickets any more. ${refusal(own)}`]);
    assert.deepEqual(await stopped(), []);
    await assert.rejects(stop(nodeOf({})), { message: refusal(own) });
    await assert.rejects(stop(undefined), (error: Error) =>
      [own, other].every((file) => error.message.includes(refusal(file))),
    );
  });

  it('deletes the key with the last server of which nothing is in a file', async () => {
    await bed.grants.grant('codex', definitionOf('tickets'));
    assert.deepEqual(await stop(nodeOf({})), ['Codex cannot use tickets any more.']);
    assert.deepEqual([await stopped(), await bed.keys.has('codex')], [[], false]);
  });

  it('deletes the key and tells the window also if something fails after the lending has ended', async () => {
    await bed.grants.grant('codex', definitionOf('tickets'));
    const end = bed.grants.stop.bind(bed.grants);
    bed.grants.stop = async (client, server) => {
      await end(client, server);
      throw new Error('The disk is full.');
    };
    let wasTold = false;
    const telling = stop(nodeOf({}), () => {
      wasTold = true;
    });
    await assert.rejects(telling, /The disk is full/);
    assert.deepEqual([await stopped(), await bed.keys.has('codex'), wasTold], [[], false, true]);
  });

  it("does nothing for an agent's own server, and says so if nothing is lent", async () => {
    await bed.grants.grant('codex', definitionOf('tickets'), { path: '/file' });
    assert.deepEqual(await stop(nodeOf({ isLent: false })), []);
    assert.deepEqual(await stopped(), [['tickets', undefined]]);
    await bed.grants.stop('codex', { scope: 'user', server: 'tickets' });
    assert.deepEqual(await stop(undefined), ['No server of this editor is lent to an agent.']);
    assert.deepEqual(await stop('codex'), ['No server of this editor is lent to an agent.']);
  });
});
