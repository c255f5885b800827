import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secondsSince } from '#scripts/lib/process.mjs';
import type { Bench, Comparison, Fact, Finding } from '#test/bench/lib/findings.ts';
import { measureInTurns } from '#test/bench/lib/sideBySide.ts';
import { serverScript } from '#test/bench/together/agentsHome.ts';
import { growAgents, growRecord, growServers } from '#test/bench/together/growths.ts';
import { listMemory, measureIdleMinute } from '#test/bench/together/idleWindow.ts';
import { full, growing } from '#test/bench/together/sizes.ts';
import { TogetherWindow } from '#test/bench/together/togetherWindow.ts';
import { linkEntries, type WrittenRecord, writeRecord } from '#test/bench/together/writtenRecord.ts';
import { eventually } from '#test/eventually.ts';
import { findDescendants } from '#test/workbench/harness/childProcesses.ts';

const warmRounds = 9;
const coldRounds = 5;

/**
 * Measures one window of a real editor, with the packaged extension, that has everything at once: servers as child processes with
 * their tools, agents as processes with the proxy, and a record that the product's own writer has written. Beside it stands
 * a window of another editor, on the same machine at the same time, with one server, one agent and an empty record. Each number grows
 * while the others are at their full size.
 */
export const bench: Bench = {
  title: `${full.servers} servers, ${full.tools.toLocaleString('en')} tools, ${full.agents} agents and a record of ${full.entries.toLocaleString('en')} entries in one window`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'together-'));
    let window: TogetherWindow | undefined;
    let small: TogetherWindow | undefined;
    const findings: Finding[] = [];
    const measure = async (what: string, part: () => Promise<readonly Finding[]>) => {
      const begin = performance.now();
      findings.push(...(await part()));
      console.log(`  ${what}: ${secondsSince(begin)}`);
    };
    try {
      const begin = performance.now();
      const record = await writeRecord(join(folder, 'record'), full.entries);
      findings.push(describe(record, performance.now() - begin));
      console.log(`  the record is written: ${secondsSince(begin)}`);
      const [least] = growing(full.entries);
      const whole = await TogetherWindow.open({ ...full, fillRecord: (target) => linkEntries(record, target, least) });
      window = whole;
      await measure('the window with a growing record', () => growRecord(whole, record));
      await measure('growing agents', () => growAgents(whole));
      const one = await TogetherWindow.open({ servers: 1, tools: full.tools / full.servers, agents: 1, beside: whole });
      small = one;
      await one.msUntilServersRun();
      await one.showView();
      await one.restartAgents(1);
      await measure('an idle minute', () => measureIdleMinute(whole, one));
      await measure('the memory by parts', () => listMemory(whole, one));
      await measure('forms beside a window with one server', () => compareForms(whole, one));
      await one.dispose();
      small = undefined;
      await measure('growing servers and tools', () => growServers(whole));
      findings.push(countRestarts(whole));
    } finally {
      await small?.dispose();
      await window?.dispose();
      await rm(folder, { recursive: true, force: true });
    }
    return [...findings, await countLeft()];
  },
};

function describe({ bytes, files }: WrittenRecord, ms: number): Fact {
  const megabytes = Math.round(bytes / 1e6).toLocaleString('en');
  return {
    kind: 'fact',
    what: 'the record, written by the writer of the product',
    value: `${megabytes} MB in ${files.length} files, in ${(ms / 1000).toFixed(1)} s`,
  };
}

/** Measures the time to a form in both windows, in turns. */
async function compareForms(window: TogetherWindow, small: TogetherWindow): Promise<Comparison[]> {
  const [smallOwn, own, smallAgent, agent] = await measureInTurns(
    { rounds: warmRounds },
    () => small.timeOwnForm(),
    () => window.timeOwnForm(),
    () => small.timeAgentForm(),
    () => window.timeAgentForm(),
  );
  const [smallCold, cold] = await measureInTurns(
    { rounds: coldRounds, warmUps: 1 },
    () => small.timeOwnForm('closed'),
    () => window.timeOwnForm('closed'),
  );
  return [
    compare('from a call to its form, panel open', smallOwn, own),
    compare('from a call of an agent to its form, panel open', smallAgent, agent),
    compare('from a call to its form, no panel yet', smallCold, cold),
  ];
}

function compare(what: string, beside: readonly number[], values: readonly number[]): Comparison {
  return {
    kind: 'comparison',
    what,
    unit: 'ms',
    floor: { name: 'one server, one agent, no record', values: beside },
    measured: { name: 'everything', values },
    goal: { of: 'ratio', share: 0.5, most: 2 },
  };
}

function countRestarts({ home }: TogetherWindow): Fact {
  return {
    kind: 'fact',
    what: 'sessions of agents that began without the window, because it had not replied within a second',
    value: String(home.restarts),
  };
}

/** Servers end when their input does, a moment after the window and the proxies. */
async function countLeft(): Promise<Fact> {
  const find = () => findDescendants(1, serverScript);
  await eventually('no process is left', async () => (await find()).length === 0, 10_000).catch(() => undefined);
  const left = (await find()).length;
  return { kind: 'fact', what: 'processes left', value: String(left), reached: left === 0 };
}
