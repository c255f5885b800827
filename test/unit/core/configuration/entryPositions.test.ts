import assert from 'node:assert/strict';
import { entryPositions } from '#core/configuration/entryPositions.ts';

/** The entries of `"servers"` in a text, each as the text of its line. */
function linesOf(text: string, path: readonly string[] = ['servers']): string[] {
  return entryPositions(text, path).map(({ name, offset }) => {
    assert.ok(text.startsWith(JSON.stringify(name), offset), `${name} at ${offset}`);
    return text.slice(offset).split('\n')[0] ?? '';
  });
}

describe('the positions of entries in a settings file', () => {
  it('are those of the keys of the setting, with comments and trailing commas between them', () =>
    assert.deepEqual(linesOf('{\n// mine\n"servers": {\n"a": {}, // one\n"b": {},\n},\n}'), [
      '"a": {}, // one',
      '"b": {},',
    ]));

  it('are found below several properties, as in a workspace file', () =>
    assert.deepEqual(linesOf('{"folders": [], "settings": {"servers": {\n"a": {}\n}}}', ['settings', 'servers']), [
      '"a": {}',
    ]));

  it('are not those of keys of the same name elsewhere', () =>
    assert.deepEqual(linesOf('{"other": {"servers": {"a": {}}}, "servers": {"b": {"servers": {"c": {}}}}}'), [
      '"b": {"servers": {"c": {}}}}}',
    ]));

  for (const [what, text] of [
    ['a value is missing', '{"servers": {\n"a": {"command": , "args": []},\n"b": {}\n}}'],
    ['a comma is missing', '{"servers": {\n"a": {"command": "x"}\n"b": {}\n}}'],
    ['a text is not closed', '{"servers": {\n"a": {"command": "x\n},\n"b": {}\n}}'],
    ['the end is missing', '{"servers": {\n"a": {},\n"b": {'],
    ['an entry has no value yet', '{"servers": {\n"a": {},\n"b"\n}}'],
  ] as const) {
    it(`are found while ${what}`, () =>
      assert.deepEqual(
        entryPositions(text, ['servers']).map(({ name }) => name),
        ['a', 'b'],
      ));
  }

  it('are those of the last of two properties with the same name, as in the settings', () => {
    assert.deepEqual(linesOf('{"servers": {"a": {}}, "servers": {\n"b": 1,\n"b": 2\n}}'), ['"b": 2']);
  });

  for (const text of ['', '[]', 'null', '{"servers": []}', '{"servers": "a"}', '{"servers"', '{"servers": {']) {
    it(`are none in ${text || 'an empty text'}`, () => assert.deepEqual(linesOf(text), []));
  }

  it('are found for names from Object.prototype', () =>
    assert.deepEqual(linesOf('{"servers": {"__proto__": {}, "constructor": {}}}'), [
      '"__proto__": {}, "constructor": {}}}',
      '"constructor": {}}}',
    ]));
});
