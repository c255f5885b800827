import vm from 'node:vm';
import { sha256 } from '#core/common/digest.ts';
import { lazy } from '#core/common/lazy.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { PatternVerdict } from '#form/evaluate.ts';
import { retryIfStarved } from './givenTime.ts';

/** Milliseconds that one pattern may run over one text. A sane one needs thousandths of that. */
const LONGEST_RUN = 100;
/** Milliseconds under which a run is not begun: stopping it costs about as much. */
const SHORTEST_RUN = 10;
/** Milliseconds of a run that counts as slow. These, and the next, are of CPU. */
const SLOW_RUN = 1;
/** Milliseconds that the slow patterns of one server may take together; given back at a tenth of real time. */
const ALLOWANCE = 500;
/** How many slow runs are remembered. */
const REMEMBERED = 1000;

const compiled = new LruCache<RegExp | 'invalid'>(200);
/** For a pattern with a text: the milliseconds that were not enough. */
const slow = new LruCache<number>(REMEMBERED);

/** Our own line of code, run in a context of its own only because there V8 can stop it. The server's part is data. */
const run = new vm.Script('pattern.test(text)');
const ownContext = lazy((): { pattern?: RegExp; text?: string } => vm.createContext(Object.create(null)));

/** Milliseconds that slow runs have had lately, and when that was right. */
interface Account {
  spent: number;
  at: number;
}

/** By owner: slow patterns of one cost the others nothing. */
const accounts = new WeakMap<object, Account>();

/**
 * Runs a server's pattern over a text, anchored nowhere, as JSON Schema has it: with the `u` flag, else without. A run
 * is stopped after 100 ms, and begun anew where a busy machine has given it none of them; none is begun while slow patterns of
 * its owner have had 500 ms lately: that one is too slow as well. The same slow run is not tried twice. Never throws.
 * It takes the time of whoever calls it: only the worker thread does.
 */
export function runPattern(pattern: string, text: string, owner: object): PatternVerdict {
  const regExp = compile(pattern);
  if (regExp === 'invalid') {
    return 'invalid';
  }
  const key = sha256(JSON.stringify([pattern, text]));
  const account = accountOf(owner);
  const timeout = Math.min(LONGEST_RUN, Math.round(ALLOWANCE - account.spent));
  if (timeout < SHORTEST_RUN || (slow.get(key) ?? 0) >= timeout) {
    return 'tooSlow';
  }
  const { verdict, spent, isCertain } = retryIfStarved(timeout, () => runFor(timeout, regExp, text));
  if (spent >= SLOW_RUN) {
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
    return run.runInContext(context, { timeout }) === true;
  } catch (error) {
    // Whatever else the engine says (too large, out of stack) is no matter of time.
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
