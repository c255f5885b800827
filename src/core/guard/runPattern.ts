import process from 'node:process';
import vm from 'node:vm';
import { sha256 } from '#core/common/digest.ts';
import { lazy } from '#core/common/lazy.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { PatternVerdict } from '#form/evaluate.ts';

/** Milliseconds that one pattern may run over one text. An ordinary pattern needs thousandths of that. */
const longestRunMs = 100;
/** A run is not started with less time than this, because stopping it costs about as much. In milliseconds. */
const shortestRunMs = 10;
/** Milliseconds of CPU from which a run counts as slow. */
const slowRunMs = 1;
/** Milliseconds of CPU that the slow patterns of one server may use together; restored at a tenth of real time. */
const allowanceMs = 500;
/** How many slow runs are remembered. */
const maxSlowRuns = 1000;

const compiled = new LruCache<RegExp | 'invalid'>(200);
/** The timeout in milliseconds that was too short, by pattern and text. */
const slow = new LruCache<number>(maxSlowRuns);

/** Runs in a context of its own, because V8 can stop only such code. The server's pattern and the text are passed as data. */
const script = new vm.Script('pattern.test(text)');
const ownContext = lazy((): { pattern?: RegExp; text?: string } => vm.createContext(Object.create(null)));

/** Milliseconds that slow runs have used, at the time `at`. */
interface Account {
  spent: number;
  at: number;
}

/** By owner, so that the slow patterns of one server cost the others nothing. */
const accounts = new WeakMap<object, Account>();

/**
 * Runs a server's pattern over a text, not anchored (as JSON Schema requires), with the `u` flag and, if that is a syntax error,
 * without. Stops a run after 100 ms and repeats it if the machine was too busy to run it. Returns `tooSlow` without a run if slow
 * patterns of `owner` have used 500 ms recently, or if the same run was too slow before. Never throws. Blocks the calling thread:
 * only the worker thread may call it.
 */
export function runPattern(pattern: string, text: string, owner: object): PatternVerdict {
  const regExp = compile(pattern);
  if (regExp === 'invalid') {
    return 'invalid';
  }
  const key = sha256(JSON.stringify([pattern, text]));
  const account = accountOf(owner);
  const timeout = Math.min(longestRunMs, Math.round(allowanceMs - account.spent));
  if (timeout < shortestRunMs || (slow.get(key) ?? 0) >= timeout) {
    return 'tooSlow';
  }
  const { verdict, spent, isCertain } = retryIfStarved(timeout, () => runFor(timeout, regExp, text));
  if (spent >= slowRunMs) {
    account.spent += spent;
  }
  if (verdict === 'tooSlow' && isCertain) {
    slow.set(key, timeout);
  }
  return verdict;
}

function accountOf(owner: object): Account {
  const now = performance.now();
  const account = accounts.get(owner) ?? { spent: 0, at: now };
  accounts.set(owner, account);
  account.spent = Math.max(0, account.spent - (now - account.at) / 10);
  account.at = now;
  return account;
}

function runFor(timeout: number, pattern: RegExp, text: string): PatternVerdict {
  const context = ownContext();
  try {
    context.pattern = pattern;
    context.text = text;
    return script.runInContext(context, { timeout }) === true;
  } catch (error) {
    // Other errors of the engine (pattern too large, stack overflow) do not depend on time.
    return (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'tooSlow' : 'invalid';
  } finally {
    context.pattern = undefined;
    context.text = undefined;
  }
}

function compile(pattern: string): RegExp | 'invalid' {
  const known = compiled.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const regExp = construct(pattern, 'u') ?? construct(pattern, '') ?? 'invalid';
  compiled.set(pattern, regExp);
  return regExp;
}

function construct(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** How often a run is started that gets too little CPU. */
const maxRuns = 5;
/** The share of its timeout that a run must have had on the CPU before it is called too slow. */
const leastCpuShare = 0.5;

interface RunVerdict<V> {
  readonly verdict: V | 'tooSlow';
  /** Milliseconds of CPU that all runs used together. */
  readonly spent: number;
  /** False if the machine was too busy to decide. */
  readonly isCertain: boolean;
}

/**
 * Calls `run`, which stops after `timeout` milliseconds of real time. Calls it again, five times at most, if it was stopped although
 * this process got less than half of that time on the CPU.
 * @param cpu milliseconds of CPU that this process has used
 */
export function retryIfStarved<V>(
  timeout: number,
  run: () => V | 'tooSlow',
  cpu: () => number = cpuOfThisProcess,
): RunVerdict<V> {
  const begin = cpu();
  for (let runs = 1; ; runs += 1) {
    const verdict = run();
    const spent = cpu() - begin;
    const isCertain = verdict !== 'tooSlow' || spent >= timeout * leastCpuShare;
    if (isCertain || runs === maxRuns) {
      return { verdict, spent, isCertain };
    }
  }
}

function cpuOfThisProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
