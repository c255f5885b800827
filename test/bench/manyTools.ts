import type { Bench } from '#test/bench/lib/findings.ts';
import { compareInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { cpuMs, mustBeCalm } from '#test/bench/scale/cpuTime.ts';
import { floorView, hostView, lightweightEntry, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';

const fewTools = 10;
const manyTools = 10_000;
const sizes = [manyTools / 4, manyTools / 2, manyTools];

/** Measures the time until the view shows ten thousand tools, and the CPU time of a call while they are shown. */
export const bench: Bench = {
  title: 'The view with many tools',
  async run() {
    const editor = await ScaleEditor.open({ 'mcpElicitation.servers': servers(...sizes) });
    try {
      const started = [
        await compareInTurns({
          what: `starting a server until its ${manyTools.toLocaleString('en')} tools are in the view`,
          rounds: 5,
          warmUps: 1,
          floor: { name: "the SDK's client and static items", round: () => timeBareStart(editor, manyTools) },
          measured: { name: 'ours', round: () => timeHostStart(editor, manyTools) },
          goal: { of: 'ratio', share: 0.5, most: 1.5 },
        }),
        await measureGrowth({
          what: 'starting a server until its tools are in the view',
          of: 'tools',
          rounds: 5,
          warmUps: 0,
          sizes,
          maxExponent: 1.2,
          round: (size) => timeHostStart(editor, size),
        }),
      ];
      // So few servers that the view expands those that run.
      await editor.driver.configure(servers(fewTools, manyTools));
      await editor.reload();
      return [
        ...started,
        await compareInTurns({
          what: 'CPU of the extension host for a call of three seconds that tells 60 times how far it is',
          rounds: 5,
          warmUps: 1,
          floor: { name: `${fewTools} tools in the view`, round: () => cpuOfCall(editor, fewTools) },
          measured: {
            name: `${manyTools.toLocaleString('en')} tools in the view`,
            round: () => cpuOfCall(editor, manyTools),
          },
          goal: { of: 'added', share: 0.5, most: 100 },
        }),
      ];
    } finally {
      await editor.workbench.dispose();
    }
  },
};

/** The milliseconds from the start of a server until its tools are drawn. */
function timeHostStart(editor: ScaleEditor, size: number): Promise<number> {
  return withRunningServer(editor, size, async (ms) => ms);
}

/** The CPU time of the extension host for one call, in milliseconds. */
function cpuOfCall(editor: ScaleEditor, size: number): Promise<number> {
  return withRunningServer(editor, size, async () => {
    const [host] = await editor.workbench.editor.extensionHosts();
    if (host === undefined) throw new Error('There is no extension host.');
    // Garbage of the start is collected later, and would be counted for the call.
    await mustBeCalm(`with ${size} tools`, host);
    const before = cpuMs(host);
    await editor.driver.command('mcpElicitation.callTool', {
      server: `${size}`,
      tool: 'tool_1',
      arguments: { place: 'here' },
    });
    return cpuMs(host) - before;
  });
}

/** Runs `act` while a server runs and its tools are in the view. `ms`: the time from the start until they were drawn. */
async function withRunningServer(
  editor: ScaleEditor,
  size: number,
  act: (ms: number) => Promise<number>,
): Promise<number> {
  await editor.driver.command(hostView);
  const ms = await editor.timeUntilDrawn(size, () => editor.driver.command('mcpElicitation.startServer', `${size}`));
  const result = await act(ms);
  await editor.driver.command('mcpElicitation.stopServer', `${size}`);
  await editor.untilGone(size);
  return result;
}

async function timeBareStart(editor: ScaleEditor, size: number): Promise<number> {
  await editor.driver.command(floorView);
  const { command, args } = lightweightEntry(size);
  const ms = await editor.timeUntilDrawn(size, () => editor.driver.act('bareStart', command, args));
  await editor.driver.act('bareStop');
  await editor.untilGone(size);
  return ms;
}

function servers(...all: readonly number[]): Record<string, unknown> {
  return Object.fromEntries(all.map((size) => [`${size}`, lightweightEntry(size)]));
}
