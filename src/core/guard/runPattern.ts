import process from 'node:process';
import vm from 'node:vm';
import { sha256 } from '#core/common/digest.ts';
import { lazy } from '#core/common/lazy.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { PatternVerdict } from '#form/evaluate.ts';

/** The milliseconds for which one pattern may run on one text. An ordinary pattern takes a thousandth of this. */
const maxRunMs = 100;
/** The shortest time limit with which a run is started, in milliseconds, because stopping a run takes about as long. */
const minRunMs = 10;
/** The milliseconds of CPU time from which a run counts as slow. */
const slowRunMs = 1;
/** The milliseconds of CPU time that the slow patterns of one server may use together; restored at a tenth of real time. */
const allowanceMs = 500;
/** The number of too slow runs that are cached. */
const maxSlowRuns = 1000;

const compiled = new LruCache<RegExp | 'invalid'>(200);
/** The timeouts in milliseconds that were too short, by pattern and text. */
const failedTimeouts = new LruCache<number>(maxSlowRuns);

/** A script that runs in a separate context, because V8 can stop only such code. Pattern and text are passed as data. */
const script = new vm.Script('pattern.test(text)');
const scriptContext = lazy((): { pattern?: RegExp; text?: string } => vm.createContext(Object.create(null)));

/** `spent`: the milliseconds of CPU time of slow runs that count at the time `at`. */
interface CpuTimeAccount {
  spent: number;
  at: number;
}

/** The accounts by owner, so that slow patterns of one server do not use the allowance of another. */
const accounts = new WeakMap<object, CpuTimeAccount>();

/**
 * Tests a server's pattern on a text, not anchored (as JSON Schema requires), with the `u` flag or, if this is a syntax error,
 * without it. Stops a run after 100 ms, and repeats it if the machine was too busy. Returns `tooSlow` without a run if slow
 * patterns of `owner` have used 500 ms recently, or if the same run was too slow before. Never throws. Blocks the calling
 * thread, so only the worker thread may call it.
 */
export function runPattern(pattern: string, text: string, owner: object): PatternVerdict {
  const regExp = compile(pattern);
  if (regExp === 'invalid') {
    return 'invalid';
  }
  const key = sha256(JSON.stringify([pattern, text]));
  const account = refreshAccount(owner);
  const timeout = Math.min(maxRunMs, Math.round(allowanceMs - account.spent));
  if (timeout < minRunMs || (failedTimeouts.get(key) ?? 0) >= timeout) {
    return 'tooSlow';
  }
  const { verdict, spent, isCertain } = retryIfStarved(timeout, () => runWithTimeout(timeout, regExp, text));
  if (spent >= slowRunMs) {
    account.spent += spent;
  }
  if (verdict === 'tooSlow' && isCertain) {
    failedTimeouts.set(key, timeout);
  }
  return verdict;
}

function refreshAccount(owner: object): CpuTimeAccount {
  const now = performance.now();
  const account = accounts.get(owner) ?? { spent: 0, at: now };
  accounts.set(owner, account);
  account.spent = Math.max(0, account.spent - (now - account.at) / 10);
  account.at = now;
  return account;
}

function runWithTimeout(timeout: number, pattern: RegExp, text: string): PatternVerdict {
  const context = scriptContext();
  try {
    context.pattern = pattern;
    context.text = text;
    return script.runInContext(context, { timeout }) === true;
  } catch (error) {
    // Other errors of the engine (pattern too large, stack overflow) do not depend on the timeout.
    return (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'tooSlow' : 'invalid';
  } finally {
    context.pattern = undefined;
    context.text = undefined;
  }
}

function compile(pattern: string): RegExp | 'invalid' {
  const cached = compiled.get(pattern);
  if (cached !== undefined) {
    return cached;
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

/** The number of times a run is started if it gets too little CPU time. */
const maxRuns = 5;
/** The share of its timeout for which a run must have had the CPU to count as too slow. */
const minCpuShare = 0.5;

interface RunVerdict<V> {
  readonly verdict: V | 'tooSlow';
  /** The milliseconds of CPU time that all runs used together. */
  readonly spent: number;
  /** False if the machine was too busy to decide. */
  readonly isCertain: boolean;
}

/**
 * Calls `run`, which stops after `timeout` milliseconds of real time, until it has a result or the process has had the CPU for
 * half of the timeout; at most five times.
 * @param cpu returns the milliseconds of CPU time that this process has used
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
    const isCertain = verdict !== 'tooSlow' || spent >= timeout * minCpuShare;
    if (isCertain || runs === maxRuns) {
      return { verdict, spent, isCertain };
    }
  }
}

function cpuOfThisProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
