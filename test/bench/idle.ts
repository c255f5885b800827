import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, type Comparison, type Finding, goalValue } from '#test/bench/lib/findings.ts';
import { type BareEditor, openBareEditor } from '#test/bench/scale/bareEditor.ts';
import { cpuMs, mustBeCalm } from '#test/bench/scale/cpuTime.ts';
import { watchdogOf } from '#test/bench/scale/hostProcesses.ts';
import { hostView, lightweightEntry, lightweightServer, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';

const processes = 10;
const overHttp = 90;
/** Whole minutes, so that each window contains work that is done periodically. */
const windowMs = 60_000;
const windows = 3;

/**
 * Measures the CPU time of the extension host with a hundred idle servers. The floor is the extension host of an editor
 * without this extension, measured at the same time.
 */
export const bench: Bench = {
  title: 'A hundred idle servers',
  async run() {
    const editor = await ScaleEditor.open();
    const web = spawn(process.execPath, [lightweightServer, 'http', 'legacy', '10']);
    let bare: BareEditor | undefined;
    try {
      bare = await openBareEditor(editor.workbench.page.context());
      const [line] = (await once(createInterface({ input: web.stdout }), 'line')) as [string];
      const url = `http://127.0.0.1:${line.split(' ')[1]}/mcp`;
      const names = Array.from({ length: processes + overHttp }, (_, index) => `server ${index}`);
      const entries = names.map((name, index) => [
        name,
        index < processes ? lightweightEntry(10) : { type: 'http', url, oauth: false },
      ]);
      await editor.driver.configure(Object.fromEntries(entries));
      await editor.timeUntilDrawn(names.length, () => editor.driver.command(hostView));
      for (const name of names) {
        await editor.driver.command('mcpElicitation.startServer', name);
      }
      const [ours] = await editor.workbench.editor.extensionHosts();
      const [floor] = await bare.extensionHosts();
      if (ours === undefined || floor === undefined) throw new Error('There is no extension host.');
      await mustBeCalm('with our extension', ours);
      await mustBeCalm('without our extension', floor);
      const watchdog = await watchdogOf(ours);
      const values = { floor: [] as number[], ours: [] as number[], watchdog: [] as number[] };
      for (let window = 0; window < windows; window += 1) {
        const all = () => [cpuMs(floor), cpuMs(ours), cpuMs(watchdog)];
        const before = all();
        await delay(windowMs);
        const spent = all().map((value, index) => value - (before[index] ?? 0));
        values.floor.push(spent[0] ?? 0);
        values.ours.push(spent[1] ?? 0);
        values.watchdog.push(spent[2] ?? 0);
      }
      const comparison: Comparison = {
        kind: 'comparison',
        what: `CPU of the extension host in a minute, ${processes} servers over stdio and ${overHttp} over HTTP running`,
        unit: 'ms',
        floor: { name: 'an editor without our extension', values: values.floor },
        measured: { name: 'ours', values: values.ours },
        goal: { of: 'added', share: 0.5, most: 50 },
        overview: 'An idle window with 100 servers running: CPU of the extension host in a minute',
      };
      const added = goalValue(comparison, { of: 'added', share: 0.5, most: 0 });
      const varied = Math.max(...values.floor) - Math.min(...values.floor);
      const growthFact: Finding = {
        kind: 'fact',
        what: 'whether it grows with the number of servers',
        value:
          added <= varied
            ? `no: all of them together add ${added.toFixed(1)} ms, and the floor alone varies by ${varied.toFixed(1)} ms`
            : `not known: all of them together add ${added.toFixed(1)} ms`,
        reached: added <= varied,
      };
      const maxByWatchdog = Math.max(...values.watchdog);
      const watchdogFact: Finding = {
        kind: 'fact',
        what: 'CPU of the watchdog of the stdio servers in a minute; at most 10 ms',
        value: `${maxByWatchdog.toFixed(1)} ms`,
        reached: maxByWatchdog <= 10,
      };
      return [comparison, growthFact, watchdogFact];
    } finally {
      await bare?.stop();
      await editor.workbench.dispose();
      web.kill();
    }
  },
};
