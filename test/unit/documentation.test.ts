import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readModules } from '#scripts/lib/structure/modules.ts';
import { fromRoot } from '#test/root.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(fromRoot('docs')).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);

describe('the documentation', () => {
  for (const page of pages) {
    it(`${page} names only files and folders that exist`, () => {
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

describe('the way of a pushed form in docs/architecture.md', () => {
  const section =
    /## The way of a pushed form\n(.*?)\n## /s.exec(readFileSync(fromRoot('docs/architecture.md'), 'utf8'))?.[1] ?? '';
  const lists = section
    .split(/\n(?=\| file)/)
    .slice(1)
    .map((table) => [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => path ?? ''));

  it('names at most 12 files, there and back', () => {
    assert.equal(lists.length, 2);
    const files = new Set(lists.flat());
    assert.ok(files.size > 8 && files.size <= 12, `${files.size} files`);
  });

  for (const [direction, index] of [
    ['from the server to the user', 0],
    ['from the user to the server', 1],
  ] as const) {
    it(`links each file by an import with one of the two above it, ${direction}`, () => {
      const files = lists[index] ?? [];
      const imports = new Map(
        readModules(fromRoot(''), files).map((module) => [module.path, module.imports.map(({ to }) => to)]),
      );
      const isLinked = (one: string, other = '') =>
        imports.get(one)?.includes(other) || imports.get(other)?.includes(one);
      const unlinked = files.filter(
        (file, at) => at > 0 && !isLinked(file, files[at - 1]) && !isLinked(file, files[at - 2]),
      );
      assert.ok(files.length > 8);
      assert.deepEqual(unlinked, []);
    });
  }
});
