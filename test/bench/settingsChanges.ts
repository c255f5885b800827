import { join } from 'node:path';
import { root, runProgram } from '#scripts/lib/process.mjs';
import type { Bench, Finding } from '#test/bench/lib/findings.ts';

interface HeldResources {
  readonly changes: number;
  readonly bytes: number;
  readonly listeners: number;
  readonly channels: number;
  readonly children: number;
  readonly resources: number;
}

/** Options that keep V8 from compiling machine code, which takes minutes and would count as held memory. */
const noMachineCode = ['--no-flush-bytecode', '--no-opt', '--no-maglev', '--no-sparkplug'];
/** The maximum memory that a change may leave. In kB of 1,000 bytes. */
const maxKBPerChange = 1;

/** Measures the resources that a thousand changes of the settings leave: see `scale/settingsChangesProgram.ts`. */
export const bench: Bench = {
  title: 'A thousand changes of the settings',
  async run() {
    const program = join(root, 'test/bench/scale/settingsChangesProgram.ts');
    const lines = (await runProgram(process.execPath, ['--expose-gc', ...noMachineCode, program])).trim().split('\n');
    const [first, ...later] = lines.map((line): HeldResources => JSON.parse(line));
    if (!first) throw new Error('Nothing was measured.');
    const grown: Finding = {
      kind: 'growth',
      what: 'all that is held, in one run',
      of: 'changes',
      unit: 'kB',
      points: later.map(({ changes, bytes }) => ({ size: changes, values: [bytes / 1000] })),
    };
    const facts = later.map(({ changes, bytes, ...counts }): Finding => {
      const kBPerChange = (bytes - first.bytes) / 1000 / changes;
      const { changes: _none, bytes: _before, ...before } = first;
      const more = Object.entries(counts).filter(([name, count]) => count !== before[name as keyof typeof before]);
      return {
        kind: 'fact',
        what: `held after ${changes.toLocaleString('en')} changes, beyond what was held before them; at most ${maxKBPerChange} kB for each`,
        value: [
          `${kBPerChange.toFixed(2)} kB for each`,
          ...Object.entries(counts).map(
            ([name, count]) => `${count} ${name} (${before[name as keyof typeof before]} before)`,
          ),
        ].join(', '),
        reached: kBPerChange <= maxKBPerChange && more.length === 0,
      };
    });
    return [...facts, grown];
  },
};
