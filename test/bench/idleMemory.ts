import { join } from 'node:path';
import { root, runProgram } from '#scripts/lib/process.mjs';
import { type Bench, type Finding, quantile } from '#test/bench/lib/findings.ts';
import { compareInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';

interface HeldResources {
  /** The memory of heap and buffers for each connection. In bytes. */
  readonly bytes: number;
  readonly timers: number;
  /**
   * The proportional set sizes of the child processes that are not servers, together: shared memory is divided among the
   * processes that map it. In KiB.
   */
  readonly pssKb: number;
}

const rounds = 5;
const connections = { stdio: 20, http: 50 };
const growthSizes = { stdio: [5, 10, 20], http: [25, 50, 100] };
const growthRounds = 3;
const words = 'A server over stdio that runs and does nothing: memory of its connection, with ten tools';

/** Measures the memory and the timers of idle connections: see `scale/connectionsProgram.ts`. */
export const bench: Bench = {
  title: 'Connections that are idle',
  async run() {
    const findings: Finding[] = [];
    const timers: number[] = [];
    const watchdogs: number[] = [];
    for (const transport of ['stdio', 'http'] as const) {
      for (const era of ['legacy', 'modern'] as const) {
        const measure = async (who: 'sdk' | 'host', count = connections[transport]) => {
          const program = join(root, 'test/bench/scale/connectionsProgram.ts');
          const args = ['--expose-gc', program, who, transport, era, `${count}`];
          return JSON.parse(await runProgram(process.execPath, args)) as HeldResources;
        };
        findings.push(
          await compareInTurns({
            what: `memory of a connection with ten tools, ${transport}, ${era}, ${connections[transport]} of them`,
            unit: 'kB',
            rounds,
            warmUps: 0,
            floor: { name: "the SDK's client", round: async () => (await measure('sdk')).bytes / 1000 },
            measured: {
              name: 'ours',
              round: async () => {
                const { bytes, timers: active, pssKb } = await measure('host');
                timers.push(active);
                if (transport === 'stdio') watchdogs.push(pssKb);
                return bytes / 1000;
              },
            },
            goal: { of: 'added', share: 0.5, most: 100 },
            ...(transport === 'stdio' && era === 'legacy' && { overview: words }),
          }),
        );
        findings.push(
          await measureGrowth({
            what: `memory of all connections with ten tools, ${transport}, ${era}`,
            of: 'connections',
            unit: 'kB',
            rounds: growthRounds,
            warmUps: 0,
            sizes: growthSizes[transport],
            maxExponent: 1.2,
            round: async (size) => ((await measure('host', size)).bytes * size) / 1000,
          }),
        );
      }
    }
    const active = Math.max(...timers);
    const perServer = quantile(watchdogs, 0.5) / connections.stdio;
    findings.push(
      {
        kind: 'fact',
        what: 'timers that run in the core with idle connections',
        value: `${active}`,
        reached: active === 0,
      },
      {
        kind: 'fact',
        what: `memory of the watchdog (proportional set size), which counts as ours, per stdio server with ${connections.stdio} of them: at most 100 kB`,
        value: `${perServer.toFixed(0)} kB`,
        reached: perServer <= 100,
      },
    );
    return findings;
  },
};
