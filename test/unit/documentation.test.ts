import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { readModules, sourcePaths } from '#scripts/lib/structure/modules.ts';
import { extensionId } from '#test/extensionId.ts';
import { fromRoot } from '#test/root.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(fromRoot('docs')).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);

describe('the documentation', () => {
  for (const page of pages) {
    it(`names only existing files and folders in ${page}`, () => {
      const text = readFileSync(fromRoot(page), 'utf8');
      const paths = [...text.matchAll(/`((?:src|webview|test|scripts|docs|media|l10n)\/[\w./-]*)`/g)].map(
        ([, path]) => path ?? '',
      );
      assert.deepEqual(
        paths.filter((path) => !existsSync(fromRoot(path))),
        [],
      );
    });
  }
});

describe('the id of the extension', () => {
  for (const path of ['api/mcp-elicitation-host.d.ts', 'docs/extensions.md']) {
    it(`has the publisher and the name of package.json in ${path}`, () => {
      const [, name = ''] = extensionId.split('.');
      const ids = [...readFileSync(fromRoot(path), 'utf8').matchAll(new RegExp(`['\`]([\\w-]+\\.${name})['\`]`, 'g'))];
      assert.ok(ids.length > 0);
      assert.deepEqual([...new Set(ids.map(([, id]) => id))], [extensionId]);
    });
  }
});

describe('the references to tests in the documentation', () => {
  for (const page of ['docs/security.md', 'docs/limits.md']) {
    const references = testReferences(readFileSync(fromRoot(page), 'utf8'));

    it(`name only existing files and folders in ${page}`, () => {
      assert.ok(references.length > 100);
      assert.deepEqual(
        references.filter(({ path }) => !existsSync(fromRoot(path)) && !existsSync(fromRoot(`${path}.test.ts`))),
        [],
      );
    });

    it(`quote only titles that the test file has in ${page}`, () => {
      const missing = references.filter(({ path, titles }) => {
        const text = titles.length > 0 ? readFileSync(fromRoot(`${path}.test.ts`), 'utf8').replaceAll('\\', '') : '';
        return titles.some((title) => !text.includes(title));
      });
      assert.deepEqual(missing, []);
    });
  }
});

describe('the way of a pushed form in docs/architecture.md', () => {
  const section =
    /## The way of a pushed form\n(.*?)\n## /s.exec(readFileSync(fromRoot('docs/architecture.md'), 'utf8'))?.[1] ?? '';
  const lists = section
    .split(/\n(?=\| file)/)
    .slice(1)
    .map((table) => [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => path ?? ''));

  it('names at most 12 files, from the transport to the form and back', () => {
    const ends = ['src/core/transport/stdio/stdioTransport.ts', 'webview/screens/formScreen.ts'];
    assert.deepEqual(
      lists.map((files) => [files[0], files.at(-1)]),
      [ends, ends.toReversed()],
    );
    const files = new Set(lists.flat());
    assert.ok(files.size > 8 && files.size <= 12, `${files.size} files`);
  });

  it('names only existing files in brackets', () => {
    const names = [...section.matchAll(/`(\w+\.ts)`/g)].map(([, name]) => name ?? '');
    const existing = new Set(sourcePaths(fromRoot('')).map((path) => posix.basename(path)));
    assert.ok(names.length > 4);
    assert.deepEqual(
      names.filter((name) => !existing.has(name)),
      [],
    );
  });

  /** The controller knows each of its screens by this interface. */
  const screenInterface = 'src/editor/panel/screens/panelScreen.ts';

  for (const [direction, index] of [
    ['from the server to the user', 0],
    ['from the user to the server', 1],
  ] as const) {
    it(`links each file with the one above it by an import, or by the interface of a screen, ${direction}`, () => {
      const files = lists[index] ?? [];
      const imports = new Map(
        readModules(fromRoot(''), files).map((module) => [module.path, module.imports.map(({ path }) => path)]),
      );
      const isImportedBy = (path: string, file: string) => imports.get(file)?.includes(path) === true;
      const isLinked = (one: string, other = '') =>
        isImportedBy(one, other) ||
        isImportedBy(other, one) ||
        (isImportedBy(screenInterface, one) && isImportedBy(screenInterface, other));
      assert.ok(files.length > 8);
      assert.deepEqual(
        files.filter((file, at) => at > 0 && !isLinked(file, files[at - 1])),
        [],
      );
    });
  }
});

/** The paths in the last column of the tables, each with the titles, or beginnings of titles, that are quoted after it. */
function testReferences(markdown: string): { path: string; titles: string[] }[] {
  const cells = markdown.split('\n').map((line) => /.*(?<!\\)\|(.*)\|$/.exec(line)?.[1] ?? '');
  return cells.flatMap((cell) =>
    [
      ...cell.matchAll(
        /`((?:unit|pages|workbench|editor|conformance)\/[\w/.-]+)`(?::((?:(?!`(?:unit|pages|workbench|editor)\/).)*))?/g,
      ),
    ].map(([, path, titles = '']) => ({
      path: `test/${path}`,
      titles: titles
        .split(';')
        .map((title) => title.trim())
        .filter((title) => title !== ''),
    })),
  );
}
