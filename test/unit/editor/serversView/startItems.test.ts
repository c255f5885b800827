import assert from 'node:assert/strict';
import type { AgentsOverview } from '#editor/agents/agentsOverview.ts';
import { commandIds } from '#editor/common/contributions.ts';
import type { ServersNode } from '#editor/serversView/treeNodes.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const onDidChange = () => ({ dispose: () => undefined });

/** The commands of the items at the root of a view with these servers. */
async function rootCommands(servers: readonly object[], isShown: boolean): Promise<(string | undefined)[]> {
  let found: (string | undefined)[] = [];
  await withVscodeStub(async () => {
    const { ServersView } = await import('#editor/serversView/serversView.ts');
    const overview = { isShown, rows: [], extensions: [], read: () => undefined, onDidChange };
    const view = new ServersView(
      { all: servers, onDidChange } as never,
      { settings: { problems: [] }, onDidChange } as never,
      overview as unknown as AgentsOverview,
    );
    const isPlain = (node: ServersNode) => !('server' in node);
    found = view
      .getChildren()
      .filter(isPlain)
      .map((node) => view.getTreeItem(node).command?.command);
    for (const node of view.getChildren()) {
      assert.equal(view.getParent(node), undefined);
    }
    view.dispose();
  });
  return found;
}

describe('the view of the servers', () => {
  it('offers the first steps below the agents while there is no server', async () =>
    assert.deepEqual(await rootCommands([], true), [
      undefined,
      commandIds.addServer,
      commandIds.tryDemo,
      commandIds.openWalkthrough,
    ]));

  it('leaves them to its welcome text while it has no agents either', async () =>
    assert.deepEqual(await rootCommands([], false), []));

  it('does not offer them beside servers', async () => assert.deepEqual(await rootCommands([{}], true), [undefined]));
});
