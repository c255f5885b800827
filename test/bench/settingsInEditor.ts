import type { Bench, Finding } from '#test/bench/lib/findings.ts';
import { hostView, lightweightEntry, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';
import { eventually } from '#test/eventually.ts';

/** The number of changes in a row of which the host applies only the last, because it waits until settings are stable for a second. */
const changesPerTakeover = 5;
const changes = 100;
/** The maximum of added memory, in kB of 1,000 bytes. An extension host compiles and caches for minutes, also without this extension. */
const maxKB = 2000;

/** What keeps the event loop of the extension host alive: the number of resources of each kind, and the ids of its child processes. */
interface OpenResources {
  readonly kinds: Readonly<Record<string, number>>;
  readonly children: readonly number[];
}

/** Measures in a real extension host the resources that a hundred changes leave; fewer than in `settingsChanges`, because they take longer. */
export const bench: Bench = {
  title: 'A hundred changes of the settings in the editor',
  async run() {
    const editor = await ScaleEditor.open();
    const change = async (number: number) => {
      const name = `changed ${number}`;
      await editor.driver.configure({
        stays: lightweightEntry(20),
        [name]: { ...lightweightEntry(20), env: { CHANGE: `${number}` } },
      });
      if (number % changesPerTakeover === 0) {
        await eventually('the host reads the settings', () =>
          editor.driver.command('mcpElicitation.stopServer', name).then(Boolean, () => false),
        );
        await editor.driver.command('mcpElicitation.startServer', name);
      }
    };
    const measureHeld = async () => {
      await editor.driver.configure({ stays: lightweightEntry(20) });
      await editor.untilGone(2);
      return { bytes: await editor.driver.act<number>('held'), open: await editor.driver.act<OpenResources>('open') };
    };
    try {
      await editor.driver.command(hostView);
      await editor.driver.configure({ stays: lightweightEntry(20) });
      await eventually('the host has its server', () =>
        editor.driver.command('mcpElicitation.startServer', 'stays').then(Boolean, () => false),
      );
      for (let number = 1; number <= changes / 4; number += 1) await change(number);
      const before = await measureHeld();
      for (let number = 1; number <= changes; number += 1) await change(1000 + number);
      const after = await measureHeld();
      const grown = (after.bytes - before.bytes) / 1000;
      const count = ({ children, kinds }: OpenResources) => ({
        processes: children.length,
        pipes: kinds['PipeWrap'] ?? 0,
      });
      const [then, now] = [count(before.open), count(after.open)];
      const fact: Finding = {
        kind: 'fact',
        what: `held by the extension host after ${changes} more changes, of which every fifth was taken over and its server started; at most ${maxKB} kB more`,
        value: `${grown.toFixed(0)} kB more; ${now.processes} processes (${then.processes} before), ${now.pipes} pipes (${then.pipes} before)`,
        reached: grown <= maxKB && now.processes === then.processes && now.pipes === then.pipes,
      };
      return [fact];
    } finally {
      await editor.workbench.dispose();
    }
  },
};
