import type { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import type { PanelKeyboard } from '#test/workbench/harness/panelKeyboard.ts';

/** A text that is typed into a field, or what the user does in it by keyboard. */
type Entry = string | ((keys: PanelKeyboard, host: ExtensionUi) => Promise<void>);

/** A call of a tool for which version 0.1.0 needs JSON, filled in by keyboard. */
interface ToolCall {
  readonly server: 'memory' | 'filesystem' | 'desktop-commander';
  readonly tool: string;
  /** What is entered in which field, in the order of the form. The first one is the form's first field. */
  readonly entries: readonly (readonly [field: string, entry: Entry])[];
  /** The arguments as they are shown and sent, whole. */
  readonly args: Readonly<Record<string, unknown>>;
  /** A part of the result of a real server. */
  readonly result?: string;
}

/** Replaces the text of a box. */
const whole =
  (json: string): Entry =>
  async (keys) => {
    await keys.press('Control+A');
    await keys.type(json);
  };

/** Adds rows to the first one. */
const rows =
  (first: string, ...others: readonly string[]): Entry =>
  async (keys) => {
    await keys.type(first);
    for (const other of others) {
      await keys.press('Enter');
      await keys.type(other);
    }
  };

/** Fills in the values of a box that has one key in each line, from the last line to the first; the caret stands below the last. */
async function fillUpwards(keys: PanelKeyboard, ...values: readonly string[]): Promise<void> {
  for (const [index, value] of values.toReversed().entries()) {
    await keys.press('ArrowUp', 'End', 'ArrowLeft', ...(index > 0 ? ['ArrowLeft'] : []));
    await keys.type(value);
  }
}

/** Presses the button that adds an item with the required keys to a box. The caret then stands in the line after the item. */
async function addItem(keys: PanelKeyboard, host: ExtensionUi, field: string): Promise<void> {
  const add = host.button(`Add Item to ${field}`);
  // A screen that has just come ignores its buttons.
  await add.waitFor();
  await keys.tabTo(add);
  await keys.press('Enter');
  await keys.waitForFocus(host.field(field));
}

/** The calls of the memory build on each other: they are made in this order. */
export const realToolCalls: readonly ToolCall[] = [
  {
    server: 'memory',
    tool: 'create_entities',
    entries: [
      [
        'entities',
        async (keys, host) => {
          await keys.press('Control+A');
          await keys.type('[{');
          await keys.takeSuggestion('name');
          await keys.type('Ada');
          await keys.press('End');
          await keys.type(', ');
          await keys.takeSuggestion('entityType');
          await keys.type('person');
          await keys.press('End');
          await keys.type(', ');
          await keys.takeSuggestion('observations');
          await keys.type('"likes maps"');
          await keys.press('End');
          await keys.type('}]');
          await addItem(keys, host, 'entities');
          await keys.press('ArrowUp');
          await fillUpwards(keys, 'Bob', 'person', '"plays chess", "is 40"');
        },
      ],
    ],
    args: {
      entities: [
        { name: 'Ada', entityType: 'person', observations: ['likes maps'] },
        { name: 'Bob', entityType: 'person', observations: ['plays chess', 'is 40'] },
      ],
    },
    result: 'plays chess',
  },
  {
    server: 'memory',
    tool: 'create_relations',
    entries: [
      [
        'relations',
        async (keys, host) => {
          await keys.press('Control+A', 'Delete');
          await addItem(keys, host, 'relations');
          await keys.press('ArrowUp');
          await fillUpwards(keys, 'Ada', 'Bob', 'knows');
        },
      ],
    ],
    args: { relations: [{ from: 'Ada', to: 'Bob', relationType: 'knows' }] },
    result: 'knows',
  },
  {
    server: 'memory',
    tool: 'add_observations',
    entries: [
      [
        'observations',
        async (keys) => {
          // The box begins with one item and its required keys.
          await keys.press('Control+End', 'ArrowUp');
          await fillUpwards(keys, 'Ada', '"collects \\"old\\" stamps"');
        },
      ],
    ],
    args: { observations: [{ entityName: 'Ada', contents: ['collects "old" stamps'] }] },
    result: 'addedObservations',
  },
  {
    server: 'memory',
    tool: 'open_nodes',
    entries: [['names, row 1', rows('Ada', 'Bob')]],
    args: { names: ['Ada', 'Bob'] },
    result: 'likes maps',
  },
  {
    server: 'memory',
    tool: 'delete_observations',
    entries: [['deletions', whole('[{"entityName": "Ada", "observations": ["likes maps"]}]')]],
    args: { deletions: [{ entityName: 'Ada', observations: ['likes maps'] }] },
    result: 'Observations deleted successfully',
  },
  {
    server: 'memory',
    tool: 'delete_relations',
    entries: [['relations', whole('[{"from": "Ada", "to": "Bob", "relationType": "knows"}]')]],
    args: { relations: [{ from: 'Ada', to: 'Bob', relationType: 'knows' }] },
    result: 'Relations deleted successfully',
  },
  {
    server: 'memory',
    tool: 'delete_entities',
    entries: [['entityNames, row 1', rows('Ada', 'Bob')]],
    args: { entityNames: ['Ada', 'Bob'] },
    result: 'Entities deleted successfully',
  },
  {
    server: 'filesystem',
    tool: 'edit_file',
    entries: [
      ['path', 'notes.txt'],
      [
        'edits',
        async (keys) => {
          await keys.press('Control+A');
          await keys.type('[{');
          await keys.takeSuggestion('oldText');
          await keys.type('The first note.');
          await keys.press('End');
          await keys.type(', ');
          await keys.takeSuggestion('newText');
          await keys.type('A better note.');
          await keys.press('End');
          await keys.type('}]');
        },
      ],
    ],
    args: { path: 'notes.txt', edits: [{ oldText: 'The first note.', newText: 'A better note.' }], dryRun: false },
    result: '+A better note.',
  },
  {
    server: 'filesystem',
    tool: 'read_multiple_files',
    entries: [['paths, row 1', rows('notes.txt', 'more of it.txt')]],
    args: { paths: ['notes.txt', 'more of it.txt'] },
    result: 'A better note.',
  },
  {
    server: 'filesystem',
    tool: 'directory_tree',
    entries: [
      ['path', '.'],
      ['excludePatterns, row 1', rows('notes*', 'nothing')],
    ],
    args: { path: '.', excludePatterns: ['notes*', 'nothing'] },
    result: 'more of it.txt',
  },
  {
    server: 'filesystem',
    tool: 'search_files',
    entries: [
      ['path', '.'],
      ['pattern', '*.txt'],
      ['excludePatterns, row 1', rows('notes*')],
    ],
    args: { path: '.', pattern: '*.txt', excludePatterns: ['notes*'] },
    result: 'more of it.txt',
  },
  {
    server: 'desktop-commander',
    tool: 'edit_block',
    entries: [
      ['file_path', '/table.xlsx'],
      ['range', 'Sheet1!A1:B2'],
      ['content', whole('[["name", 1], ["Ada", null]]')],
      ['options', whole('{"dryRun": true}')],
    ],
    args: {
      file_path: '/table.xlsx',
      expected_replacements: 1,
      range: 'Sheet1!A1:B2',
      content: [
        ['name', 1],
        ['Ada', null],
      ],
      options: { dryRun: true },
    },
  },
  {
    server: 'desktop-commander',
    tool: 'write_pdf',
    entries: [
      ['path', '/report.pdf'],
      [
        'content',
        async (keys) => {
          await keys.press('Control+A');
          await keys.type('[{"type": ');
          await keys.takeSuggestion('"delete"');
          await keys.press('End');
          await keys.type(', ');
          await keys.takeSuggestion('pageIndexes');
          await keys.type('0, 2');
          await keys.press('End');
          await keys.type('}]');
        },
      ],
    ],
    args: { path: '/report.pdf', content: [{ type: 'delete', pageIndexes: [0, 2] }] },
  },
  {
    server: 'desktop-commander',
    tool: 'read_multiple_files',
    entries: [['paths, row 1', rows('/a.txt', '/b c.txt')]],
    args: { paths: ['/a.txt', '/b c.txt'] },
  },
  {
    server: 'desktop-commander',
    tool: 'set_config_value',
    entries: [
      ['key', 'allowedDirectories'],
      ['value', whole('["/home/ada", ""]')],
    ],
    args: { key: 'allowedDirectories', value: ['/home/ada', ''] },
  },
];
