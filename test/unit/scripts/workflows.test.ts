import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import packageJson from '../../../package.json' with { type: 'json' };

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

describe('the workflows', () => {
  for (const [name, text] of workflows) {
    it(`${name} pins actions by commit, with the release in a comment`, () => {
      const uses = [...text.matchAll(/^ *- uses: (.*)$/gm)].map(([, action = '']) => action);
      assert.ok(uses.length > 0);
      assert.deepEqual(
        uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
        [],
      );
    });

    it(`${name} runs scripts that package.json has`, () => {
      const scripts = [...text.matchAll(/npm (?:run )?(test(?::\w+)?|check|build|package)\b/g)].map(
        ([, script = '']) => script,
      );
      assert.deepEqual(
        scripts.filter((script) => !(script in packageJson.scripts)),
        [],
      );
    });
  }
});
