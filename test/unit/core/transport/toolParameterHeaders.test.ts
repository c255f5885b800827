import assert from 'node:assert/strict';
import { invalidHeaderReason, toolParameterHeaders, withValidHeaders } from '#core/transport/toolParameterHeaders.ts';

describe('the header annotations of a tool', () => {
  const property = (extra: object) => ({ type: 'object', properties: { a: { type: 'string', ...extra } } });
  const withHeader = property({ 'x-mcp-header': 'Region' });

  for (const [value, header] of [
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['two words', 'two words'],
    ['', '=?base64??='],
    [42, '42'],
    [-7, '-7'],
    [true, 'true'],
    [2 ** 53, undefined],
    [null, undefined],
    [undefined, undefined],
    [{ b: 1 }, undefined],
  ] as const) {
    it(`${header === undefined ? `result in no header for ${JSON.stringify(value)}` : `result in the header ${header} for ${JSON.stringify(value)}`}`, () => {
      assert.deepEqual(
        toolParameterHeaders(withHeader, { a: value }),
        header === undefined ? {} : { 'Mcp-Param-Region': header },
      );
    });
  }

  it('are found in nested properties', () => {
    const schema = { type: 'object', properties: { outer: withHeader, 'x-mcp-header': { type: 'string' } } };
    assert.deepEqual(toolParameterHeaders(schema, { outer: { a: 'x' } }), { 'Mcp-Param-Region': 'x' });
    assert.deepEqual(toolParameterHeaders(schema, { outer: 'x' }), {});
    assert.deepEqual(toolParameterHeaders(schema, undefined), {});
    assert.equal(invalidHeaderReason(schema), undefined);
  });

  for (const [what, schema] of Object.entries({
    'an empty name': property({ 'x-mcp-header': '' }),
    'a name that is not a token': property({ 'x-mcp-header': 'My Region' }),
    'a line break': property({ 'x-mcp-header': 'a\r\nb' }),
    'a name that is not a string': property({ 'x-mcp-header': 7 }),
    'a property that is not primitive': property({ type: 'array', 'x-mcp-header': 'A' }),
    'the same name twice': {
      properties: { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
    },
    'the schema itself': { type: 'object', 'x-mcp-header': 'A' },
    'items of an array': { properties: { list: { type: 'array', items: withHeader } } },
    'further items of an array': { properties: { list: { type: 'array', additionalItems: withHeader } } },
    'the contents of a text': { properties: { a: { type: 'string', contentSchema: withHeader } } },
    'a dependency': { dependencies: { a: ['b'], b: withHeader } },
    'a branch': { anyOf: [withHeader] },
    'a definition': { $defs: { a: withHeader } },
  })) {
    it(`are invalid: ${what}`, () => {
      assert.notEqual(invalidHeaderReason(schema), undefined);
      assert.deepEqual(toolParameterHeaders(schema, { a: 'x' }), {});
    });
  }

  it('are named in the log for twenty tools of a list that are left out, and counted for the others', () => {
    const invalid = Array.from({ length: 10_000 }, (_, index) => ({
      name: `t${index}`,
      inputSchema: { type: 'object', 'x-mcp-header': 'A' },
    }));
    const valid = { name: 'valid', inputSchema: withHeader };
    const lines: string[] = [];
    assert.deepEqual(
      withValidHeaders([...invalid, valid], (line) => lines.push(line)),
      [valid],
    );
    assert.match(lines[19] ?? '', /^The tool t19 was left out: /);
    assert.deepEqual(lines.slice(20), ['9980 more tools were left out because of their header annotations.']);
    lines.length = 0;
    withValidHeaders(invalid.slice(0, 20), (line) => lines.push(line));
    assert.equal(lines.length, 20);
  });
});
