import type { Bench } from '#test/bench/lib/findings.ts';
import { compareInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { floorView, hostView, lightweightEntry, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';

const serverCount = 100;

/** Measures the time until the view shows all of a hundred servers. */
export const bench: Bench = {
  title: 'The view with many servers',
  async run() {
    const editor = await ScaleEditor.open();
    try {
      await editor.driver.configure(entries(serverCount));
      const timeHostView = async (size: number) => {
        await editor.driver.configure(entries(size));
        return timeOpening(editor, size, hostView);
      };
      return [
        await compareInTurns({
          what: `opening the view with ${serverCount} servers in the settings`,
          rounds: 5,
          warmUps: 1,
          floor: { name: 'a view of static items', round: () => timeOpening(editor, serverCount, floorView) },
          measured: { name: 'ours', round: () => timeHostView(serverCount) },
          goal: { of: 'added', share: 0.5, most: 100 },
        }),
        await measureGrowth({
          what: 'opening the view',
          of: 'servers',
          rounds: 5,
          warmUps: 0,
          sizes: [25, 50, serverCount],
          maxExponent: 1.2,
          round: timeHostView,
        }),
      ];
    } finally {
      await editor.workbench.dispose();
    }
  },
};

/** The milliseconds until a view has all its rows, when it is opened for the first time after a reload of the window. */
async function timeOpening(editor: ScaleEditor, size: number, view: string): Promise<number> {
  await editor.driver.command('workbench.view.explorer');
  await editor.reload();
  if (view === floorView) await editor.driver.act('bareServers', size);
  // Succeeds when the extension is active and has read the settings.
  await editor.driver.command('mcpElicitation.stopServer', 'server 0');
  return editor.timeUntilDrawn(size, () => editor.driver.command(view));
}

function entries(size: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: size }, (_, index) => [`server ${index}`, lightweightEntry(10)]));
}
