import assert from 'node:assert/strict';
import { RememberedRows } from '#editor/commands/rememberedRows.ts';
import { answer, RememberedTestBed } from '#test/unit/core/remembered/rememberedTestBed.ts';

describe('the list of remembered answers', () => {
  let testBed: RememberedTestBed;
  const at = Date.UTC(2026, 2, 10, 12);
  const folder = 'file:///home/ada/my%20project';
  beforeEach(() => {
    testBed = new RememberedTestBed();
    testBed.remembered.change(
      [
        answer({ at, name: 'wind', label: 'Wind', said: 'West' }),
        answer({ at, target: undefined, name: 'unit', label: 'Unit', said: 'Celsius' }),
        answer({ at }),
        answer({ at, server: 'workspace:bookings', serverName: 'bookings', workspace: folder, label: 'Table' }),
      ],
      [],
    );
  });
  const lines = (list: RememberedRows) =>
    list.rows.map(({ kind, label, description, forgotten }) => [kind, label, description, forgotten] as const);
  const forgotten = (list: RememberedRows) =>
    list.rows.flatMap(({ kind, label, forgotten: gone }) => (gone && kind !== 'group' ? [label] : []));
  const toggle = (list: RememberedRows, label: string) =>
    (list.rows.find((row) => row.label === label) ?? assert.fail(label)).toggle();

  it('is grouped by server and tool, with the answer and the date of each field', () => {
    assert.deepEqual(lines(new RememberedRows(testBed.remembered)), [
      ['group', 'bookings (workspace my project): forecast', '', false],
      ['field', 'Table', 'Oslo · 3/10/2026', false],
      ['server', 'Forget All of bookings (workspace my project)', '1 answer', false],
      ['group', 'weather', '', false],
      ['field', 'Unit', 'Celsius · 3/10/2026', false],
      ['group', 'weather: forecast', '', false],
      ['field', 'City', 'Oslo · 3/10/2026', false],
      ['field', 'Wind', 'West · 3/10/2026', false],
      ['server', 'Forget All of weather', '3 answers', false],
      ['group', 'All Servers', '', false],
      ['all', 'Forget All', '4 answers', false],
    ]);
  });

  it('is empty if no answer is remembered', () => {
    assert.equal(new RememberedRows(new RememberedTestBed().remembered).isEmpty, true);
    assert.equal(new RememberedRows(testBed.remembered).isEmpty, false);
  });

  it('forgets one answer, and restores it', () => {
    const list = new RememberedRows(testBed.remembered);
    toggle(list, 'City');
    assert.deepEqual(forgotten(list), ['City']);
    assert.equal(testBed.remembered.all.size, 3);
    toggle(list, 'City');
    assert.deepEqual(forgotten(list), []);
    assert.equal(testBed.remembered.all.size, 4);
  });

  it('forgets all answers of a server, and all answers', () => {
    const list = new RememberedRows(testBed.remembered);
    toggle(list, 'Forget All of weather');
    assert.deepEqual(forgotten(list), ['Unit', 'City', 'Wind', 'Forget All of weather']);
    toggle(list, 'Forget All');
    assert.equal(testBed.remembered.all.size, 0);
    toggle(list, 'Forget All');
    assert.equal(testBed.remembered.all.size, 4);
  });

  it('contains labels and answers without invisible characters, on one line', () => {
    testBed.remembered.change([answer({ at, name: 'evil', label: '\u202egnp$(trash)\n', said: 'a\nb' })], []);
    const line = lines(new RememberedRows(testBed.remembered)).find(([, label]) => label.includes('gnp'));
    assert.deepEqual(line, ['field', 'gnp$(trash)', 'a b · 3/10/2026', false]);
  });
});
