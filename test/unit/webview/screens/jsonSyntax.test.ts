import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonSyntaxProblem } from '#webview/screens/jsonSyntax.ts';

describe('the syntax check of arguments in JSON', () => {
  it('accepts an object and an empty text', () => {
    for (const text of ['{}', ' {"a": [1, {"b": null}]}\n', '', '  \n']) {
      assert.equal(jsonSyntaxProblem(text), undefined);
    }
  });

  it('reports JSON that is not an object', () => {
    for (const text of ['[]', '1', '"a"', 'null']) {
      assert.match(jsonSyntaxProblem(text)?.message ?? '', /JSON object/);
    }
  });

  const places: readonly [text: string, line: number, column: number, message: RegExp][] = [
    ['{\n  "a": [1,\n  2 3]\n}', 3, 5, /comma or \] is missing/],
    ['{"a": 1,}', 1, 9, /comma before \}/],
    ['{"a": }', 1, 7, /value is missing before \}/],
    ['{"a": [1, ]}', 1, 11, /value is missing before \]/],
    ['{a: 1}', 1, 2, /double quotes/],
    ["{\n'a': 1}", 2, 1, /double quotes/],
    ['{"a" 1}', 1, 6, /colon/],
    ['{"a": "x\n"}', 1, 7, /not closed/],
    ['{"a": "\\q"}', 1, 7, /not closed/],
    ['{"a": "\u0001"}', 1, 7, /not closed/],
    ['{"a": 01}', 1, 7, /not a JSON value/],
    ['{"a": yes}', 1, 7, /not a JSON value/],
    ['{"a": 1', 1, 8, /ends before a closing \}/],
    ['{"a": [', 1, 8, /ends before a closing \]/],
    ['{} x', 1, 4, /Nothing may follow/],
  ];
  for (const [text, line, column, message] of places) {
    it(`finds the position of the error in ${JSON.stringify(text)}`, () => {
      const problem = jsonSyntaxProblem(text);
      assert.deepEqual([problem?.line, problem?.column], [line, column]);
      assert.match(problem?.message ?? '', message);
    });
  }

  it('refuses any deeper nesting than 400 levels', () => {
    assert.match(jsonSyntaxProblem('['.repeat(200_000))?.message ?? '', /nested too deeply/);
  });

  it('finds a position inside the text or at its end for every error', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', '\n', '1', 'x'), (json, at, junk) => {
        const cut = at % (json.length + 1);
        const text = json.slice(0, cut) + junk + json.slice(cut + 1);
        const problem = jsonSyntaxProblem(text);
        if (problem) {
          const lines = text.split('\n');
          assert.ok(problem.line >= 1 && problem.line <= lines.length);
          assert.ok(problem.column >= 1 && problem.column <= (lines[problem.line - 1] ?? '').length + 1);
        }
      }),
    );
  });
});
