import type { Bench } from '#test/bench/lib/findings.ts';
import { growth, sideBySide } from '#test/bench/lib/sideBySide.ts';
import { floorView, hostView, lightweightEntry, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';

const most = 100;

/** How long a user waits until the view shows all of a hundred servers. */
export const bench: Bench = {
  title: 'the view with many servers',
  async run() {
    const rig = await ScaleEditor.open();
    try {
      await rig.driver.configure(entries(most));
      const ours = async (size: number) => {
        await rig.driver.configure(entries(size));
        return opened(rig, size, hostView);
      };
      return [
        await sideBySide({
          what: `opening the view with ${most} servers in the settings`,
          rounds: 5,
          warmUps: 1,
          floor: { name: 'a view of static items', round: () => opened(rig, most, floorView) },
          measured: { name: 'ours', round: () => ours(most) },
          goal: { of: 'added', share: 0.5, most: 100 },
        }),
        await growth({
          what: 'opening the view',
          of: 'servers',
          rounds: 5,
          warmUps: 0,
          sizes: [25, 50, most],
          maxExponent: 1.2,
          round: ours,
        }),
      ];
    } finally {
      await rig.workbench.dispose();
    }
  },
};

/** Milliseconds until a view that was not opened since the window was loaded has all its rows. */
async function opened(rig: ScaleEditor, size: number, view: string): Promise<number> {
  await rig.driver.command('workbench.view.explorer');
  await rig.reload();
  if (view === floorView) await rig.driver.act('bareServers', size);
  // Once it knows this one the extension is active, and has read the settings.
  await rig.driver.command('mcpElicitation.stopServer', 'server 0');
  return rig.untilDrawn(size, () => rig.driver.command(view));
}

function entries(size: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: size }, (_, index) => [`server ${index}`, lightweightEntry(10)]));
}
