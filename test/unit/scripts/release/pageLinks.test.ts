import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { linkProblems, shippedLinkProblems, type TrackedFiles } from '#scripts/lib/release/pageLinks.ts';
import { trackedFiles } from '#scripts/lib/release/trackedFiles.ts';
import { fromRoot } from '#test/root.ts';

const page = 'README.md';
const texts: Readonly<Record<string, string>> = {
  'docs/guide.md':
    '# Guide\n\n## What `npm test` runs, and why\n\n## Twice\n\n## Twice\n\n```sh\n# not a heading\n```\n',
  'media/tour.gif': '',
  'media/icon.svg': '',
};
const files: TrackedFiles = { paths: new Set(Object.keys(texts)), read: (path) => texts[path] ?? '' };
const addresses = {
  links: 'https://github.com/acme/host/blob/v1.0.0',
  pictures: 'https://github.com/acme/host/raw/v1.0.0',
};

describe('the links of a page', () => {
  it('may lead to tracked files, their headings, headings of the page, web pages and mail addresses', () => {
    const targets = [
      'docs/guide.md',
      './docs/guide.md#guide',
      'docs/guide.md#what-npm-test-runs-and-why',
      'docs/guide.md#twice-1',
      '#from-source',
      'https://example.com/a#b',
      'mailto:a@example.com',
    ];
    const links = targets.map((target) => `[a](${target}) <a href='${target}'>a</a>`).join('\n');
    assert.deepEqual(linkProblems(page, `${links}\n\n## From source\n`, files), []);
  });

  for (const [target, problem] of [
    ['docs/other.md', 'is not a file that git tracks.'],
    ['Docs/guide.md', 'is not a file that git tracks.'],
    ['docs/guide.md#missing', 'has an anchor that docs/guide.md does not have.'],
    ['docs/guide.md#not-a-heading', 'has an anchor that docs/guide.md does not have.'],
    ['#missing', 'has an anchor that README.md does not have.'],
    ['http://example.com', 'does not begin with https: or mailto:.'],
    ['command:a.b', 'does not begin with https: or mailto:.'],
  ] as const) {
    it(`may not lead to ${target}`, () => {
      const expected = [`${page}: ${target} ${problem}`];
      assert.deepEqual(linkProblems(page, `See [this](${target}).`, files), expected);
      assert.deepEqual(linkProblems(page, `See [this].\n\n[this]: ${target}\n`, files), expected);
      assert.deepEqual(linkProblems(page, `See <a class="b" href="${target}">this</a>.`, files), expected);
    });
  }

  it('are not looked for in code', () => {
    assert.deepEqual(linkProblems(page, '`[a](b)`\n\n```md\n[a](b)\n![a](b)\n```\n', files), []);
  });

  it('are relative to the folder of the page', () => {
    assert.deepEqual(linkProblems('docs/guide.md', '![a](../media/tour.gif) [b](guide.md)', files), []);
  });
});

describe('the pictures of a page', () => {
  it('may be tracked files of a format that both marketplaces show, also as links', () => {
    assert.deepEqual(linkProblems(page, '![a](media/tour.gif)\n[![a](media/tour.gif)](docs/guide.md)', files), []);
  });

  for (const [target, problem] of [
    ['media/other.gif', 'is not a file that git tracks.'],
    ['media/icon.svg', 'is not a PNG, GIF, JPEG or WebP.'],
    ['http://example.com/a.png', 'does not begin with https:.'],
  ] as const) {
    it(`may not be ${target}`, () => {
      const expected = [`${page}: ${target} ${problem}`];
      assert.deepEqual(linkProblems(page, `![a](${target})`, files), expected);
      assert.deepEqual(linkProblems(page, `[![a](${target})](docs/guide.md)`, files), expected);
      assert.deepEqual(linkProblems(page, `<img alt="a" src="${target}">`, files), expected);
    });
  }
});

describe('the pictures of a page that only GitHub shows', () => {
  it('may be SVG, also one for each theme', () => {
    const themes = '<source media="(prefers-color-scheme: dark)" srcset="../media/icon.svg">';
    assert.deepEqual(linkProblems('docs/guide.md', `${themes}\n<img src="../media/icon.svg">`, files), []);
  });

  it('must be tracked in each theme', () => {
    assert.deepEqual(linkProblems('docs/guide.md', '<source srcset="../media/icon-dark.svg">', files), [
      'docs/guide.md: ../media/icon-dark.svg is not a file that git tracks.',
    ]);
  });
});

describe('a page as it is shipped', () => {
  const { links, pictures } = addresses;

  it('has absolute addresses of tracked files', () => {
    const text = `![a](${pictures}/media/tour.gif) [b](${links}/docs/guide.md#twice) [c](#d)\n\n## D\n`;
    assert.deepEqual(shippedLinkProblems(page, text, files, addresses), []);
  });

  it('is not accepted with a relative address, a file that does not exist, or a web page in place of a picture', () => {
    assert.deepEqual(shippedLinkProblems(page, '[a](docs/guide.md)', files, addresses), [
      `${page}: docs/guide.md is relative in the package.`,
    ]);
    assert.deepEqual(shippedLinkProblems(page, '<a href="docs/guide.md">a</a>', files, addresses), [
      `${page}: docs/guide.md is relative in the package.`,
    ]);
    assert.deepEqual(shippedLinkProblems(page, `[a](${links}/docs/other.md)`, files, addresses), [
      `${page}: docs/other.md is not a file that git tracks.`,
    ]);
    assert.deepEqual(shippedLinkProblems(page, `![a](${links}/media/tour.gif)`, files, addresses), [
      `${page}: ${links}/media/tour.gif is no picture, but a page about one.`,
    ]);
  });
});

describe('the links and pictures of this repository', () => {
  it('lead somewhere', async () => {
    const tracked = await trackedFiles();
    const pages = [...tracked.paths].filter((path) => /^(docs\/)?[^/]+\.md$/.test(path));
    assert.ok(pages.includes('README.md') && pages.includes('CHANGELOG.md') && pages.includes('docs/architecture.md'));
    assert.deepEqual(
      pages.flatMap((path) => linkProblems(path, readFileSync(fromRoot(path), 'utf8'), tracked)),
      [],
    );
  });
});
