import { setTimeout as delay } from 'node:timers/promises';
import type { Fact } from '#test/bench/lib/findings.ts';
import { cpuMs, untilCalm } from '#test/bench/scale/cpuTime.ts';
import { processKb } from '#test/bench/scale/processMemory.ts';
import type { TogetherWindow } from './togetherWindow.ts';
import { processesOf, proportionalKb } from './windowProcesses.ts';

/** A whole minute, so that it contains work that is done periodically. */
const idleMs = 60_000;
const maxPercent = 1;

/** Measures the CPU time of a minute in which nothing happens, in a full window and in one with one server, at the same time. */
export async function measureIdleMinute(window: TogetherWindow, small: TogetherWindow): Promise<Fact[]> {
  const [ours, beside] = [await processesOf(window), await processesOf(small)];
  // A window that does not become calm is measured as it is, because this is what the user has.
  await untilCalm(ours.extensionHost);
  await untilCalm(beside.extensionHost);
  const parts = [
    [ours.extensionHost],
    [ours.watchdog],
    [beside.extensionHost],
    [beside.watchdog],
    ours.proxies,
    ours.servers,
  ];
  const all = () => parts.map((pids) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0));
  const before = all();
  const began = performance.now();
  await delay(idleMs);
  const lasted = performance.now() - began;
  const percents = all().map((ms, index) => (100 * (ms - (before[index] ?? 0))) / lasted);
  const [host = 0, watchdog = 0, smallHost = 0, smallWatchdog = 0, proxies = 0, servers = 0] = percents;
  const written = (percent: number) => `${percent.toFixed(2)} %`;
  return [
    {
      kind: 'fact',
      what: `CPU of one core in an idle minute, extension host and watchdog: at most ${maxPercent} %`,
      value: `${written(host + watchdog)}: ${written(host)} and ${written(watchdog)}; with one server ${written(smallHost + smallWatchdog)}`,
      reached: host + watchdog <= maxPercent,
    },
    {
      kind: 'fact',
      what: `the same of the ${ours.proxies.length} proxies together, and of the ${ours.servers.length} servers themselves`,
      value: `${written(proxies)} and ${written(servers)}`,
    },
  ];
}

/** Lists the memory of a full window by its parts, beside that of a window with one server. */
export async function listMemory(window: TogetherWindow, small: TogetherWindow): Promise<Fact[]> {
  const [ours, beside] = [await processesOf(window), await processesOf(small)];
  const fact = (what: string, value: string): Fact => ({ kind: 'fact', what: `memory of ${what}`, value });
  const together = (pids: readonly number[]) =>
    `${megabytes(proportionalKb(pids))}, ${megabytes(proportionalKb(pids) / pids.length)} each`;
  return [
    fact(
      'the extension host',
      `${await hostMemory(window, ours.extensionHost)}; with one server ${await hostMemory(small, beside.extensionHost)}`,
    ),
    fact('the watchdog, shared memory divided', megabytes(proportionalKb([ours.watchdog]))),
    fact(`the ${ours.proxies.length} proxies together, shared memory divided`, together(ours.proxies)),
    fact(`the ${ours.servers.length} servers together, shared memory divided`, together(ours.servers)),
    fact(
      `the ${ours.serversOfAgents.length} servers of the agents together, shared memory divided`,
      together(ours.serversOfAgents),
    ),
    fact(
      "the editor's other processes, shared memory divided, and the heap of its page",
      `${megabytes(proportionalKb(ours.editor))} and ${await pageHeap(window)}; with one server ${megabytes(proportionalKb(beside.editor))} and ${await pageHeap(small)}`,
    ),
  ];
}

async function hostMemory(window: TogetherWindow, pid: number): Promise<string> {
  const { heapUsed, external } = await window.driver.act<NodeJS.MemoryUsage>('leastMemory');
  const resident = megabytes(processKb(pid, 'smaps_rollup', 'Rss'));
  return `heap ${megabytes(heapUsed / 1000)}, buffers ${megabytes(external / 1000)}, resident ${resident}`;
}

/** The used heap of the window's page, after a collection. */
async function pageHeap({ workbench: { page } }: TogetherWindow): Promise<string> {
  await page.requestGC();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return megabytes((metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1000);
}

function megabytes(kb: number): string {
  return `${(kb / 1000).toFixed(1)} MB`;
}
