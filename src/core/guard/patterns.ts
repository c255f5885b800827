import { createHash } from 'node:crypto';
import vm from 'node:vm';
import type { PatternTest } from '../../form/evaluate.ts';

/** Milliseconds that one pattern may run over one text. A sane one needs thousandths of that. */
const LONGEST_RUN = 100;
/** Milliseconds left to each run once slow patterns have used up the allowance: a form may hold hundreds of them. */
const SHORTEST_RUN = 10;
/** The same once they have used it up twice. */
const SHORTEST_OF_ALL = 1;
/** Milliseconds that slow patterns may take together before runs get short; given back at a tenth of real time. */
const ALLOWANCE = 500;
/** How many slow runs are remembered. */
const REMEMBERED = 1000;

/** Keeps the most recently used entries, `size` of them. */
class Recent<V> {
  readonly #entries = new Map<string, V>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > this.#size) {
      this.#entries.delete(oldest);
    }
  }
}

const compiled = new Recent<RegExp | 'invalid'>(200);
/** For a pattern with a text: the milliseconds that were not enough. */
const slow = new Recent<number>(REMEMBERED);

/** Our own line of code, run in a context of its own only because there V8 can stop it. The server's part is data. */
const run = new vm.Script('pattern.test(text)');
const context: { pattern?: RegExp; text?: string } = vm.createContext(Object.create(null));

let spent = 0;
let spentAt = 0;

/**
 * Runs a server's pattern over a text, anchored nowhere, as JSON Schema has it: with the `u` flag, else without. A run
 * is stopped after 100 ms, sooner when slow patterns have had 500 ms lately, and soonest after a second; the same slow run is not tried twice.
 * Never throws.
 */
export const matchesPattern: PatternTest = (pattern, text) => {
  const regExp = compile(pattern);
  if (regExp === 'invalid') {
    return 'invalid';
  }
  const key = createHash('sha256')
    .update(JSON.stringify([pattern, text]))
    .digest('base64');
  const timeout = allowedTime();
  if ((slow.get(key) ?? 0) >= timeout) {
    return 'tooSlow';
  }
  const verdict = runFor(timeout, regExp, text);
  if (verdict === 'tooSlow') {
    slow.set(key, timeout);
  }
  return verdict;
};

/** Milliseconds that the next run may take. */
function allowedTime(): number {
  const now = performance.now();
  spent = Math.max(0, spent - (now - spentAt) / 10);
  spentAt = now;
  const shortest = spent > 2 * ALLOWANCE ? SHORTEST_OF_ALL : SHORTEST_RUN;
  return Math.max(shortest, Math.min(LONGEST_RUN, Math.round(ALLOWANCE - spent)));
}

function runFor(timeout: number, pattern: RegExp, text: string): ReturnType<PatternTest> {
  const startedAt = performance.now();
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
    const took = performance.now() - startedAt;
    if (took >= SHORTEST_OF_ALL) {
      spent += took;
    }
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
