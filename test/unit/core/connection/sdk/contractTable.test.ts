import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '#test/root.ts';

const table = readFileSync(fromRoot('docs/sdk.md'), 'utf8');

/** Asserts that a contract test imports the piece, and runs the SDK. */
function checkContractTest(test: string, piece: string): void {
  assert.ok(existsSync(fromRoot(test)), `${test} does not exist`);
  const source = readFileSync(fromRoot(test), 'utf8');
  const specifier = piece.replace('src/core/', '#core/');
  assert.ok(source.includes(`from '${specifier}'`), `${test} does not import ${specifier}`);
  assert.match(source, /from '(\.\/bareSdk\.ts|@modelcontextprotocol\/client)'/, `${test} does not run the SDK`);
}

describe('the tables in docs/sdk.md', () => {
  it('name every file that corrects the SDK, and its contract test, which imports the file and runs the SDK', () => {
    const rows = [...table.matchAll(/^\| `(\w+)\.ts` \|.*\| `(\w+)\.test\.ts` \|$/gm)];
    assert.deepEqual(
      rows.map(([, piece]) => `${piece}.ts`).sort(),
      readdirSync(fromRoot('src/core/connection/sdk')).sort(),
    );
    for (const [, piece, test] of rows) {
      assert.equal(piece, test);
      checkContractTest(`test/unit/core/connection/sdk/${test}.test.ts`, `src/core/connection/sdk/${piece}.ts`);
    }
  });

  it('name the corrections outside the folder, and their contract tests', () => {
    const rows = [...table.matchAll(/^\| `(\w+)` in `(src\/[^`]+)` \|.*\| `(test\/[^`]+)` \|$/gm)];
    assert.deepEqual(
      rows.map(([, name]) => name),
      ['postOnly', 'expandTemplate'],
    );
    for (const [, name, piece = '', test = ''] of rows) {
      assert.match(readFileSync(fromRoot(piece), 'utf8'), new RegExp(`^export function ${name}\\b`, 'm'));
      checkContractTest(test, piece);
    }
  });
});
