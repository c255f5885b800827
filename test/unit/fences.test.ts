import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Part of the project, what a file there imports, and the words of the rule against it. */
const refused = [
  ['src/form', 'valibot', 'form is pure'],
  ['src/form', '../core/errors.ts', 'form is pure'],
  ['src/bridge', '../core/errors.ts', 'bridge imports only'],
  ['src/bridge', 'vscode', 'bridge imports only'],
  ['src/core/servers', 'vscode', 'no editor, no webview'],
  ['src/core/servers', '../../bridge/messages.ts', 'no editor, no webview'],
  ['src/core/servers', '@modelcontextprotocol/sdk/types.js', 'no editor, no webview'],
  ['src/core', 'playwright-core', 'no editor, no webview'],
  ['src/core', '../extension.ts', 'no editor, no webview'],
  ['src/core/servers', '../../extension.ts', 'no editor, no webview'],
  ['src/core/servers/settings', '../../../demo/story.ts', 'no editor, no webview'],
  ['src/demo', 'vscode', 'a program of its own'],
  ['src/demo', '../core/errors.ts', 'a program of its own'],
  ['src/demo', '@modelcontextprotocol/client', 'a program of its own'],
  ['src/editor/panel', '@modelcontextprotocol/client', 'editor never speaks MCP'],
  ['src/editor', 'ajv', 'editor never speaks MCP'],
  ['src/editor', '../demo/story.ts', 'editor never speaks MCP'],
  ['src/editor/commands', '../../extension.ts', 'editor never speaks MCP'],
  ['webview', '../src/core/errors.ts', 'webview imports only'],
  ['webview/fields', 'node:fs', 'webview imports only'],
] as const;

const welcome = [
  ['src/form', './model.ts'],
  ['src/form', '@vscode/l10n'],
  ['src/bridge', '../form/model.ts'],
  ['src/bridge', 'valibot'],
  ['src/core', '../form/text.ts'],
  ['src/core/servers', '../errors.ts'],
  ['src/core/servers', '../../form/text.ts'],
  ['src/core/servers', '@modelcontextprotocol/client'],
  ['src/core/servers/settings', '../../errors.ts'],
  ['src/core/servers/settings', 'node:fs/promises'],
  ['src/core/inbox', 'ajv/dist/2020.js'],
  ['src/demo', '@modelcontextprotocol/sdk/server/mcp.js'],
  ['src/demo', '@modelcontextprotocol/server'],
  ['src/demo', '@modelcontextprotocol/server/stdio'],
  ['src/editor/panel', 'vscode'],
  ['src/editor/panel/screens', '../../../core/errors.ts'],
  ['webview/fields', '../../src/bridge/messages.ts'],
  ['webview', '@vscode/l10n'],
] as const;

describe('the fences between the parts', () => {
  let scratch = '';
  const probes = new Map<string, string>();
  const complaints = new Map<string, string>();

  /** Plans a file of the project with this text. @returns what the linter says of it */
  function probe(folder: string, source: string): () => string {
    const path = `${folder}/probe${probes.size}.ts`;
    probes.set(path, source);
    return () => complaints.get(path) ?? '';
  }

  before(() => {
    scratch = mkdtempSync(join(tmpdir(), 'fences-'));
    copyFileSync(join(root, 'biome.json'), join(scratch, 'biome.json'));
    for (const [path, source] of probes) {
      mkdirSync(dirname(join(scratch, path)), { recursive: true });
      writeFileSync(join(scratch, path), source);
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=rdjson'];
    const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: scratch, encoding: 'utf8' });
    for (const { location, message } of JSON.parse(stdout).diagnostics) complaints.set(location.path, message);
  });

  after(() => rmSync(scratch, { recursive: true }));

  for (const [folder, specifier, rule] of refused) {
    const complaint = probe(folder, `import * as it from '${specifier}';\nexport { it };\n`);
    it(`${folder} may not import ${specifier}`, () => assert.ok(complaint().includes(rule), complaint()));
  }

  for (const [folder, specifier] of welcome) {
    const complaint = probe(folder, `import * as it from '${specifier}';\nexport { it };\n`);
    it(`${folder} may import ${specifier}`, () => assert.equal(complaint(), ''));
  }

  const dynamic = probe('src/core', `export const it = import('vscode');\n`);
  it('a dynamic import is no way around', () => assert.ok(dynamic().includes('no editor, no webview'), dynamic()));

  for (const part of ['src/form', 'src/bridge', 'src/core']) {
    it(`${part} knows no DOM`, function () {
      // It runs the compiler over the whole part.
      this.timeout(60_000);
      const problems = typeCheck(scratch, part, 'export const title = document.title;\n');
      assert.match(problems, /unfenced\.ts\(1,22\): error TS2\d+: Cannot find name 'document'/);
    });
  }
});

describe('imports', () => {
  it('of values go round in no circle', () => {
    const files = ['src', 'webview'].flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => join(root, part, path)),
    );
    const graph = new Map(files.map((file) => [file, imported(file, readFileSync(file, 'utf8'))]));
    assert.ok([...graph.values()].flat().length > files.length);
    assert.deepEqual(
      circlesIn(graph).map((circle) => circle.map((file) => relative(root, file)).join(' -> ')),
      [],
    );
  });

  it('are followed whatever they look like, unless they are of types alone', () => {
    const source = [
      "import { a } from './a.ts';",
      "import {\n  type B,\n  b,\n} from './b.ts';",
      "import './c.ts';",
      "export * from './d.ts';",
      "import type { E } from './e.ts';",
      "import { type F, type G } from './f.ts';",
      "export type { H } from './h.ts';",
      "import fs from 'node:fs';",
      "const i = await import('./i.ts');",
    ].join('\n');
    const names = imported('/x/self.ts', source).map((path) => basename(path, '.ts'));
    assert.deepEqual(names, ['a', 'b', 'c', 'd', 'i']);
  });

  it('that go round are found, each circle once', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', ['d']],
      ['d', ['b']],
      ['e', ['e']],
    ]);
    assert.deepEqual(circlesIn(graph), [['b', 'c', 'd'], ['e']]);
  });
});

/** The project's own files whose values a file imports. */
function imported(file: string, source: string): string[] {
  const statements = /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\s*from\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
  return [...source.matchAll(statements)]
    .filter(([, names = '']) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names))
    .map(([, , fixed, dynamic]) => resolve(dirname(file), fixed ?? dynamic ?? ''));
}

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      circles.push(path.slice(path.indexOf(file)));
    } else if (!done.has(file)) {
      for (const next of graph.get(file) ?? []) {
        visit(next, [...path, file]);
      }
      done.add(file);
    }
  };
  for (const file of graph.keys()) {
    visit(file, []);
  }
  return circles;
}

/** Type checks source text as one more file of a part of the project, whose own problems may be among the answer. */
function typeCheck(scratch: string, part: string, source: string): string {
  writeFileSync(join(scratch, 'unfenced.ts'), source);
  const project = {
    extends: join(root, part, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
    include: [join(root, part, '**/*.ts'), 'unfenced.ts'],
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', scratch, '--pretty', 'false'], { encoding: 'utf8' }).stdout;
}
