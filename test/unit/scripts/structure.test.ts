import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { checkStructure, folderGraph } from '#scripts/lib/structure/check.ts';
import type { FolderRules } from '#scripts/lib/structure/folderRules.ts';
import type { EntryPoints } from '#scripts/lib/structure/rules.ts';

const manifest = JSON.stringify({ type: 'module', imports: { '#core/*': './src/core/*' } });

describe('the check of the structure', () => {
  let project = '';

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'structure-'));
    execFileSync('git', ['init', '--quiet', project]);
    write({ 'package.json': manifest });
  });

  afterEach(() => rmSync(project, { recursive: true }));

  function write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
  }

  function problems(files: Readonly<Record<string, string>>, entryPoints?: EntryPoints): readonly string[] {
    write(files);
    return checkStructure(project, entryPoints).problems;
  }

  function folderProblems(rules: FolderRules): readonly string[] {
    return checkStructure(project, undefined, { 'src/core': rules }).problems;
  }

  it('finds nothing in files that keep the rules', () => {
    const files = {
      'src/core/a/one.ts': `import { two } from '#core/b/two.ts';\nimport './three.ts';\nconsole.log(two);\n`,
      'src/core/a/three.ts': `export {};\n`,
      'src/core/b/two.ts': 'export const two = 2;\n',
    };
    assert.deepEqual(problems(files), []);
  });

  for (const [kind, own, other] of [
    ['relative paths', './one.ts', './two.ts'],
    ['subpath imports', '#core/one.ts', '#core/two.ts'],
  ] as const) {
    it(`finds a cycle of imports by ${kind}`, () => {
      const reported = problems({
        'src/core/one.ts': `import { two } from '${other}';\nexport const one = () => two;\n`,
        'src/core/two.ts': `import { one } from '${own}';\nexport const two = () => one;\n`,
      });
      assert.deepEqual(reported, [
        'cycle of imports: src/core/one.ts -> src/core/two.ts -> src/core/one.ts. Move what both need to a file of its own.',
      ]);
    });

    it(`finds a cycle of types by ${kind}`, () => {
      const reported = problems({
        'src/core/one.ts': `import type { Two } from '${other}';\nexport type One = Two;\n`,
        'src/core/two.ts': `export type Two = import('${own}').One;\n`,
      });
      assert.deepEqual(reported, [
        'cycle of types: src/core/one.ts -> src/core/two.ts -> src/core/one.ts. Move the types that both need to a file of their own.',
      ]);
    });
  }

  it('finds a cycle of folders without a cycle of files', () => {
    const reported = problems({
      'src/core/a/one.ts': `import { two } from '#core/b/two.ts';\nconsole.log(two);\n`,
      'src/core/a/three.ts': 'export const three = 3;\n',
      'src/core/b/two.ts': `export { three as two } from '../a/three.ts';\n`,
    });
    assert.deepEqual(reported, [
      'cycle of folders: src/core/a -> src/core/b -> src/core/a. Move the file that imports back.',
    ]);
  });

  it('finds a name that is exported twice, for values and for types', () => {
    const reported = problems({
      'src/core/one.ts': 'export interface Same {}\n',
      'src/core/two.ts': 'export const Same = 1;\n',
      'three.ts': `import type { Same } from '#core/one.ts';\nimport { Same as Other } from '#core/two.ts';\nconsole.log(Other as Same);\n`,
    });
    assert.deepEqual(reported, [
      'name exported twice: Same in src/core/one.ts and src/core/two.ts. Rename all but one.',
    ]);
  });

  it('does not report a name that is re-exported', () => {
    const reported = problems({
      'src/core/one.ts': 'export const same = 1;\n',
      'src/core/two.ts': `export { same } from './one.ts';\n`,
    });
    assert.deepEqual(reported, []);
  });

  it('finds a folder of 26 files, and none of 25', () => {
    const files = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`src/core/many/f${n}.ts`, 'export {};\n']));
    assert.deepEqual(problems(files), []);
    assert.deepEqual(problems({ 'src/core/many/last.mjs': 'export {};\n' }), [
      'folder too large: src/core/many has 26 files, at most 25. Divide it by subject.',
    ]);
  });

  it('finds a file of 301 lines, and none of 300', () => {
    assert.deepEqual(problems({ 'src/core/long.ts': '//\n'.repeat(300) }), []);
    assert.deepEqual(problems({ 'src/core/long.ts': `${'//\n'.repeat(300)}//` }), [
      'file too long: src/core/long.ts has 301 lines, at most 300. Divide it by subject.',
    ]);
  });

  it('finds an export that nothing imports', () => {
    const reported = problems({
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
      'use.mjs': `export * from '#core/again.ts';\nawait import('#core/dynamic.ts');\n`,
    };
    assert.deepEqual(problems(files, new Map([[/entry\.ts$/, ['three']]])), []);
  });

  it('lets two files export the same name if it is an entry point', () => {
    const files = {
      'src/core/one.ts': 'export const activate = 1;\n',
      'src/core/two.ts': 'export const activate = 2;\n',
    };
    assert.deepEqual(problems(files, new Map([[/core/, ['activate']]])), []);
  });

  for (const [kind, specifier] of [
    ['relative paths', '../b/two.ts'],
    ['subpath imports', '#core/b/two.ts'],
  ] as const) {
    it(`finds an import against the rule of its folder by ${kind}`, () => {
      write({
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
    write({ 'src/core/a/one.ts': 'console.log(1);\n', 'src/core/b/two.ts': 'console.log(2);\n' });
    assert.deepEqual(folderProblems({ a: ['c'], c: [] }), [
      'folder rule against the order: src/core: a may import c, which is not listed above it. Order the list, or remove c.',
      'folder without a rule: src/core/b. List it below the folders it imports.',
      'folder rule for nothing: src/core: a imports nothing of c. Remove c from its list.',
      'folder rule for nothing: src/core/c has no file. Remove it.',
    ]);
  });

  it('names the file that imports a file that does not exist', () => {
    assert.throws(() => problems({ 'src/core/one.ts': `import '#core/gone.ts';\n` }), {
      message: 'src/core/one.ts: the imported file "#core/gone.ts" does not exist',
    });
  });

  it('reads every source file of this project that git lists', () => {
    const trackedFiles = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.cjs'], { cwd: root, encoding: 'utf8' });
    const { files } = checkStructure(root);
    assert.ok(files >= trackedFiles.trim().split('\n').length, `${files}`);
  });

  it('prints the folders in dependency order', () => {
    write({
      'src/core/a/one.ts': `import { two } from '#core/b/two.ts';\nconsole.log(two);\n`,
      'src/core/b/two.ts': `import { three } from '#core/c/three.ts';\nexport const two = three;\n`,
      'src/core/c/three.ts': 'export const three = 3;\n',
    });
    assert.equal(folderGraph(project, 'src/core'), 'c\nb -> c\na -> b');
  });
});
