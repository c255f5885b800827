import { budgets, filesToShip, sizeOf } from '#scripts/lib/budgets.ts';
import type { Bench } from '#test/bench/lib/findings.ts';

/** Compares the size of each part of the shipped files with its budget. */
export const bench: Bench = {
  title: 'Sizes of what is shipped',
  async run() {
    const { files } = await filesToShip();
    return budgets.map((budget) => {
      const { name: part, size, maxKB } = budget;
      const kB = sizeOf(budget, files);
      return {
        kind: 'fact' as const,
        what: size === 'read' ? part : `${part}, packed`,
        value: `${kB.toFixed(1)} kB of ${maxKB}`,
        reached: kB <= maxKB,
      };
    });
  },
};
