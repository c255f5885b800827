import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleInMemory } from '#scripts/lib/bundles.mjs';
import { noticeProblems, noticesText, type ShippedPackage, shippedPackages } from '#scripts/lib/notices.ts';
import { root } from '#scripts/lib/process.mjs';

const complete: ShippedPackage = { name: '@a/b', version: '1.2.3', license: 'MIT', texts: ['MIT License\n\nWords.\n'] };

describe('the notices of third-party packages', () => {
  let shipped: readonly ShippedPackage[] = [];
  before(async function () {
    this.timeout(60_000);
    shipped = await shippedPackages((await bundleInMemory()).metafiles);
  });

  it('give each package with its version, licence and text', () => {
    assert.match(noticesText([complete]), /^-{80}\n@a\/b 1\.2\.3 \(MIT\)\n\nMIT License\n\nWords\.\n$/m);
  });

  it('report a package without a licence text, or with an empty one, and the path for the text', () => {
    assert.deepEqual(noticeProblems([complete]), []);
    for (const texts of [[], ['\n']]) {
      const [problem = '', ...others] = noticeProblems([{ ...complete, texts }]);
      assert.deepEqual(others, []);
      assert.match(problem, /^@a\/b 1\.2\.3 .* no licence text\. .* scripts\/licenses\/@a\+b\.txt\.$/);
    }
  });

  it('report a package that names no licence', () => {
    const { license: _, ...unnamed } = complete;
    assert.deepEqual(noticeProblems([unnamed]), ['@a/b 1.2.3 is shipped and names no licence in its package.json.']);
  });

  it('report none of the shipped packages', () => assert.deepEqual(noticeProblems(shipped), []));

  it('contain imported packages, their imports, packages that are bundled in another one, and data', () => {
    const names = shipped.map(({ name }) => name);
    for (const name of ['valibot', 'fast-uri', '@cfworker/json-schema', 'Public Suffix List']) {
      assert.ok(names.includes(name), name);
    }
  });

  it('contain only packages that are also installed without the development tools', async () => {
    const read = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'));
    const { packages } = await read('package-lock.json');
    const { dependencies = {}, devDependencies } = await read('package.json');
    const ofTools = shipped.filter(({ name }) => packages[`node_modules/${name}`]?.dev || name in devDependencies);
    assert.deepEqual(
      ofTools.map(({ name }) => name),
      [],
    );
    assert.ok('@modelcontextprotocol/client' in dependencies);
  });
});
