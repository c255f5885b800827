import assert from 'node:assert/strict';
import { noOfferings } from '#core/model/offerings.ts';
import type { ServerState } from '#core/model/serverState.ts';
import type { Server } from '#core/servers/server.ts';
import { childrenOf, FailureNode, GroupNode, ServerNode } from '#editor/serversView/treeNodes.ts';

/** The children of a server, each as a word. */
function childWords(state: ServerState, { enabled = true, offerings = noOfferings } = {}): string[] {
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

describe('the children of a server in the view', () => {
  it('are the cause, the remedy, the log and a hint if the server failed', () =>
    assert.deepEqual(childWords(failed('Install it.')), ['summary', 'remedy', 'log', 'hint']));

  it('are without a remedy if none is known', () => assert.deepEqual(childWords(failed()), ['summary', 'log', 'hint']));

  it('are without an old failure if the server is disabled', () =>
    assert.deepEqual(childWords(failed('Install it.'), { enabled: false }), ['hint']));

  it('are the groups of its offerings if it runs', () =>
    assert.deepEqual(childWords(running, { offerings: { ...noOfferings, tools: [tool] } }), ['tools']));

  it('are separate groups for resource templates and resources', () => {
    const resourceTemplates = [{ uriTemplate: 'a://{b}', name: 'b' }];
    assert.deepEqual(childWords(running, { offerings: { ...noOfferings, resourceTemplates } }), ['resourceTemplates']);
  });

  it('are a hint if the server has no offerings', () => {
    assert.deepEqual(childWords(running), ['hint']);
    assert.deepEqual(childWords({ kind: 'stopped' }), ['hint']);
  });
});
