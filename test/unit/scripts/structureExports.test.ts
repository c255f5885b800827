import assert from 'node:assert/strict';
import { StructureFixture } from '#test/unit/scripts/structureFixture.ts';

describe('the check of the structure, for exports,', () => {
  const project = new StructureFixture();

  it('finds a name that is exported twice, for values and for types', () => {
    const reported = project.problems({
      'src/core/one.ts': 'export interface Same {}\n',
      'src/core/two.ts': 'export const Same = 1;\n',
      'three.ts': `import type { Same } from '#core/one.ts';\nimport { Same as Other } from '#core/two.ts';\nconsole.log(Other as Same);\n`,
    });
    assert.deepEqual(reported, [
      'name exported twice: Same in src/core/one.ts and src/core/two.ts. Rename all but one.',
    ]);
  });

  for (const [kind, text] of [
    ['a re-export', `export { one as same } from '#core/one.ts';\n`],
    ['an export of an import', `import { one as same } from '#core/one.ts';\nexport { same };\n`],
    ['a re-exported namespace', `export * as same from '#core/one.ts';\n`],
  ] as const) {
    it(`finds a name that is exported twice, once by ${kind}`, () => {
      const reported = project.problems({
        'src/core/one.ts': 'export const one = 1;\n',
        'src/core/two.ts': text,
        'src/core/three.ts': 'export const same = 3;\n',
        'use.ts': `import { same } from '#core/two.ts';\nimport { same as other } from '#core/three.ts';\nconsole.log(same, other);\n`,
      });
      assert.deepEqual(reported, [
        'name exported twice: same in src/core/three.ts and src/core/two.ts. Rename all but one.',
      ]);
    });
  }

  it('does not report a name that is only exported again', () => {
    const reported = project.problems({
      'src/core/one.ts': 'export const same = 1;\n',
      'src/core/two.ts': `export { same } from './one.ts';\n`,
      'use.ts': `import { same } from '#core/two.ts';\nconsole.log(same);\n`,
    });
    assert.deepEqual(reported, []);
  });

  for (const [kind, text, name] of [
    ['a re-export', `export { one } from '#core/one.ts';\n`, 'one'],
    ['a re-export of all names', `export * from '#core/one.ts';\n`, '*'],
    ['an export of an import', `import { one } from '#core/one.ts';\nexport { one };\n`, 'one'],
  ] as const) {
    it(`finds an export of which the only use is ${kind} that nothing imports`, () => {
      const reported = project.problems({ 'src/core/one.ts': 'export const one = 1;\n', 'src/core/two.ts': text });
      assert.deepEqual(reported, [
        'export that nothing imports: one in src/core/one.ts. Make it private, or delete it.',
        `export that nothing imports: ${name} in src/core/two.ts. Make it private, or delete it.`,
      ]);
    });
  }

  for (const text of [
    "const { used } = await import('#core/one.ts');\nconsole.log(used);\n",
    "const { used } = await withTimeout(import('#core/one.ts'));\nconsole.log(used);\n",
    'const { used } = await import(`#core/one.ts`);\nconsole.log(used);\n',
    "console.log((await import('#core/one.ts')).used);\n",
    "const one = await import('#core/one.ts');\nconsole.log(one.used);\n",
    "import('#core/one.ts').then(({ used }) => console.log(used));\n",
    "import('#core/one.ts').then((one) => console.log(one.used));\n",
    "const { used } = require('#core/one.ts');\nconsole.log(used);\n",
    'console.log(require(`#core/one.ts`).used);\n',
    "const load = createRequire(import.meta.url);\nconst one = load('./src/core/one.ts');\nconsole.log(one.used);\n",
    "console.log(createRequire(import.meta.url)('#core/one.ts').used);\n",
    "import one = require('#core/one.ts');\nconsole.log(one.used);\n",
    "let one: typeof import('#core/one.ts');\nconsole.log(one.used);\n",
  ]) {
    it(`finds the export that is not used by ${text.split('\n', 1)[0]}`, () => {
      const files = { 'src/core/one.ts': 'export const used = 1;\nexport const unused = 2;\n', 'use.ts': text };
      assert.deepEqual(project.problems(files), [
        'export that nothing imports: unused in src/core/one.ts. Make it private, or delete it.',
      ]);
    });
  }

  for (const text of [
    "console.log(await import('#core/one.ts'));\n",
    "const one = await import('#core/one.ts');\nconsole.log(one.used, one);\n",
    "import * as one from '#core/one.ts';\nconsole.log(one.used, one);\n",
    "const { used, ...others } = await import('#core/one.ts');\nconsole.log(used, others);\n",
  ]) {
    it(`reports no export of a file that is used as a whole by ${text.replaceAll('\n', ' ').trim()}`, () => {
      const files = { 'src/core/one.ts': 'export const used = 1;\nexport const also = 2;\n', 'use.ts': text };
      assert.deepEqual(project.problems(files), []);
    });
  }

  it('finds an export of CommonJS that nothing imports', () => {
    const reported = project.problems({
      'one.cjs': 'exports.used = 1;\nmodule.exports.unused = 2;\n',
      'two.cjs': "module.exports = { other: require('./one.cjs').used };\n",
    });
    assert.deepEqual(reported, [
      'export that nothing imports: unused in one.cjs. Make it private, or delete it.',
      'export that nothing imports: other in two.cjs. Make it private, or delete it.',
    ]);
  });

  it('finds an import of a computed path, and none of a path of another file', () => {
    const reported = project.problems({
      'one.mjs': `await import(\`./\${process.argv[2]}.mjs\`);\n`,
      'two.mjs': "const require = createRequire(process.argv[2]);\nrequire('./dist.cjs');\n",
    });
    assert.deepEqual(reported, [
      'import of a computed path: one.mjs imports ./. Write the whole path, so that this check can follow it.',
    ]);
  });

  for (const extension of ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs']) {
    it(`reads files of the kind .${extension}`, () => {
      const reported = project.problems({
        [`src/core/one.${extension}`]: 'export const one = 1;\n'.replace(
          ...((extension === 'cjs' ? ['export const one', 'exports.one'] : ['', '']) as [string, string]),
        ),
      });
      assert.deepEqual(reported, [
        `export that nothing imports: one in src/core/one.${extension}. Make it private, or delete it.`,
      ]);
    });
  }

  it('finds an export that nothing imports', () => {
    const reported = project.problems({
      'src/core/one.ts':
        'export const used = 1;\nexport const unused = 2;\nexport default 3;\nexport type { T };\ntype T = 1;\n',
      'two.ts': `import * as one from '#core/one.ts';\nconsole.log(one.used);\n`,
    });
    assert.deepEqual(reported, [
      'export that nothing imports: unused in src/core/one.ts. Make it private, or delete it.',
      'export that nothing imports: default in src/core/one.ts. Make it private, or delete it.',
      'export that nothing imports: T in src/core/one.ts. Make it private, or delete it.',
    ]);
  });

  it('does not report an export that is imported dynamically, re-exported, or an entry point', () => {
    const files = {
      'src/core/dynamic.ts': 'export const one = 1;\n',
      'src/core/again.ts': 'export const two = 2;\n',
      'src/core/entry.ts': 'export const three = 3;\n',
      'forward.mjs': `export * from '#core/again.ts';\n`,
      'use.mjs': `import { two } from './forward.mjs';\nconsole.log(two, await import('#core/dynamic.ts'));\n`,
    };
    assert.deepEqual(project.problems(files, { entryPoints: new Map([[/entry\.ts$/, ['three']]]) }), []);
  });

  it('lets two files export the same name if it is an entry point', () => {
    const files = {
      'src/core/one.ts': 'export const activate = 1;\n',
      'src/core/two.ts': 'export const activate = 2;\n',
    };
    assert.deepEqual(project.problems(files, { entryPoints: new Map([[/core/, ['activate']]]) }), []);
  });

  for (const path of ['src/core/one.ts', 'webview/one.ts']) {
    it(`finds an export of ${path} that only tests import, unless it is allowed`, () => {
      const files = {
        [path]: 'export const one = 1;\nexport const two = 2;\n',
        'src/main.ts': `import { two } from '../${path}';\nconsole.log(two);\n`,
        'test/one.test.ts': `import { one, two } from '../${path}';\nconsole.log(one, two);\n`,
      };
      assert.deepEqual(project.problems(files), [
        `export that only tests import: one in ${path}. Move it to test, test it through its users, or allow it.`,
      ]);
      const testOnlyExports = [{ path, names: ['one', 'two'], reason: 'A reason.' }];
      assert.deepEqual(project.problems(files, { testOnlyExports }), [
        `allowed export for nothing: two of ${path} is not imported by tests only. Remove it from the list.`,
      ]);
    });
  }

  it('reports a type that only tests import if its own file does not use it', () => {
    const reported = project.problems({
      'src/core/one.ts': `export interface Used {}\nexport interface Unused {}\nexport const one = (used: Used) => used;\n`,
      'src/core/main.ts': `import { one } from './one.ts';\nconsole.log(one);\n`,
      'test/one.test.ts': `import type { Unused, Used } from '#core/one.ts';\nconsole.log(1 as Unused | Used);\n`,
    });
    assert.deepEqual(reported, [
      'export that only tests import: Unused in src/core/one.ts. Move it to test, test it through its users, or allow it.',
    ]);
  });
});
