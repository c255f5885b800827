import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInto } from '#scripts/lib/bundles.mjs';
import { packageEmptyExtension } from '#test/bench/activation/emptyExtension.ts';
import { type Activation, activationsAfterReload } from '#test/bench/activation/startup.ts';
import type { Bench, Comparison, Finding } from '#test/bench/lib/findings.ts';
import { growth, sideBySide } from '#test/bench/lib/sideBySide.ts';
import { activated } from '#test/unit/loading/activated.ts';
import { openWorkbench } from '#test/workbench/harness/workbench.ts';

const ours = 'mcp-elicitation.mcp-elicitation-host';
/** The editor activates extensions in the order of their names: one before ours, which pays for what all share, and one after. */
const first = 'a-nothing';
const last = 'z-nothing';
const windows = 21;
const rounds = 21;
const usualServers = 10;

/**
 * What the editor waits for when it activates the extension, by the editor's own figures, and what is done after that.
 * The latter in a process with a stub for the editor: the whole of the extension, as it is shipped, until the host is there.
 */
export const bench: Bench = {
  title: 'activation',
  run: async () => [...(await inTheEditor()), ...(await afterActivation())],
};

async function inTheEditor(): Promise<Finding[]> {
  const extensions = [await packageEmptyExtension(first), await packageEmptyExtension(last)];
  const workbench = await openWorkbench({ extensions });
  const taken: (readonly [before: number, own: number, after: number])[] = [];
  try {
    // The first window writes caches.
    for (let round = -1; round < windows; round += 1) {
      const all = await activationsAfterReload(workbench, [`${first}.nothing`, ours, `${last}.nothing`]);
      const [before = Number.NaN, own = Number.NaN, after = Number.NaN] = all.map(inAll);
      if (round >= 0) taken.push([before, own, after]);
    }
  } finally {
    await workbench.dispose();
  }
  const measured = { name: 'ours', values: taken.map(([, own]) => own) };
  const beside = (what: string, values: readonly number[]): Comparison => ({
    kind: 'comparison',
    what: `activation in a new window, beside an extension that does nothing and is loaded ${what} ours`,
    unit: 'ms',
    floor: { name: 'does nothing', values },
    measured,
    goal: { of: 'added', share: 0.5, most: 15 },
  });
  return [
    beside(
      'before',
      taken.map(([before]) => before),
    ),
    beside(
      'after',
      taken.map(([, , after]) => after),
    ),
  ];
}

function inAll({ load, call, finish }: Activation): number {
  return load + call + finish;
}

async function afterActivation(): Promise<Finding[]> {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'));
  const nothing = await mkdtemp(join(tmpdir(), 'nothing-'));
  try {
    await buildInto(dist);
    const hostMs = async (size: number) => (await activated(dist, settingsWith(size))).hostMs;
    const wholeMs = async (folder: string, settings?: Record<string, unknown>) => {
      const taken = await activated(folder, settings);
      return taken.activateMs + taken.hostMs;
    };
    await writeFile(join(nothing, 'extension.cjs'), 'exports.activate = () => {};\nexports.deactivate = () => {};\n');
    return [
      await sideBySide({
        what: 'until the host is put together, in a turn after activation in which nothing else runs in the extension host; in plain Node',
        rounds,
        floor: { name: 'an extension that does nothing', round: () => wholeMs(nothing) },
        measured: {
          name: `ours, ${usualServers} servers configured`,
          round: () => wholeMs(dist, settingsWith(usualServers)),
        },
      }),
      await sideBySide({
        what: 'the host is put together, after activation, in plain Node',
        rounds,
        floor: { name: 'no server configured', round: () => hostMs(0) },
        measured: { name: '100 servers configured', round: () => hostMs(100) },
      }),
      await growth({
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

/** Half of the servers are processes, half are elsewhere. */
function settingsWith(size: number): Record<string, unknown> {
  const servers = Array.from({ length: size }, (_, index) => [
    `server-${index}`,
    index % 2 === 0
      ? { type: 'stdio', command: 'node', args: ['server.js', String(index)], env: { LEVEL: 'info' } }
      : { type: 'http', url: `https://server-${index}.example.com/mcp` },
  ]);
  return { 'mcpElicitation.servers': Object.fromEntries(servers) };
}
