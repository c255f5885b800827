import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import type { AgentServerRow, AgentsOverview } from '#editor/agents/agentsOverview.ts';
import type { AskingProgram } from '#editor/agents/askers.ts';
import type { CommandContext } from '#editor/commands/commandContext.ts';
import { AgentNode, AgentServerNode, AgentsGroupNode } from '#editor/serversView/agentNodes.ts';
import { definitionOf } from '#test/host/samples.ts';
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
    const scope = { kind: 'folder', name: 'project', path: bed.userHome } as const;
    await bed.grants.grant('codex', definitionOf('tickets'));
    await bed.grants.grant('codex', { ...definitionOf('tickets'), id: 'folder:tickets', scope }, { path: '/file' });
    const [message = ''] = await stop(nodeOf({}));
    assert.ok(message.startsWith('Codex cannot use tickets (of '), message);
    assert.match(message, /\), tickets any more\. Its entry is still in the file of Codex/);
    assert.deepEqual(await stopped(), [['tickets', true]]);
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
