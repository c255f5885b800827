import assert from 'node:assert/strict';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const entryOf = (key: string) => ({ command: process.execPath, args: [fromRoot('test/servers/realTools.ts'), key] });
const servers = Object.fromEntries(
  ['filesystem', 'memory', 'desktop-commander', 'mongodb'].map((key) => [key, entryOf(key)]),
);

/** What the user types into a field: texts with their keys between them. */
type Typed = readonly [field: string, ...keys: readonly string[]];

const calls: readonly (readonly [server: string, tool: string, typed: readonly Typed[], args: object])[] = [
  [
    'memory',
    'create_entities',
    [['entities', 'Control+A', '[{"name": "Ada", "entityType": "person", "observations": ["likes maps"]}]']],
    { entities: [{ name: 'Ada', entityType: 'person', observations: ['likes maps'] }] },
  ],
  [
    'memory',
    'create_relations',
    [['relations', 'Control+A', '[{"from": "Ada", "to": "Bob", "relationType": "knows"}]']],
    { relations: [{ from: 'Ada', to: 'Bob', relationType: 'knows' }] },
  ],
  [
    'memory',
    'add_observations',
    [['observations', 'Control+A', '[{"entityName": "Ada", "contents": []}]']],
    { observations: [{ entityName: 'Ada', contents: [] }] },
  ],
  [
    'memory',
    'delete_observations',
    [['deletions', 'Control+A', '[{"entityName": "Ada", "observations": ["x"]}]']],
    { deletions: [{ entityName: 'Ada', observations: ['x'] }] },
  ],
  [
    'memory',
    'delete_relations',
    [['relations', 'Control+A', '[{"from": "Ada", "to": "Bob", "relationType": "knows"}]']],
    { relations: [{ from: 'Ada', to: 'Bob', relationType: 'knows' }] },
  ],
  ['memory', 'delete_entities', [['entityNames, row 1', 'Ada', 'Enter', 'Bob']], { entityNames: ['Ada', 'Bob'] }],
  [
    'filesystem',
    'edit_file',
    [
      ['path', '/a.txt'],
      ['edits', 'Control+A', '[{"oldText": "a", "newText": ""}]'],
    ],
    { path: '/a.txt', edits: [{ oldText: 'a', newText: '' }], dryRun: false },
  ],
  [
    'filesystem',
    'read_multiple_files',
    [['paths, row 1', '/a.txt', 'Enter', '/b c.txt']],
    { paths: ['/a.txt', '/b c.txt'] },
  ],
  [
    'desktop-commander',
    'set_config_value',
    [
      ['key', 'limit'],
      ['value', '["a", "1"]'],
    ],
    { key: 'limit', value: ['a', '1'] },
  ],
  [
    'mongodb',
    'insert-many',
    [
      ['connectionId', 'x'],
      ['database', 'd'],
      ['collection', 'c'],
      ['documents', '[{"_id": 1}]'],
    ],
    { connectionId: 'x', database: 'd', collection: 'c', documents: [{ _id: 1 }] },
  ],
];

describe('the arguments of real tools', function () {
  this.timeout(240_000);
  const workbench = useWorkbench({ settings: { 'mcpElicitation.servers': servers } });

  for (const [server, tool, typed, args] of calls) {
    it(`are filled in by keyboard and sent as the shown JSON: ${tool} of ${server}`, async () => {
      const host = new ExtensionUi(workbench);
      const { keyboard } = workbench().page;
      await host.runTool(server, tool);
      for (const [label, ...keys] of typed) {
        await host.field(label).focus();
        for (const key of keys) {
          await (key === 'Enter' || key.startsWith('Control+') ? keyboard.press(key) : keyboard.type(key));
        }
      }
      await host.panel.getByText('Exact JSON').focus();
      await keyboard.press('Enter');
      const shown = JSON.parse((await host.panel.locator('.json-preview pre:not(:empty)').textContent()) ?? '');
      assert.deepEqual(shown, { ...shown, ...args });
      await host.button('Run').waitFor();
      await keyboard.press('Control+Enter');
      await host.panel.getByText(`Received: ${JSON.stringify(shown)}`, { exact: true }).waitFor();
    });
  }

  it('are shown with the result, filled in again by Change Arguments, and sent once by a double click on Run Again', async () => {
    const host = new ExtensionUi(workbench);
    const results = host.panel.locator('.results > .result-row');
    const received = (path: string) => host.panel.getByText(`Received: {"paths":["${path}"]}`);
    await workbench().runCommand('MCP Elicitation: Show Results');
    await host.enabledButton('Close').waitFor();
    const before = await results.count();
    await host.runTool('filesystem', 'read_multiple_files');
    await host.field('paths, row 1').fill('/first.txt');
    await host.enabledButton('Run').click();
    await received('/first.txt').waitFor();
    await host.panel.getByText('Arguments', { exact: true }).click();
    await host.panel.locator('.call-arguments pre').getByText('/first.txt').waitFor();
    await host.enabledButton('Change Arguments').click();
    const row = host.field('paths, row 1');
    assert.equal(await row.inputValue(), '/first.txt');
    await row.fill('/second.txt');
    await host.enabledButton('Run').click();
    await received('/second.txt').waitFor();
    await host.enabledButton('Run Again').dblclick();
    await workbench().runCommand('MCP Elicitation: Show Results');
    await host.enabledButton('Close').waitFor();
    await results.nth(before + 2).waitFor();
    assert.equal(await results.count(), before + 3);
  });
});
