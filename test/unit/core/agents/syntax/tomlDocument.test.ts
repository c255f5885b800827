import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConfigError, type ConfigNode, parseConfig } from '#core/agents/syntax/configText.ts';
import { tomlSyntax } from '#core/agents/syntax/tomlConfig.ts';
import { renderToml, tomlTable } from './tomlArbitrary.ts';

/** The values of a text as plain JSON. What has no JSON is `null`. */
function read(text: string): unknown {
  return plain({ start: 0, end: 0, value: undefined, scope: parseConfig(tomlSyntax, text).root });
}

function plain(node: ConfigNode): unknown {
  if (node.items) return node.items.map(plain);
  if (node.scope) {
    return Object.fromEntries([...node.scope.members.values()].map((member) => [member.key, plain(member.node)]));
  }
  return node.value ?? null;
}

describe('the TOML reader', () => {
  const valid: [string, string, unknown][] = [
    ['an empty text', '', {}],
    ['only comments', '# a\r\n\t# b', {}],
    [
      'the four kinds of texts',
      `a="\\u00e4\\t\\\\"\nb='\\t'\nc="""\na"b\\\n   c"""\nd='''\n'x''y'''`,
      {
        a: 'ä\t\\',
        b: '\\t',
        c: 'a"bc',
        d: `'x''y`,
      },
    ],
    ['quotes before the end of a long text', `a=""""x"""""\nb=''''x'''''`, { a: '"x""', b: `'x''` }],
    ['an escaped backslash at the end of a line', 'a="""x\\\\\ny"""', { a: 'x\\\ny' }],
    ['numbers', 'a=1_000\nb=-0.5e+3\nc=0xFF\nd=0o17\ne=0b11\nf=+0', { a: 1000, b: -500, c: 255, d: 15, e: 3, f: 0 }],
    [
      'words and dates',
      'a=true\nb=false\nc=1979-05-27T07:32:00-08:00\nd=1979-05-27\ne=07:32:00.5\nf=1979-05-27 07:32:00Z',
      {
        a: true,
        b: false,
        c: null,
        d: null,
        e: null,
        f: null,
      },
    ],
    ['lists over lines with comments', 'a = [ # one\n 1, [ ], # two\n "x" ,\n]', { a: [1, [], 'x'] }],
    ['inline tables', 'a = { b.c = 1, "d" = { } , e = [{f=2}]}', { a: { b: { c: 1 }, d: {}, e: [{ f: 2 }] } }],
    [
      'dotted and quoted keys',
      `a . "b c".'d' = 1\na.e = 2\n1.2 = 3`,
      {
        '1': { '2': 3 },
        a: { 'b c': { d: 1 }, e: 2 },
      },
    ],
    ['tables in any order', '[a.b]\nx=1\n[a]\ny=2\n[ a . c ]\n', { a: { b: { x: 1 }, y: 2, c: {} } }],
    ['a table below dotted keys', '[a]\nb.c=1\n[a.b.d]\ne=2', { a: { b: { c: 1, d: { e: 2 } } } }],
    ['lists of tables', '[[a]]\nx=1\n[a.b]\ny=2\n[[a]]\n[a.b]\n', { a: null }],
    ['keys that objects have', '__proto__ = 1\nconstructor.x = 2', { ['__proto__']: 1, constructor: { x: 2 } }],
    ['an empty key', '"" = 1', { '': 1 }],
  ];
  for (const [what, text, value] of valid) {
    it(`reads ${what}`, () => {
      assert.deepEqual(read(text), value);
      assert.deepEqual(read(text.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r')) !== undefined, true);
    });
  }

  /** With the line that is named: the last one, if there is none here. */
  const invalid: [what: string, text: string, line?: number][] = [
    ['a key twice', 'a=1\na=2'],
    ['a table twice', '[a]\n[a]'],
    ['a table over a value', 'a=1\n[a]'],
    ['a table over dotted keys', '[a]\nb.c=1\n[a.b]'],
    ['dotted keys into a table', '[a.b]\n[a]\nb.c=1'],
    ['dotted keys into an inline table', 'a={}\na.b=1'],
    ['a table below an inline one', 'a={b={}}\n[a.b.c]'],
    ['a table over a list of tables', '[[a]]\n[a]'],
    ['a list of tables over a list', 'a=[]\n[[a]]'],
    ['two on a line', 'a=1 b=2'],
    ['no value', 'a='],
    ['no key', '=1'],
    ['a bare value', 'a=b'],
    ['a leading zero', 'a=01'],
    ['a number with a tail', 'a=1x'],
    ['an underscore at the end', 'a=1_'],
    ['an open text', 'a="b'],
    ['an open list', 'a=[1,', 3],
    ['no comma', 'a=[1 2]'],
    ['a line break in an inline table', 'a={\nb=1}', 2],
    ['a comma at the end of an inline table', 'a={b=1,}'],
    ['an unknown escape', 'a="\\x41"'],
    ['half a surrogate pair', 'a="\\ud800"'],
    ['an escape that is too large', 'a="\\U00110000"'],
    ['a control character in a text', 'a="\u0001"'],
    ['a control character in a comment', '# \u0001'],
    ['a lone carriage return', 'a=1\rb=2'],
    ['a long text as a key', '"""a"""=1'],
    ['an open header', '[a'],
    ['spaces in a list header', '[[a] ]'],
    ['text behind a header', '[a] b'],
    ['a quote too many', 'a="""""""""'],
    ['a key twice, with a text over several lines', 'a=1\na="""\nx\n"""', 3],
    ['dotted keys into a value, with a text over several lines', 'a=1\na.b="""\nx\n"""', 3],
    ['an unknown escape in a text over several lines', 'a="""\nx\n\\q\n\n"""', 4],
    ['an unknown escape in a text that begins on the line of its key', 'a="""x\n\\q\n"""', 3],
    ['a text over several lines that does not end', 'a="""\nx\n', 2],
  ];
  for (const [what, text, line = text.split('\n').length + 1] of invalid) {
    it(`refuses ${what}, with the line`, () => {
      const message = `Line ${line} of the file is not TOML that is understood here.`;
      for (const lineBreak of ['\n', '\r\n']) {
        const file = `# first\n${text}\n`.replaceAll('\n', lineBreak);
        assert.throws(
          () => read(file),
          (error) => error instanceof ConfigError && error.message === message,
        );
      }
    });
  }

  it('reads generated documents, whichever way their tables are written', () => {
    fc.assert(
      fc.property(tomlTable, fc.infiniteStream(fc.nat(1_000_000)), (table, numbers) => {
        const text = renderToml(table, () => numbers.next().value ?? 0);
        // A generated table has no prototype. Its copy has one; `JSON.parse` would return wrong keys (github.com/nodejs/node/issues/63785).
        assert.deepEqual(read(text), structuredClone(table), text);
      }),
      { numRuns: 300 },
    );
  });

  it('knows where each value stands', () => {
    fc.assert(
      fc.property(tomlTable, fc.infiniteStream(fc.nat(1_000_000)), (table, numbers) => {
        const text = renderToml(table, () => numbers.next().value ?? 0);
        const check = (node: ConfigNode): void => {
          if (node.value !== undefined || node.items) {
            const alone = tomlSyntax.parseValue(text.slice(node.start, node.end));
            assert.deepEqual(alone && plain(alone), plain(node));
          }
          for (const member of node.scope?.members.values() ?? []) check(member.node);
        };
        for (const { node } of parseConfig(tomlSyntax, text).root.members.values()) check(node);
      }),
      { numRuns: 100 },
    );
  });

  it('writes texts that it reads as they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(tomlSyntax.parseValue(tomlSyntax.encode(text))?.value, text);
      }),
    );
  });
});
