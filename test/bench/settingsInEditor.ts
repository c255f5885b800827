import type { Bench, Finding } from '#test/bench/lib/findings.ts';
import { hostView, lightweightEntry, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';
import { eventually } from '#test/eventually.ts';

/** The host waits for settings to settle, for a second: of so many changes in a row it takes over the last. */
const inARow = 5;
const changes = 100;
/** kB, of 1,000 bytes. An extension host goes on compiling and caching for minutes, with or without us. */
const most = 2000;

interface Open {
  readonly kinds: Readonly<Record<string, number>>;
  readonly children: readonly number[];
}

/** The same as `settingsChanges`, in a real extension host, where it takes longer: what is left of a hundred changes. */
export const bench: Bench = {
  title: 'a hundred changes of the settings in the editor',
  async run() {
    const rig = await ScaleEditor.open();
    const change = async (number: number) => {
      const name = `changed ${number}`;
      await rig.driver.configure({
        stays: lightweightEntry(20),
        [name]: { ...lightweightEntry(20), env: { CHANGE: `${number}` } },
      });
      if (number % inARow === 0) {
        await eventually('the host reads the settings', () =>
          rig.driver.command('mcpElicitation.stopServer', name).then(Boolean, () => false),
        );
        await rig.driver.command('mcpElicitation.startServer', name);
      }
    };
    const measured = async () => {
      await rig.driver.configure({ stays: lightweightEntry(20) });
      await rig.gone(2);
      return { bytes: await rig.driver.act<number>('held'), open: await rig.driver.act<Open>('open') };
    };
    try {
      await rig.driver.command(hostView);
      await rig.driver.configure({ stays: lightweightEntry(20) });
      await eventually('the host has its server', () =>
        rig.driver.command('mcpElicitation.startServer', 'stays').then(Boolean, () => false),
      );
      for (let number = 1; number <= changes / 4; number += 1) await change(number);
      const before = await measured();
      for (let number = 1; number <= changes; number += 1) await change(1000 + number);
      const after = await measured();
      const grown = (after.bytes - before.bytes) / 1000;
      const count = ({ children, kinds }: Open) => ({ processes: children.length, pipes: kinds['PipeWrap'] ?? 0 });
      const [then, now] = [count(before.open), count(after.open)];
      const fact: Finding = {
        kind: 'fact',
        what: `held by the extension host after ${changes} more changes, of which every fifth was taken over and its server started; at most ${most} kB more`,
        value: `${grown.toFixed(0)} kB more; ${now.processes} processes (${then.processes} before), ${now.pipes} pipes (${then.pipes} before)`,
        reached: grown <= most && now.processes === then.processes && now.pipes === then.pipes,
      };
      return [fact];
    } finally {
      await rig.workbench.dispose();
    }
  },
};
