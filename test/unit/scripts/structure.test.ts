import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { root } from '#scripts/lib/process.mjs';
import type { FolderRules } from '#scripts/lib/structure/folderRules.ts';
import { projectRules } from '#scripts/lib/structure/projectRules.ts';
import { checkStructure, folderGraph } from '#scripts/lib/structure/structureCheck.ts';
import { StructureFixture } from '#test/unit/scripts/structureFixture.ts';

describe('the check of the structure', () => {
  const project = new StructureFixture();

  function folderProblems(rules: FolderRules): readonly string[] {
    return checkStructure(project.path, { folderRules: { 'src/core': rules } }).problems;
  }

  it('finds nothing in files that keep the rules', () => {
    const files = {
      'src/core/a/one.ts': `import { two } from '#core/b/two.ts';\nimport './three.ts';\nconsole.log(two);\n`,
      'src/core/a/three.ts': `export {};\n`,
      'src/core/b/two.ts': 'export const two = 2;\n',
    };
    assert.deepEqual(project.problems(files), []);
  });

  for (const [kind, own, other] of [
    ['relative paths', './one.ts', './two.ts'],
    ['subpath imports', '#core/one.ts', '#core/two.ts'],
  ] as const) {
    it(`finds a cycle of imports by ${kind}`, () => {
      const reported = project.problems({
        'src/core/one.ts': `import { two } from '${other}';\nexport const one = () => two;\n`,
        'src/core/two.ts': `import { one } from '${own}';\nexport const two = () => one;\n`,
      });
      assert.deepEqual(reported, [
        'cycle of imports: src/core/one.ts -> src/core/two.ts -> src/core/one.ts. Move what both need to a file of its own.',
      ]);
    });

    it(`finds a cycle of types by ${kind}`, () => {
      const reported = project.problems({
        'src/core/one.ts': `import type { Two } from '${other}';\nexport type One = Two;\n`,
        'src/core/two.ts': `export type Two = import('${own}').One;\n`,
      });
      assert.deepEqual(reported, [
        'cycle of types: src/core/one.ts -> src/core/two.ts -> src/core/one.ts. Move the types that both need to a file of their own.',
      ]);
    });
  }

  for (const [kind, back] of [
    ['relative paths', '../a/three.ts'],
    ['subpath imports', '#core/a/three.ts'],
  ] as const) {
    it(`finds a cycle of folders without a cycle of files by ${kind}`, () => {
      const reported = project.problems({
        'src/core/a/one.ts': `import { two } from '#core/b/two.ts';\nconsole.log(two);\n`,
        'src/core/a/three.ts': 'export const three = 3;\n',
        'src/core/b/two.ts': `export { three as two } from '${back}';\n`,
      });
      assert.deepEqual(reported, [
        'cycle of folders: src/core/a -> src/core/b -> src/core/a. Move the file that imports back.',
      ]);
    });
  }

  it('finds a folder of 26 files, and none of 25', () => {
    const files = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`src/core/many/f${n}.ts`, 'export {};\n']));
    assert.deepEqual(project.problems(files), []);
    assert.deepEqual(project.problems({ 'src/core/many/last.mjs': 'export {};\n' }), [
      'folder too large: src/core/many has 26 files, at most 25. Divide it by subject.',
    ]);
  });

  it('finds a file of 301 lines, and none of 300', () => {
    assert.deepEqual(project.problems({ 'src/core/long.ts': '//\n'.repeat(300) }), []);
    assert.deepEqual(project.problems({ 'src/core/long.ts': `${'//\n'.repeat(300)}//` }), [
      'file too long: src/core/long.ts has 301 lines, at most 300. Divide it by subject.',
    ]);
  });

  for (const [kind, specifier] of [
    ['relative paths', '../b/two.ts'],
    ['subpath imports', '#core/b/two.ts'],
  ] as const) {
    it(`finds an import against the rule of its folder by ${kind}`, () => {
      project.write({
        'src/core/a/one.ts': `import type { Two } from '${specifier}';\nconsole.log(0 as Two);\n`,
        'src/core/b/two.ts': 'export type Two = 2;\n',
      });
      assert.deepEqual(folderProblems({ a: [], b: [] }), [
        'import against the rule of its folder: src/core/a/one.ts imports src/core/b/two.ts. Move one of them, or allow a to import b if that is its job.',
      ]);
      assert.deepEqual(folderProblems({ b: [], a: ['b'] }), []);
    });
  }

  it('finds a folder without a rule, a rule without a folder or an import, and one against the order', () => {
    project.write({ 'src/core/a/one.ts': 'console.log(1);\n', 'src/core/b/two.ts': 'console.log(2);\n' });
    assert.deepEqual(folderProblems({ a: ['c'], c: [] }), [
      'folder rule against the order: src/core: a may import c, which is not listed above it. Order the list, or remove c.',
      'folder without a rule: src/core/b. List it below the folders it imports.',
      'folder rule for nothing: src/core: a imports nothing of c. Remove c from its list.',
      'folder rule for nothing: src/core/c has no file. Remove it.',
    ]);
  });

  it('finds a style sheet of 301 lines, and none of 300', () => {
    assert.deepEqual(project.problems({ 'media/long.css': 'a {}\n'.repeat(300) }), []);
    assert.deepEqual(project.problems({ 'media/long.css': 'a {}\n'.repeat(301) }), [
      'file too long: media/long.css has 301 lines, at most 300. Divide it by subject.',
    ]);
  });

  it('finds a file name that repeats, unless its name or its folders are allowed', () => {
    const files = { 'src/core/a/same.ts': 'export {};\n', 'src/core/b/same.ts': 'export {};\n' };
    const reason = 'A reason.';
    assert.deepEqual(project.problems(files), [
      'file name repeated: src/core/a/same.ts and src/core/b/same.ts. Name each after its subject, or allow same.ts.',
    ]);
    assert.deepEqual(project.problems(files, { repeatedFileNames: [{ name: 'same.ts', reason }] }), []);
    assert.deepEqual(
      project.problems(files, { repeatedFileNames: [{ folders: ['src/core/a', 'src/core/b'], reason }] }),
      [],
    );
    assert.equal(
      project.problems(files, { repeatedFileNames: [{ folders: ['src/core/a', 'src'], reason }] }).length,
      2,
    );
  });

  it('finds a file name that repeats in another case', () => {
    const reported = project.problems({ 'src/core/a/same.ts': 'export {};\n', 'src/core/b/Same.ts': 'export {};\n' });
    assert.deepEqual(reported, [
      'file name repeated: src/core/a/same.ts and src/core/b/Same.ts. Name each after its subject, or allow same.ts.',
    ]);
  });

  it('finds an allowed file name that does not repeat', () => {
    const repeatedFileNames = [{ name: 'one.ts', reason: 'A reason.' }];
    assert.deepEqual(project.problems({ 'src/core/one.ts': 'export {};\n' }, { repeatedFileNames }), [
      'allowed file name for nothing: no name of one.ts is repeated. Remove it from the list.',
    ]);
  });

  it('reports a file that cannot be parsed and an import of a file that does not exist, each in one line', () => {
    const reported = project.problems({
      'src/core/one.ts': `import '#core/gone.ts';\n`,
      'src/core/two.ts': 'const = 2;\n',
      'src/core/three.ts': 'export const three = 3;\n',
    });
    assert.deepEqual(reported, [
      'import of a file that does not exist: src/core/one.ts imports #core/gone.ts. Correct the path, or delete the import.',
      'file that cannot be parsed: src/core/two.ts: Unexpected token (1:6). Correct it.',
      'export that nothing imports: three in src/core/three.ts. Make it private, or delete it.',
    ]);
  });

  it('finds an object literal that is spread in another one, in the folders where that is forbidden', () => {
    const text = [
      'const one: object = {',
      '  ...{ a: 1 },',
      '  b: { ...({ c: 2 } as const) },',
      '  ...(Math.random() > 0.5 && { d: 3 }),',
      '  ...JSON.parse("{}"),',
      '};',
      'console.log(one, [...[1]]);',
    ].join('\n');
    const files = { 'src/core/one.ts': text, 'src/coreless.ts': text, 'test/two.ts': text };
    const problem = 'Write its properties where it is spread, so that the compiler checks them.';
    assert.deepEqual(project.problems(files, { withoutLiteralSpreads: ['src/core'] }), [
      `spread of an object literal: src/core/one.ts:2. ${problem}`,
      `spread of an object literal: src/core/one.ts:3. ${problem}`,
    ]);
  });

  it('reads every source file and style sheet of this project that git lists, and finds no problem', () => {
    const patterns = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'css'].map((extension) => `*.${extension}`);
    const options = ['--cached', '--others', '--exclude-standard', '--deduplicate'];
    const listed = execFileSync('git', ['ls-files', ...options, ...patterns], { cwd: root, encoding: 'utf8' });
    const deleted = execFileSync('git', ['ls-files', '--deleted', ...patterns], { cwd: root, encoding: 'utf8' });
    const count = (paths: string) => paths.split('\n').filter((path) => path !== '').length;
    const { files, problems: found } = checkStructure(root, projectRules);
    assert.equal(files, count(listed) - count(deleted));
    assert.deepEqual(found, []);
  });

  it('prints the folders in dependency order', () => {
    project.write({
      'src/core/a/one.ts': `import { two } from '#core/b/two.ts';\nconsole.log(two);\n`,
      'src/core/b/two.ts': `import { three } from '#core/c/three.ts';\nexport const two = three;\n`,
      'src/core/c/three.ts': 'export const three = 3;\n',
    });
    assert.equal(folderGraph(project.path, 'src/core'), 'c\nb -> c\na -> b');
  });
});
