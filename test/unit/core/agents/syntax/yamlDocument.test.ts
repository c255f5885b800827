import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { ConfigError, type ConfigNode, parseConfig } from '#core/agents/syntax/configText.ts';
import { yamlSyntax } from '#core/agents/syntax/yamlConfig.ts';
import { renderYaml } from './yamlArbitrary.ts';

/** What the reader leaves open: a value that is not needed, or that programs read differently. */
const open = Symbol('open');

function plain(node: ConfigNode): unknown {
  if (node.items) return node.items.map(plain);
  if (node.scope) {
    return Object.fromEntries([...node.scope.members.values()].map((member) => [member.key, plain(member.node)]));
  }
  return node.value === undefined ? open : node.value;
}

function read(text: string): unknown {
  return plain({ start: 0, end: 0, value: undefined, scope: parseConfig(yamlSyntax, text).root });
}

/** The value as the package `yaml` reads it, with keys as they are written; `undefined` if it refuses the text. */
function readByPackage(text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: false, version: '1.2', logLevel: 'error' });
  if (document.errors.length > 0) return undefined;
  const value = plainNode(document.contents);
  return value === null ? {} : value;
}

function plainNode(node: unknown): unknown {
  if (isMap<Node, Node | null>(node)) {
    return Object.fromEntries(node.items.map(({ key, value }) => [isScalar(key) ? key.source : key, plainNode(value)]));
  }
  if (isSeq(node)) return node.items.map(plainNode);
  return isScalar(node) ? node.value : node;
}

/** True if a value is the expected one, apart from what is open in it. */
function agrees(value: unknown, expected: unknown): boolean {
  if (value === open) return true;
  if (typeof value !== 'object' || value === null || typeof expected !== 'object' || expected === null) {
    return value === expected;
  }
  const [one, other] = [Object.entries(value), Object.entries(expected)];
  return (
    Array.isArray(value) === Array.isArray(expected) &&
    one.length === other.length &&
    one.every(([key, item], index) => other[index]?.[0] === key && agrees(item, other[index][1]))
  );
}

describe('the YAML reader', () => {
  const valid: [string, string, unknown][] = [
    ['an empty text', '', {}],
    ['only comments', '# a\n\n  # b', {}],
    ['the begin of a document', '--- # first\na: 1\n', { a: 1 }],
    [
      'a mapping',
      'a: x\nb: 1\nc: true\nd:\ne: ~\n"f g": -0.5\n\'h\': null',
      { a: 'x', b: 1, c: true, d: null, e: null, 'f g': -0.5, h: null },
    ],
    [
      'words that YAML 1.1 reads differently',
      'a: yes\nb: 22:22\nc: 2024-01-01\nd: 1_000',
      { a: 'yes', b: '22:22', c: '2024-01-01', d: '1_000' },
    ],
    [
      'numbers that programs read differently',
      'a: 010\nb: 0b11\nc: .inf\nd: 0x1F\ne: 0o17',
      { a: open, b: open, c: open, d: 31, e: 15 },
    ],
    ['mappings in mappings', 'a:\n  b:\n      c: 1\n  d: 2\ne:\n f: 3\n', { a: { b: { c: 1 }, d: 2 }, e: { f: 3 } }],
    [
      'lists, with more indent than the key and without',
      'a:\n  - x\n  - y\nb:\n- z\n-\n  w\nc:\n-\n- 1',
      { a: ['x', 'y'], b: ['z', 'w'], c: [null, 1] },
    ],
    [
      'mappings in lists',
      'l:\n- a: 0\n  b:\n  - c\n-  d: 2\n   e: 3\n-\n  f: 1',
      { l: [{ a: 0, b: ['c'] }, { d: 2, e: 3 }, { f: 1 }] },
    ],
    ['lists in lists', 'l:\n- - a\n  - b\n-   - c\n', { l: [['a', 'b'], ['c']] }],
    [
      'quotes',
      `a: "x\\ty\\u00e4\\x41\\"" # c\nb: 'it''s'\nc: ''\nd: "# no"\n`,
      { a: 'x\tyäA"', b: "it's", c: '', d: '# no' },
    ],
    ['quotes over lines', 'a: "one\n  two\n\n  three"\nb: \'x\n\n  y\'\n', { a: 'one two\nthree', b: 'x\ny' }],
    [
      'quotes with escapes over lines',
      'a: "1 \\\n  2\\n\n  3\\\n  \\ 4  \n\n  \\"5\\\\\n  6"\nb: "x\\ \n  y"\nc: "x\\\n\n  y"',
      { a: '1 2\n 3 4\n"5\\ 6', b: open, c: open },
    ],
    [
      'plain texts',
      'a: http://x:80/#y\nb: a#b # c\nc: -y\nd: C:\\x "y" {z}, [w]\ne: ?x :y\n',
      { a: 'http://x:80/#y', b: 'a#b', c: '-y', d: 'C:\\x "y" {z}, [w]', e: '?x :y' },
    ],
    [
      'plain texts over lines',
      'a: one\n  two\n  - three\n\n  four # c\nb:\n  x\n y\n',
      { a: 'one two - three\nfour', b: 'x y' },
    ],
    [
      'literal texts',
      'a: |\n  x\n   y\n\n  # z\n\nb: |- # c\n  x\n\nc: |+\n  x\n\nd: |2\n   x\ne: |\nf: 1',
      { a: 'x\n y\n\n# z\n', b: 'x', c: open, d: open, e: '', f: 1 },
    ],
    ['folded texts, whose value is not needed', 'a: >-\n  x\n  y\nb: 1', { a: open, b: 1 }],
    [
      'flow collections',
      'a: [x, "y z", \'w\', [1, ], {}] # c\nb: { c: 1, "d":2, e: , f: {g: [h]} }\nc: []\nd:\n  [ -y,a#b ]',
      { a: ['x', 'y z', 'w', [1], {}], b: { c: 1, d: 2, e: null, f: { g: ['h'] } }, c: [], d: ['-y', 'a#b'] },
    ],
    [
      'keys that objects have',
      '__proto__: 1\nconstructor: {__proto__: 2}',
      { ['__proto__']: 1, constructor: { ['__proto__']: 2 } },
    ],
    ['keys with spaces, and before spaces', 'a b: 1\nc : 2', { 'a b': 1, c: 2 }],
  ];
  for (const [what, text, value] of valid) {
    it(`reads ${what}`, () => {
      assert.deepEqual(read(text), value);
      assert.deepEqual(read(text.replaceAll('\n', '\r\n')), value);
      assert.deepEqual(read(`\ufeff${text}`), value);
      assert.ok(agrees(value, readByPackage(text)));
    });
  }

  const invalid: [string, string][] = [
    ['an anchor', 'a: &x 1'],
    ['an alias', 'a: *x'],
    ['a tag', 'a: !!str 1'],
    ['a tag of a list', 'a: !x\n- 1'],
    ['a merged mapping', '<<: {a: 1}'],
    ['a merged mapping in braces', 'a: {<<: {b: 1}}'],
    ['a complex key', '? a\n: 1'],
    ['a key over lines', '"a\n b": 1'],
    ['a directive', '%YAML 1.2\n---\na: 1'],
    ['two documents', 'a: 1\n---\nb: 2'],
    ['the end of a document', 'a: 1\n...\n'],
    ['a document behind its marker', '--- {a: 1}'],
    ['a list over lines', 'a: [\n  1]'],
    ['a mapping over lines', 'a: {b: 1,\n  c: 2}'],
    ['a pair in a list', 'a: [b: 1]'],
    ['a key without value in braces', 'a: {b}'],
    ['two commas', 'a: [1,,2]'],
    ['an open list', 'a: [1'],
    ['an open text', 'a: "b'],
    ['text behind quotes', 'a: "b" c'],
    ['a comment right behind quotes', 'a: "b"#c'],
    ['an unknown escape', 'a: "\\q"'],
    ['half a surrogate pair', 'a: "\\ud800"'],
    ['a mapping in a line', 'a: b: 1'],
    ['a list in a line', 'a: - 1'],
    ['a reserved character', 'a: @x'],
    ['less indent within a mapping', 'a:\n    b: 1\n  c: 2'],
    ['more indent within a mapping', 'a: 1\n  b: 2'],
    ['more indent within a list', 'a:\n- {}\n  - 2'],
    ['a text beside a mapping', 'a: 1\nb'],
    ['a list beside a mapping', 'a: 1\n- b'],
    ['a tab as indent', 'a:\n\tb: 1'],
    ['a tab behind a dash', 'a:\n-\tb: 1'],
    ['a line that ends quotes without indent', 'a:\n  b: "x\n y"\n c: 1'],
    ['a control character', 'a: \u0001'],
    ['a lone carriage return', 'a: 1\rb: 2'],
    ['a line separator', 'a: x\u2028b: 1'],
    ['a mark of the byte order within', 'a: \ufeff'],
    ['a comment that ends a text over lines', 'a: x # c\n  y'],
  ];
  for (const [what, text] of invalid) {
    it(`refuses ${what}, with the line`, () => {
      assert.throws(
        () => read(`# first\n${text}\n`),
        (error) => error instanceof ConfigError && /Line \d/.test(error.message),
      );
    });
  }

  it('names the line of an escape that it refuses, within a text over several lines', () => {
    for (const text of ['a: 1\nb: "one\n  two \\q\n  three"\nc: 2\n', 'b: "one \\\n  two\n  \\ud800\n  four"\n']) {
      assert.throws(() => read(text), /Line 3 /);
    }
  });

  it('refuses a text without a mapping', () => {
    for (const text of ['- a', 'a', '"a"', '[a]']) {
      assert.throws(() => read(text), /YAML mapping/);
    }
  });

  it('notices a key that stands twice', () => {
    const { root } = parseConfig(yamlSyntax, 'a: {x: 1, x: 2}\nb: 1\n"b": 2');
    assert.equal(root.hasRepeatedKeys, true);
    assert.equal(root.members.get('a')?.node.scope?.hasRepeatedKeys, true);
  });

  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string(),
      fc.constantFrom('#', '- a', 'a: b', 'a\nb', "it's", '', 'null', '[x]', 'yes'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 4 }), tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  const record = fc.dictionary(fc.constantFrom('a', 'b c', '"', 'ü', '-'), value, { maxKeys: 4 });
  const choices = fc.infiniteStream(fc.nat(1_000_000));

  it('reads generated documents, whichever way they are written', () => {
    fc.assert(
      fc.property(record, choices, (content, numbers) => {
        const text = renderYaml(content, () => numbers.next().value ?? 0);
        assert.ok(agrees(read(text), content), text);
        assert.ok(agrees(content, readByPackage(text)), text);
      }),
      { numRuns: 300 },
    );
  });

  it('knows where each value stands', () => {
    fc.assert(
      fc.property(record, choices, (content, numbers) => {
        const text = renderYaml(content, () => numbers.next().value ?? 0);
        const check = (node: ConfigNode): void => {
          const alone = yamlSyntax.parseValue(text.slice(node.start, node.end));
          const isOnOneLine = !text.slice(node.start, node.end).includes('\n');
          if (node.items || (isOnOneLine && node.end > node.start && !node.scope)) {
            assert.ok(!alone || agrees(plain(alone), plain(node)), text);
          }
          for (const member of node.scope?.members.values() ?? []) check(member.node);
        };
        for (const { node } of parseConfig(yamlSyntax, text).root.members.values()) check(node);
      }),
      { numRuns: 100 },
    );
  });

  it('reads nothing otherwise than the package yaml does', () => {
    const parts = [
      'a·b: ·c:·- ·-·? · ·    ·\n·\n  ·\n- ·\n  - ·#· # c·"·' + '\'·|·>-·|+·|2·\\\n·\\"·[·]·{·}·, ',
      '&x ·*x·!t ·---·\r\n·1·true·~·\\·x y·\t·@·%·<<: ·k: v\n·\nl:\n',
    ].flatMap((list) => list.split('·'));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 14 }), (chosen) => {
        const text = chosen.join('');
        let value: unknown;
        try {
          value = read(text);
        } catch (error) {
          assert.ok(error instanceof ConfigError, String(error));
          return;
        }
        assert.ok(agrees(value, readByPackage(text)), JSON.stringify(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('writes values that it and the package read as they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (text, items) => {
        assert.equal(yamlSyntax.parseValue(yamlSyntax.encode(text))?.value, text);
        assert.deepEqual(readByPackage(`a: ${yamlSyntax.encode(text)}`), { a: text });
        assert.deepEqual(readByPackage(`a: ${yamlSyntax.encode(items)}`), { a: items });
      }),
    );
  });
});
