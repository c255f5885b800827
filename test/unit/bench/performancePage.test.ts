import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Comparison, Fact } from '#test/bench/lib/findings.ts';
import { benchSection, performancePictures } from '#test/bench/page/benchSection.ts';
import { sectionsOn, withOverview, withSection } from '#test/bench/page/performancePage.ts';
import { fromRoot } from '#test/root.ts';

const comparison: Comparison = {
  kind: 'comparison',
  what: 'a call',
  unit: 'ms',
  floor: { name: 'bare', values: [1, 2, 3] },
  measured: { name: 'ours', values: [2, 4, 6] },
  goal: { of: 'ratio', share: 0.5, most: 1.5 },
  overview: 'You call',
};
const fact: Fact = { kind: 'fact', what: 'lost', value: '0', reached: true };
const page = `before
| you notice | ours | beside |
| --- | --- | --- |
| old | 1 | 2 <!-- one --> |
| old | 3 | 4 <!-- one --> |
| other | 5 | 6 <!-- other --> |

<!-- bench: one -->

old

<!-- end of bench: one -->

between

<!-- bench: other -->
<!-- end of bench: other -->
after
`;

describe('the section of a bench on the page', () => {
  it('is replaced without another section and the text around it', () => {
    const written = withSection(page, 'one', 'new');
    assert.equal(written, page.replace('\nold\n', '\nnew\n'));
    assert.equal(withSection(written, 'one', 'new'), written);
    assert.deepEqual(sectionsOn(written), ['one', 'other']);
  });

  it('may contain any text', () => {
    assert.match(withSection(page, 'one', "costs $1 and $'"), /\n\ncosts \$1 and \$'\n\n/);
  });

  it('is refused if the page has no marks for it', () => {
    assert.throws(() => withSection(page, 'third', 'new'), /no place for the bench: "<!-- bench: third -->"/);
    assert.throws(() => withSection(page.replace('<!-- end of bench: one -->', ''), 'one', 'new'), /no place/);
  });

  it('shows the run, the missed goals, the picture in two themes, and the tables', () => {
    const { markdown, pictures } = benchSection('one', 'A call', 'Measured today.', [comparison, fact]);
    assert.match(markdown, /^Measured today\.\n\nGoals: 1 reached, 1 missed:\n\n- \*\*missed\*\*: a call\n\n<picture>/);
    assert.match(markdown, /\(prefers-color-scheme: dark\)" srcset="pictures\/performance\/one-dark\.svg">/);
    assert.match(markdown, /<img src="pictures\/performance\/one-light\.svg" width="840" alt="A call: /);
    assert.match(markdown, /<\/picture>\n\n\| what \| observed .*<details>.*\n\n\| what \| beside .*\n\n<\/details>$/s);
    assert.deepEqual(
      [...pictures.keys()],
      [`${performancePictures}/one-light.svg`, `${performancePictures}/one-dark.svg`],
    );
  });

  it('has no picture if there is nothing to draw', () => {
    const { markdown, pictures } = benchSection('one', 'A call', 'Measured today.', [fact]);
    assert.equal(pictures.size, 0);
    assert.match(markdown, /^Measured today\.\n\nGoals: 1 reached, 0 missed\.\n\n\| what \| observed /);
  });
});

describe('the table at the beginning of the page', () => {
  it('gets the medians of a bench in place of its earlier rows', () => {
    const written = withOverview(page, 'one', [comparison, fact]);
    assert.match(written, /--- \|\n\| You call \| 4\.00 ms \| bare: 2\.00 ms <!-- one --> \|\n\| other /);
    assert.equal(withOverview(written, 'one', [comparison]), written);
  });

  it('shows everything that was compared in the same words in one row', () => {
    const peer = { ...comparison, floor: { name: 'a peer', values: [3] } };
    const rare = { ...comparison, overview: 'You call rarely' };
    const written = withOverview(page, 'one', [comparison, rare, peer]);
    assert.match(
      written,
      /\| You call \| 4\.00 ms \| bare: 2\.00 ms; a peer: 3\.00 ms <!-- one --> \|\n\| You call rarely \| 4\.00 ms \| bare: 2\.00 ms <!-- one --> \|\n/,
    );
  });

  it('stays as it is if nothing of the bench belongs into it', () => {
    const { overview: _none, ...plain } = comparison;
    assert.equal(withOverview(page, 'one', [plain, fact]), page);
  });

  it('is refused if it has no row of the bench', () => {
    assert.throws(() => withOverview(page, 'third', [comparison]), /no row that ends with " <!-- third --> \|"/);
  });
});

describe('docs/performance.md', () => {
  const text = readFileSync(fromRoot('docs/performance.md'), 'utf8');
  const benches = readdirSync(fromRoot('test/bench')).flatMap((file) =>
    file.endsWith('.ts') ? [file.slice(0, -3)] : [],
  );

  it('has a section for each bench, with its command', () => {
    assert.deepEqual(sectionsOn(text).toSorted(), benches.toSorted());
    for (const bench of benches) {
      assert.ok(text.includes(`\`npm run bench -- ${bench}\``), bench);
      assert.equal(withSection(text, bench, 'new').split('\nnew\n').length, 2);
    }
  });

  it('has a row for each bench whose comparisons belong into the table at its beginning', () => {
    for (const bench of benches) {
      const source = readFileSync(fromRoot(`test/bench/${bench}.ts`), 'utf8');
      if (/\boverview\b/.test(source)) assert.doesNotThrow(() => withOverview(text, bench, [comparison]), bench);
    }
  });

  it('shows each picture that is stored, in both themes', () => {
    const shown = [...text.matchAll(/"(pictures\/performance\/[\w-]+\.svg)"/g)].map(([, path = '']) => path);
    const stored = readdirSync(fromRoot(`docs/${performancePictures}`)).map((name) => `${performancePictures}/${name}`);
    assert.deepEqual(shown.toSorted(), stored.toSorted());
    assert.ok(stored.every((path) => existsSync(fromRoot(`docs/${path.replace(/light|dark/, 'dark')}`))));
  });
});
