import assert from 'node:assert/strict';
import { noOfferings } from '#core/model/offerings.ts';
import type { ServerState } from '#core/model/serverState.ts';
import type { Server } from '#core/servers/server.ts';
import { childrenOf, FailureNode, GroupNode, ServerNode } from '#editor/serversView/treeNodes.ts';

/** What stands beneath a server, each line in a word. */
function beneath(state: ServerState, { enabled = true, offerings = noOfferings } = {}): string[] {
  const server = { definition: { entry: { enabled } }, state, offerings } as unknown as Server;
  return childrenOf(new ServerNode(server)).map((child) => {
    if (child instanceof GroupNode) {
      return child.kind;
    }
    return child instanceof FailureNode ? child.part : 'hint';
  });
}

const failed = (remedy?: string): ServerState => ({
  kind: 'failed',
  failure: { name: 'ServerFailedToStart', summary: 'It did not start.', ...(remedy && { remedy }) },
});
const running: ServerState = {
  kind: 'running',
  serverInfo: { protocolVersion: '2025-11-25', era: 'legacy', declares: { logging: false, completions: false } },
};
const tool = { name: 'add', inputSchema: {} };

describe('beneath a server of the view', () => {
  it('that failed stands why, what to do, the way to its log, and how to start it', () =>
    assert.deepEqual(beneath(failed('Install it.')), ['summary', 'remedy', 'log', 'hint']));

  it('that failed stands no remedy where none is known', () =>
    assert.deepEqual(beneath(failed()), ['summary', 'log', 'hint']));

  it('that is switched off stands no old failure', () =>
    assert.deepEqual(beneath(failed('Install it.'), { enabled: false }), ['hint']));

  it('that runs stand the kinds of things it offers, and no others', () =>
    assert.deepEqual(beneath(running, { offerings: { ...noOfferings, tools: [tool] } }), ['tools']));

  it('that runs stand resource templates apart from resources', () => {
    const resourceTemplates = [{ uriTemplate: 'a://{b}', name: 'b' }];
    assert.deepEqual(beneath(running, { offerings: { ...noOfferings, resourceTemplates } }), ['resourceTemplates']);
  });

  it('that has nothing to offer stands a hint', () => {
    assert.deepEqual(beneath(running), ['hint']);
    assert.deepEqual(beneath({ kind: 'stopped' }), ['hint']);
  });
});
