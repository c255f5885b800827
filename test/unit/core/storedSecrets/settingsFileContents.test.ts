import assert from 'node:assert/strict';
import { isReadCompletely, namesInOtherFiles } from '#core/storedSecrets/settingsFileContents.ts';

describe('settings files', () => {
  const path = ['mcpElicitation.servers'];
  const value = { mine: { url: 'https://mcp.example' } };
  const validFile = `{ // mine\n "mcpElicitation.servers": ${JSON.stringify(value)}, }`;

  for (const [what, texts, editorValue, expected] of [
    ['with this value', [validFile], value, true],
    ['with a byte order mark', [`\uFEFF${validFile}`], value, true],
    ['with another value', [validFile], {}, false],
    ['with a syntax error', [validFile.replace('}}', '}')], value, false],
    ['with a syntax error in another setting', ['{"a": [1 "mcpElicitation.servers": {}}'], {}, false],
    ['one of which has a syntax error', [validFile, '{'], value, false],
    ['without the setting, which the editor does not have either', ['{}', '{"a": 1}'], undefined, true],
    ['one of which has the setting, which the editor does not have', ['{}', validFile], undefined, false],
    ['that contain an array', ['[]'], undefined, false],
    ['that are empty', [''], undefined, false],
    ['that do not exist', [], undefined, false],
  ] as const) {
    it(`${expected ? 'show' : 'do not show'} that the editor read the setting completely: files ${what}`, () => {
      assert.equal(isReadCompletely({ texts, path, value: editorValue }), expected);
    });
  }

  it('reveal the names of entries of other profiles, in objects and in arrays', () => {
    const other = '{"mcpElicitation.servers": {"theirs": 1, "mine": 2}}';
    assert.deepEqual([...namesInOtherFiles({ texts: [validFile, '{}', '[', other], path, value })], ['theirs', 'mine']);
    const list = '{"mcpElicitation.servers": [{"id": "one"}, 2, {"id": 3}]}';
    assert.deepEqual([...namesInOtherFiles({ texts: [list], path, value: undefined })], ['one']);
  });
});
