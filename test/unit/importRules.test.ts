import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fromRoot } from '#test/root.ts';

const root = fromRoot('');

/** The folder of a file, the specifier that it imports, and a part of the rule's message. */
const refused = [
  ['src/form', 'valibot', 'form is pure'],
  ['src/form', '#core/common/errors.ts', 'form is pure'],
  ['src/form', '../core/common/errors.ts', 'form is pure'],
  ['src/bridge', '#core/common/errors.ts', 'bridge imports only'],
  ['src/bridge', 'vscode', 'bridge imports only'],
  ['src/core/servers', 'vscode', 'no editor, no webview'],
  ['src/core/servers', '#bridge/messages.ts', 'no editor, no webview'],
  ['src/core/servers', '#editor/panel/elicitationPanel.ts', 'no editor, no webview'],
  ['src/core/servers', '@modelcontextprotocol/sdk/types.js', 'no editor, no webview'],
  ['src/core/common', 'playwright-core', 'no editor, no webview'],
  ['src/core/common', '../../extension.ts', 'no editor, no webview'],
  ['src/core/servers', '../common/errors.ts', 'no editor, no webview'],
  ['src/core/configuration', '#demo/story.ts', 'no editor, no webview'],
  ['src/demo', 'vscode', 'a program of its own'],
  ['src/demo', '#core/common/errors.ts', 'a program of its own'],
  ['src/demo', '@modelcontextprotocol/client', 'a program of its own'],
  ['src/editor/panel', '@modelcontextprotocol/client', 'editor never speaks MCP'],
  ['src/editor/common', 'ajv', 'editor never speaks MCP'],
  ['src/editor/common', '#demo/story.ts', 'editor never speaks MCP'],
  ['src/editor/commands', '../../extension.ts', 'editor never speaks MCP'],
  ['webview/shell', '#core/common/errors.ts', 'webview imports only'],
  ['webview/fields', 'node:fs', 'webview imports only'],
] as const;

const allowed = [
  ['src/form', './model.ts'],
  ['src/form/schema', '#form/model.ts'],
  ['src/form', '@vscode/l10n'],
  ['src/bridge', '#form/model.ts'],
  ['src/bridge', 'valibot'],
  ['src/core/common', '#form/text.ts'],
  ['src/core/servers', '#core/common/errors.ts'],
  ['src/core/connection/sdk', '@modelcontextprotocol/client'],
  ['src/core/configuration', 'node:fs/promises'],
  ['src/core/validation', 'ajv/dist/2020.js'],
  ['src/demo', '@modelcontextprotocol/sdk/server/mcp.js'],
  ['src/demo', '@modelcontextprotocol/server'],
  ['src/demo', '@modelcontextprotocol/server/stdio'],
  ['src/editor/panel', 'vscode'],
  ['src/editor/panel/screens', '#core/common/errors.ts'],
  ['webview/fields', '#bridge/messages.ts'],
  ['webview/shell', '@vscode/l10n'],
] as const;

describe('the import rules of the parts', () => {
  let scratch = '';
  const probes = new Map<string, string>();
  const messages = new Map<string, string>();

  /** Plans a file with this text. @returns a function that returns the linter's message about it */
  function probe(folder: string, source: string): () => string {
    const path = `${folder}/probe${probes.size}.ts`;
    probes.set(path, source);
    return () => messages.get(path) ?? '';
  }

  before(() => {
    scratch = mkdtempSync(join(tmpdir(), 'import-rules-'));
    copyFileSync(join(root, 'biome.json'), join(scratch, 'biome.json'));
    for (const [path, source] of probes) {
      mkdirSync(dirname(join(scratch, path)), { recursive: true });
      writeFileSync(join(scratch, path), source);
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=rdjson'];
    const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: scratch, encoding: 'utf8' });
    for (const { location, message } of JSON.parse(stdout).diagnostics) messages.set(location.path, message);
  });

  after(() => rmSync(scratch, { recursive: true }));

  for (const [folder, specifier, rule] of refused) {
    const message = probe(folder, `import * as it from '${specifier}';\nexport { it };\n`);
    it(`${folder} may not import ${specifier}`, () => assert.ok(message().includes(rule), message()));
  }

  for (const [folder, specifier] of allowed) {
    const message = probe(folder, `import * as it from '${specifier}';\nexport { it };\n`);
    it(`${folder} may import ${specifier}`, () => assert.equal(message(), ''));
  }

  const dynamic = probe('src/core', `export const it = import('vscode');\n`);
  it('src/core may not import vscode dynamically', () =>
    assert.ok(dynamic().includes('no editor, no webview'), dynamic()));

  for (const part of ['src/form', 'src/bridge', 'src/core']) {
    it(`${part} compiles without the types of the DOM`, function () {
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
