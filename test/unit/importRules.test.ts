import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRules } from '#scripts/lib/structure/projectRules.ts';
import { fromRoot } from '#test/root.ts';
import { StructureFixture } from '#test/unit/scripts/structureFixture.ts';

const root = fromRoot('');

/** A file and a specifier that it may not import. */
const refused = [
  ['src/form/a.ts', 'valibot'],
  ['src/form/a.ts', '#core/x.ts'],
  ['src/form/a.ts', './../core/x.ts'],
  ['src/bridge/a.ts', '#core/x.ts'],
  ['src/bridge/a.ts', 'vscode'],
  ['src/core/servers/a.ts', 'vscode'],
  ['src/core/servers/a.ts', '#bridge/x.ts'],
  ['src/core/servers/a.ts', '#editor/x.ts'],
  ['src/core/servers/a.ts', './../../editor/x.ts'],
  ['src/core/servers/a.ts', '@modelcontextprotocol/sdk/types.js'],
  ['src/core/common/a.ts', 'playwright-core'],
  ['src/core/common/a.ts', '../../../out/x.ts'],
  ['src/core/configuration/a.ts', '#demo/x.ts'],
  ['src/proxy/a.ts', '#core/x.ts'],
  ['src/proxy/a.ts', 'cross-spawn'],
  ['src/demo/a.ts', 'vscode'],
  ['src/demo/a.ts', '#core/x.ts'],
  ['src/demo/a.ts', '@modelcontextprotocol/client'],
  ['src/editor/panel/a.ts', '@modelcontextprotocol/client'],
  ['src/editor/common/a.ts', 'ajv'],
  ['src/editor/common/a.ts', '#demo/x.ts'],
  ['src/services.ts', '#webview/x.ts'],
  ['webview/shell/a.ts', '#core/x.ts'],
  ['webview/shell/a.ts', './../../src/editor/x.ts'],
  ['webview/fields/a.ts', 'node:fs'],
  ['webview/fields/a.ts', '/etc/x.ts'],
] as const;

const allowed = [
  ['src/form/schema/a.ts', '#form/x.ts'],
  ['src/form/a.ts', '@vscode/l10n'],
  ['src/bridge/a.ts', '#form/x.ts'],
  ['src/bridge/a.ts', 'valibot'],
  ['src/core/common/a.ts', '#form/x.ts'],
  ['src/core/servers/a.ts', '#core/x.ts'],
  ['src/core/connection/sdk/a.ts', '@modelcontextprotocol/client'],
  ['src/core/configuration/a.ts', 'node:fs/promises'],
  ['src/core/validation/a.ts', 'ajv/dist/2020.js'],
  ['src/proxy/a.ts', 'node:net'],
  ['src/demo/a.ts', '@modelcontextprotocol/sdk/server/mcp.js'],
  ['src/demo/a.ts', '@modelcontextprotocol/server/stdio'],
  ['src/editor/panel/a.ts', 'vscode'],
  ['src/editor/panel/screens/a.ts', '#core/x.ts'],
  ['webview/fields/a.ts', '#bridge/x.ts'],
  ['webview/shell/a.ts', '@vscode/l10n'],
] as const;

/** The text of a file that imports the specifier, by the kind of syntax. */
const syntaxes: Readonly<Record<string, (specifier: string) => string>> = {
  'an import': (specifier) => `import * as it from '${specifier}';\nconsole.log(it);\n`,
  'an import of types': (specifier) =>
    `import type * as it from '${specifier}';\nexport const one = (two: it.Two) => two;\n`,
  'a type': (specifier) => `export type One = import('${specifier}').Two;\n`,
  'a re-export': (specifier) => `export * from '${specifier}';\n`,
  'import()': (specifier) => `void import('${specifier}');\n`,
  'import() of a template': (specifier) => `void import(\`${specifier}\`);\n`,
  'require()': (specifier) => `require('${specifier}');\n`,
};

describe('the import rules of the parts', () => {
  const project = new StructureFixture();
  const parts = ['bridge', 'core', 'demo', 'editor', 'form', 'proxy'];
  const imports = {
    ...Object.fromEntries(parts.map((part) => [`#${part}/*`, `./src/${part}/*`])),
    '#webview/*': './webview/*',
  };

  /** The problems about the file with this text. */
  function problemsOf(path: string, text: string): readonly string[] {
    const targets = [...parts.map((part) => `src/${part}/x.ts`), 'webview/x.ts', 'out/x.ts'];
    project.write({
      'package.json': JSON.stringify({ type: 'module', imports }),
      ...Object.fromEntries(targets.map((target) => [target, 'export type Two = 2;\n'])),
    });
    const { partRules } = projectRules;
    return project
      .problems({ [path]: text }, { partRules })
      .filter((line) => /^(?:import against the rule of its part|path through|file in no part)/.test(line));
  }

  for (const [path, specifier] of refused) {
    it(`refuse ${specifier} in ${path}`, () => {
      const text = `import * as it from '${specifier}';\nconsole.log(it);\n`;
      assert.match(
        problemsOf(path, text).join('\n'),
        /^import against the rule of its part: .*Move the code to a part that may\.$/m,
      );
    });
  }

  for (const [path, specifier] of allowed) {
    it(`allow ${specifier} in ${path}`, () => {
      assert.deepEqual(problemsOf(path, `import * as it from '${specifier}';\nconsole.log(it);\n`), []);
    });
  }

  for (const [kind, text] of Object.entries(syntaxes)) {
    for (const specifier of ['vscode', '#editor/x.ts']) {
      it(`apply to ${kind} of ${specifier}`, () => {
        assert.equal(problemsOf('src/core/a.ts', text(specifier)).length, 1);
      });
    }
  }

  it('refuse a path through a parent folder', () => {
    assert.deepEqual(problemsOf('src/core/servers/a.ts', `import '../../form/x.ts';\n`), [
      'path through a parent folder: src/core/servers/a.ts imports ../../form/x.ts. Write a subpath import, such as #core/....',
    ]);
  });

  it('refuse a file beside the parts', () => {
    assert.deepEqual(problemsOf('src/newPart/a.ts', 'console.log();\n'), [
      'file in no part: src/newPart/a.ts. Move it to a part, or give its part a rule.',
    ]);
  });

  it('refuse a reference directive, which they cannot follow', () => {
    const reported = project.problems({ 'src/core/a.ts': '/// <reference types="vscode" />\n' });
    assert.deepEqual(reported, [
      'reference directive: src/core/a.ts. Import what it needs, so that this check can follow it.',
    ]);
  });
});

describe('the parts without a page', () => {
  let scratch = '';
  before(() => {
    scratch = mkdtempSync(join(tmpdir(), 'parts-'));
  });
  after(() => rmSync(scratch, { recursive: true }));

  for (const part of ['src/form', 'src/bridge', 'src/core', 'src/proxy']) {
    it(`include ${part}, which compiles without the types of the DOM`, function () {
      // The compiler reads the whole part.
      this.timeout(60_000);
      const problems = typeCheck(scratch, part, 'export const title = document.title;\n');
      assert.match(problems, /usesDom\.ts\(1,22\): error TS2\d+: Cannot find name 'document'/);
    });
  }
});

/** Type checks a source text as a file of a part of the project. @returns the problems, which may be those of other files */
function typeCheck(scratch: string, part: string, source: string): string {
  writeFileSync(join(scratch, 'usesDom.ts'), source);
  const project = {
    extends: join(root, part, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
    include: [join(root, part, '**/*.ts'), 'usesDom.ts'],
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', scratch, '--pretty', 'false'], { encoding: 'utf8' }).stdout;
}
