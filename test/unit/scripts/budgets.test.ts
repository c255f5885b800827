import assert from 'node:assert/strict';
import { type Budget, budgetProblems, budgets } from '#scripts/lib/budgets.ts';

const budget: Budget = {
  name: 'host.cjs',
  files: /\/dist\/host\.cjs$/,
  size: 'read',
  maxKB: 500,
  reason: 'Read in every window.',
};
const pictures: Budget = {
  name: 'pictures',
  files: /\.png$/,
  size: 'packed',
  maxKB: 90,
  reason: 'They are downloaded.',
};
const file = (name: string, size: number, compressedSize = size) => ({
  name: `extension/${name}`,
  size,
  compressedSize,
});

describe('the budgets of shipped files', () => {
  it('report no part within its budget', () => {
    const files = [
      file('dist/host.cjs', 500_000),
      file('media/a.png', 99_000, 45_000),
      file('media/b.png', 99_000, 45_000),
    ];
    assert.deepEqual(budgetProblems(files, [budget, pictures]), []);
  });

  it('report an exceeded part with its size, its budget, the reason and a remedy', () => {
    const [problem = '', ...others] = budgetProblems([file('dist/host.cjs', 500_100)], [budget]);
    assert.deepEqual(others, []);
    assert.match(problem, /^host\.cjs is 500\.1 kB, and its budget is 500\. Read in every window\.$/m);
    assert.match(problem, /node esbuild\.mjs --analyze/);
    assert.match(problem, /raise the budget in scripts\/lib\/budgets\.ts/);
  });

  it('count all files of a part, by packed sizes if the budget is for packed files', () => {
    const files = [file('media/a.png', 1000, 45_000), file('media/b.png', 1000, 45_001)];
    assert.match(budgetProblems(files, [pictures]).join('\n'), /^pictures is 90\.0 kB packed, and its budget is 90\./);
  });

  it('cover all code that is shipped', () => {
    assert.deepEqual(budgetProblems([file('dist/new.cjs', 1)], [budget, pictures]), [
      'extension/dist/new.cjs has no budget. Give it one in scripts/lib/budgets.ts.',
    ]);
  });

  it('each have a reason and a distinct name', () => {
    assert.ok(budgets.every(({ reason: why }) => why.length > 10));
    assert.equal(new Set(budgets.map(({ name: part }) => part)).size, budgets.length);
  });
});
