import assert from 'node:assert/strict';
import { invalidHeaderReason, toolParameterHeaders } from '#core/transport/toolParameterHeaders.ts';

describe('header annotations of a tool', () => {
  const property = (extra: object) => ({ type: 'object', properties: { a: { type: 'string', ...extra } } });
  const named = property({ 'x-mcp-header': 'Region' });

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
    it(`repeat ${JSON.stringify(value)} as ${header}`, () => {
      assert.deepEqual(
        toolParameterHeaders(named, { a: value }),
        header === undefined ? {} : { 'Mcp-Param-Region': header },
      );
    });
  }

  it('are found along properties, however deep', () => {
    const schema = { type: 'object', properties: { outer: named, 'x-mcp-header': { type: 'string' } } };
    assert.deepEqual(toolParameterHeaders(schema, { outer: { a: 'x' } }), { 'Mcp-Param-Region': 'x' });
    assert.deepEqual(toolParameterHeaders(schema, { outer: 'x' }), {});
    assert.deepEqual(toolParameterHeaders(schema, undefined), {});
    assert.equal(invalidHeaderReason(schema), undefined);
  });

  for (const [what, schema] of Object.entries({
    'an empty name': property({ 'x-mcp-header': '' }),
    'a name that is no token': property({ 'x-mcp-header': 'My Region' }),
    'a line break': property({ 'x-mcp-header': 'a\r\nb' }),
    'a name that is no text': property({ 'x-mcp-header': 7 }),
    'a property that is no primitive': property({ type: 'array', 'x-mcp-header': 'A' }),
    'the same name twice': {
      properties: { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
    },
    'the schema itself': { type: 'object', 'x-mcp-header': 'A' },
    'what is in a list': { properties: { list: { type: 'array', items: named } } },
    'a branch': { anyOf: [named] },
    'a definition': { $defs: { a: named } },
  })) {
    it(`are a problem on ${what}`, () => {
      assert.notEqual(invalidHeaderReason(schema), undefined);
      assert.deepEqual(toolParameterHeaders(schema, { a: 'x' }), {});
    });
  }
});
