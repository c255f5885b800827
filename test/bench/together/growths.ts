import type { Growth, Unit } from '#test/bench/lib/findings.ts';
import { measureInTurns } from '#test/bench/lib/sideBySide.ts';
import { full, growing } from './sizes.ts';
import type { TogetherWindow } from './togetherWindow.ts';
import { proportionalKb } from './windowProcesses.ts';
import { linkEntries, type WrittenRecord } from './writtenRecord.ts';

/** The exponent of a cost that may be proportional, and of one that must be constant. */
const inProportion = 1.2;
const constant = 0.2;
const formsOfSize = 3;
const historiesOfSize = 3;
const roundsOfServers = 2;
const roundsOfAgents = 2;

/** The readings of one size. */
interface AtSize {
  readonly size: number;
  readonly readyMs: readonly number[];
  readonly kb: readonly number[];
  readonly formMs: readonly number[];
}

/**
 * Opens the window with a quarter, half and all of the record, with all servers and agents each time. The last one stays open.
 */
export async function growRecord(window: TogetherWindow, record: WrittenRecord): Promise<Growth[]> {
  const points: (AtSize & { readonly historyMs: readonly number[] })[] = [];
  for (const size of growing(full.entries)) {
    // The window was opened with the least of the record.
    if (points.length > 0) await window.restart(() => linkEntries(record, window.recordFolder, size));
    const readyMs = [await window.msUntilServersRun()];
    await window.showView();
    await window.restartAgents(full.agents);
    const historyMs = await repeat(historiesOfSize, () => window.timeHistory());
    points.push({
      size,
      readyMs,
      historyMs,
      formMs: await repeat(formsOfSize, () => window.timeOwnForm()),
      kb: [await window.heldKb()],
    });
  }
  const growth = growthOf('entries');
  return [
    growth('the extension host starts, until all servers run', points, 'readyMs', constant),
    growth('the history opens', points, 'historyMs', constant),
    growth('a form in the open panel', points, 'formMs', constant),
    growth('all memory of the extension host', points, 'kb', constant),
  ];
}

/** Starts a quarter, half and all of the agents, while everything else is there. All of them stay connected. */
export async function growAgents(window: TogetherWindow): Promise<Growth[]> {
  const sizes = growing(full.agents);
  const readings = await measureInTurns(
    { rounds: roundsOfAgents, warmUps: 0 },
    ...sizes.map((size) => async () => {
      const readyMs = await window.restartAgents(size);
      const formMs = await repeat(formsOfSize, () => window.timeAgentForm());
      const proxies = window.agents.flatMap(({ child }) => child.pid ?? []);
      return { readyMs, formMs, kb: proportionalKb(proxies) };
    }),
  );
  await window.restartAgents(full.agents);
  const points = sizes.map((size, index) => pointOf(size, readings[index] ?? []));
  const growth = growthOf('agents');
  return [
    growth('the agents start, until the servers of all may ask', points, 'readyMs', inProportion),
    growth('a form of an agent in the open panel', points, 'formMs', constant),
    growth('memory of the proxies, shared memory divided', points, 'kb', inProportion),
  ];
}

/**
 * Starts a quarter, half and all of the servers with all tools, and all servers with a quarter, half and all of the tools, while
 * everything else is there.
 */
export async function growServers(window: TogetherWindow): Promise<Growth[]> {
  await window.configure(0, 0);
  const without = await window.heldKb();
  const [few, some] = growing(full.servers);
  const [fewTools, someTools] = growing(full.tools);
  const cases = [
    { servers: few, tools: full.tools },
    { servers: some, tools: full.tools },
    { servers: full.servers, tools: full.tools },
    { servers: full.servers, tools: fewTools },
    { servers: full.servers, tools: someTools },
  ];
  const readings = await measureInTurns(
    { rounds: roundsOfServers, warmUps: 0 },
    ...cases.map(({ servers, tools }) => async () => {
      await window.configure(servers, tools);
      const readyMs = await window.timeStartOfServers();
      const formMs = await repeat(formsOfSize, () => window.timeOwnForm());
      return { readyMs, formMs, kb: (await window.heldKb()) - without };
    }),
  );
  const points = cases.map(({ servers, tools }, index) => ({
    tools,
    servers,
    of: (size: number) => pointOf(size, readings[index] ?? []),
  }));
  const ofServers = points.filter(({ tools }) => tools === full.tools).map(({ servers, of }) => of(servers));
  const ofTools = points
    .filter(({ servers }) => servers === full.servers)
    .map(({ tools, of }) => of(tools))
    .toSorted((a, b) => a.size - b.size);
  return [...serverGrowths('servers', ofServers), ...serverGrowths('tools', ofTools)];
}

function serverGrowths(of: string, points: readonly AtSize[]): Growth[] {
  const growth = growthOf(of);
  return [
    growth('all servers start at once, until they run', points, 'readyMs', inProportion),
    growth('a form in the open panel', points, 'formMs', constant),
    growth('memory of the servers and tools in the extension host', points, 'kb', inProportion),
  ];
}

function growthOf(of: string) {
  return <K extends 'readyMs' | 'formMs' | 'kb' | 'historyMs'>(
    what: string,
    points: readonly ({ readonly size: number } & Readonly<Record<K, readonly number[]>>)[],
    key: K,
    maxExponent: number,
  ): Growth => {
    const unit: Unit = key === 'kb' ? 'kB' : 'ms';
    const values = points.map((point) => ({ size: point.size, values: point[key] }));
    return { kind: 'growth', what, of, unit, points: values, maxExponent };
  };
}

interface Round {
  readonly readyMs: number;
  readonly formMs: readonly number[];
  readonly kb: number;
}

function pointOf(size: number, rounds: readonly Round[]): AtSize {
  return {
    size,
    readyMs: rounds.map(({ readyMs }) => readyMs),
    formMs: rounds.flatMap(({ formMs }) => formMs),
    kb: rounds.map(({ kb }) => kb),
  };
}

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let time = 0; time < times; time += 1) values.push(await measure());
  return values;
}
