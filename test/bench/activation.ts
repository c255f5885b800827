import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleInto } from '#scripts/lib/bundles.mjs';
import { packageEmptyExtension } from '#test/bench/activation/emptyExtension.ts';
import { type Activation, activationsAfterReload } from '#test/bench/activation/startup.ts';
import type { Bench, Comparison, Finding } from '#test/bench/lib/findings.ts';
import { compareInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { extensionId } from '#test/extensionId.ts';
import { timeActivation } from '#test/unit/loading/activated.ts';
import { openWorkbench } from '#test/workbench/harness/workbench.ts';

/**
 * The publishers of two empty extensions. The editor activates extensions in the order of their ids. The first empty
 * extension is activated before this project's, so it has the costs that all extensions share; the last one after it.
 */
const first = 'a-nothing';
const last = 'z-nothing';
const windows = 21;
const rounds = 21;
const usualServers = 10;

/**
 * The time for which the editor waits for the extension's activation, by the editor's figures, and the time until the host
 * has been created. The latter is measured in a process with a stub of `vscode`, with the whole extension as it is shipped.
 */
export const bench: Bench = {
  title: 'Activation in a new window',
  run: async () => [...(await measureInEditor()), ...(await measureHostCreation())],
};

async function measureInEditor(): Promise<Finding[]> {
  const extensions = [await packageEmptyExtension(first), await packageEmptyExtension(last)];
  const workbench = await openWorkbench({ extensions });
  const samples: (readonly [before: number, own: number, after: number])[] = [];
  try {
    // The first window writes caches.
    for (let round = -1; round < windows; round += 1) {
      const activations = await activationsAfterReload(workbench, [`${first}.nothing`, extensionId, `${last}.nothing`]);
      const [before = Number.NaN, own = Number.NaN, after = Number.NaN] = activations.map(totalMs);
      if (round >= 0) samples.push([before, own, after]);
    }
  } finally {
    await workbench.dispose();
  }
  const measured = { name: 'ours', values: samples.map(([, own]) => own) };
  const beside = (what: string, values: readonly number[], overview?: string): Comparison => ({
    kind: 'comparison',
    what: `activation in a new window, beside an extension that does nothing and is loaded ${what} ours`,
    unit: 'ms',
    floor: { name: 'an extension that does nothing', values },
    measured,
    goal: { of: 'added', share: 0.5, most: 15 },
    ...(overview !== undefined && { overview }),
  });
  return [
    beside(
      'before',
      samples.map(([before]) => before),
      'A window opens: the time for which the editor waits for an extension',
    ),
    beside(
      'after',
      samples.map(([, , after]) => after),
    ),
  ];
}

function totalMs({ load, call, finish }: Activation): number {
  return load + call + finish;
}

async function measureHostCreation(): Promise<Finding[]> {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'));
  const nothing = await mkdtemp(join(tmpdir(), 'nothing-'));
  try {
    await bundleInto(dist);
    const hostMs = async (size: number) => (await timeActivation(dist, settingsWith(size))).hostMs;
    const wholeMs = async (folder: string, settings?: Record<string, unknown>) => {
      const samples = await timeActivation(folder, settings);
      return samples.activateMs + samples.hostMs;
    };
    await writeFile(join(nothing, 'extension.cjs'), 'exports.activate = () => {};\nexports.deactivate = () => {};\n');
    return [
      await compareInTurns({
        what: 'until the host is put together, in a turn after activation in which nothing else runs in the extension host; in plain Node',
        rounds,
        floor: { name: 'an extension that does nothing', round: () => wholeMs(nothing) },
        measured: {
          name: `ours, ${usualServers} servers configured`,
          round: () => wholeMs(dist, settingsWith(usualServers)),
        },
      }),
      await compareInTurns({
        what: 'the host is put together, after activation, in plain Node',
        rounds,
        floor: { name: 'no server configured', round: () => hostMs(0) },
        measured: { name: '100 servers configured', round: () => hostMs(100) },
      }),
      await measureGrowth({
        what: 'putting the host together',
        of: 'servers configured',
        rounds,
        sizes: [100, 200, 400],
        maxExponent: 1.2,
        round: hostMs,
      }),
    ];
  } finally {
    await rm(dist, { recursive: true });
    await rm(nothing, { recursive: true });
  }
}

/** Settings with `size` servers, one half stdio and one half HTTP. */
function settingsWith(size: number): Record<string, unknown> {
  const servers = Array.from({ length: size }, (_, index) => [
    `server-${index}`,
    index % 2 === 0
      ? { type: 'stdio', command: 'node', args: ['server.js', String(index)], env: { LEVEL: 'info' } }
      : { type: 'http', url: `https://server-${index}.example.com/mcp` },
  ]);
  return { 'mcpElicitation.servers': Object.fromEntries(servers) };
}
