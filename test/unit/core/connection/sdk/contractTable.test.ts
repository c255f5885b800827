import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '#test/root.ts';

/** Files that only combine the pieces, without a contract test. */
const filesWithoutContract = ['client.ts'];

describe('the table in docs/sdk.md', () => {
  it('names every piece that bends the SDK, and its contract test', () => {
    const rows = [
      ...readFileSync(fromRoot('docs/sdk.md'), 'utf8').matchAll(/^\| `(\w+)\.ts` \|.*\| `(\w+)\.test\.ts` \|$/gm),
    ];
    const files = readdirSync(fromRoot('src/core/connection/sdk')).filter(
      (file) => !filesWithoutContract.includes(file),
    );
    assert.deepEqual(rows.map(([, piece]) => `${piece}.ts`).sort(), files.sort());
    const tests = new Set(readdirSync(fromRoot('test/unit/core/connection/sdk')));
    for (const [, piece, test] of rows) {
      assert.equal(piece, test);
      assert.ok(tests.has(`${test}.test.ts`), `${test}.test.ts does not exist`);
    }
  });
});
