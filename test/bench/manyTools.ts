import type { Bench } from '#test/bench/lib/findings.ts';
import { growth, sideBySide } from '#test/bench/lib/sideBySide.ts';
import { cpuMs } from '#test/bench/scale/cpuTime.ts';
import { floorView, hostView, lightweightEntry, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';

const few = 10;
const most = 10_000;
const sizes = [most / 4, most / 2, most];

/** How long a user waits until the view shows ten thousand tools, and what showing them costs. */
export const bench: Bench = {
  title: 'the view with many tools',
  async run() {
    const rig = await ScaleEditor.open({ 'mcpElicitation.servers': servers(...sizes) });
    try {
      const started = [
        await sideBySide({
          what: `starting a server until its ${most.toLocaleString('en')} tools are in the view`,
          rounds: 5,
          warmUps: 1,
          floor: { name: "the SDK's client and static items", round: () => bare(rig, most) },
          measured: { name: 'ours', round: () => ours(rig, most) },
          goal: { of: 'ratio', share: 0.5, most: 1.5 },
        }),
        await growth({
          what: 'starting a server until its tools are in the view',
          of: 'tools',
          rounds: 5,
          warmUps: 0,
          sizes,
          maxExponent: 1.2,
          round: (size) => ours(rig, size),
        }),
      ];
      // So few servers that those that run are open in the view.
      await rig.driver.configure(servers(few, most));
      await rig.reload();
      return [
        ...started,
        await sideBySide({
          what: 'CPU of the extension host for a call of three seconds that tells 60 times how far it is',
          rounds: 5,
          warmUps: 1,
          floor: { name: `${few} tools in the view`, round: () => told(rig, few) },
          measured: { name: `${most.toLocaleString('en')} tools in the view`, round: () => told(rig, most) },
          goal: { of: 'added', share: 0.5, most: 100 },
        }),
      ];
    } finally {
      await rig.workbench.dispose();
    }
  },
};

/** Milliseconds from the start of a server until its tools are drawn. */
function ours(rig: ScaleEditor, size: number): Promise<number> {
  return running(rig, size, async (ms) => ms);
}

/** Milliseconds of CPU. */
function told(rig: ScaleEditor, size: number): Promise<number> {
  return running(rig, size, async () => {
    const [host] = await rig.workbench.editor.extensionHosts();
    if (host === undefined) throw new Error('There is no extension host.');
    const before = cpuMs(host);
    await rig.driver.command('mcpElicitation.callTool', {
      server: `${size}`,
      tool: 'tool_1',
      arguments: { place: 'here' },
    });
    return cpuMs(host) - before;
  });
}

/** Does something while a server runs and its tools are in the view; `ms`: how long that took. */
async function running(rig: ScaleEditor, size: number, act: (ms: number) => Promise<number>): Promise<number> {
  await rig.driver.command(hostView);
  const ms = await rig.untilDrawn(size, () => rig.driver.command('mcpElicitation.startServer', `${size}`));
  const result = await act(ms);
  await rig.driver.command('mcpElicitation.stopServer', `${size}`);
  await rig.gone(size);
  return result;
}

async function bare(rig: ScaleEditor, size: number): Promise<number> {
  await rig.driver.command(floorView);
  const { command, args } = lightweightEntry(size);
  const ms = await rig.untilDrawn(size, () => rig.driver.act('bareStart', command, args));
  await rig.driver.act('bareStop');
  await rig.gone(size);
  return ms;
}

function servers(...all: readonly number[]): Record<string, unknown> {
  return Object.fromEntries(all.map((size) => [`${size}`, lightweightEntry(size)]));
}
