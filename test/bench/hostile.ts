import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type FormElicitation, readElicitation } from '#core/elicitation/elicitationParams.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { jsonSuggestions } from '#form/schema/jsonSuggestions.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { root } from '#scripts/lib/process.mjs';
import { schemaFamilies } from '#test/bench/hostile/schemaFamilies.ts';
import type { Bench, Fact } from '#test/bench/lib/findings.ts';
import { initialInputs } from '#test/host/initialInputs.ts';

const sizes = [1, 10, 100];
/** The maximum time for which the extension host may be blocked. In milliseconds. */
const maxStandstillMs = 50;
/** The maximum added memory, including that of the worker's start. In MB. */
const maxMemoryMB = 64;
const rules = { modes: { form: true, url: true }, era: 'legacy' } as const;

/** The number of honest forms that are read before the measurement. */
const honestForms = 5000;
const honestSchema = (count: number) => ({
  type: 'object',
  properties: { name: { type: 'string', pattern: '^[A-Z]', title: `Name ${count}` } },
});

interface AttackTimes {
  readonly name: string;
  /** The time for reading the schema, in this thread. */
  readonly reading: number;
  /** The CPU time of the process for reading the schema, which depends less on the load of the machine. */
  readonly readingCpu: number;
  /** The time for reading it as the schema of a tool's arguments, in this thread. */
  readonly readingArguments: number;
  /** The time for the slowest suggestions for a place in JSON. */
  readonly suggesting: number;
  /** The longest turn of this thread's event loop, including each reading. */
  readonly standstill: number;
  /** The time until the answer to an honest server was checked. That answer is submitted last. */
  readonly honest: number;
  readonly isAnswered: boolean;
}

/** The core runs in this process; values are checked in the worker as it is shipped. */
export const bench: Bench = {
  title: 'Hostile schemas: the host goes on',
  async run() {
    const honest = form(honestSchema(0));
    if (!honest) {
      throw new Error('the honest form was refused');
    }
    // As JSON, as a server sends them, so that creating them is not measured.
    const schemas = Object.entries(schemaFamilies).flatMap(([family, make]) =>
      sizes.map((size) => [`${family}, ${size} kB`, JSON.stringify(make(size * 1000))] as const),
    );
    // As in a host that has run for a while: V8 adapts the size of its young generation to the load.
    for (let count = 0; count < honestForms; count += 1) {
      form(honestSchema(count));
    }
    const before = process.memoryUsage.rss();
    let maxBytes = before;
    const memoryTimer = setInterval(() => {
      maxBytes = Math.max(maxBytes, process.memoryUsage.rss());
    }, 5);
    const checker = new WorkerChecker(join(root, 'dist/validator.cjs'));
    const validator = new AnswerValidator(checker);
    const attacks: AttackTimes[] = [];
    try {
      for (const [name, json] of schemas) {
        attacks.push(await timeAttack(validator, honest, name, json));
      }
    } finally {
      clearInterval(memoryTimer);
      checker.dispose();
    }
    const added = (maxBytes - before) / 1e6;
    const unanswered = attacks.filter(({ isAnswered }) => !isAnswered);
    return [
      worst(attacks, 'reading', 'longest reading of a schema', maxStandstillMs),
      worst(attacks, 'readingCpu', 'most CPU time for reading a schema', maxStandstillMs),
      worst(attacks, 'readingArguments', 'longest reading of the schema of a tool', maxStandstillMs),
      worst(attacks, 'suggesting', 'longest wait for suggestions in JSON', maxStandstillMs),
      worst(attacks, 'standstill', 'longest standstill of the host', maxStandstillMs),
      worst(attacks, 'honest', 'longest wait of an honest server beside it'),
      fact('honest servers not answered', `${unanswered.length} of ${attacks.length}`, unanswered.length === 0),
      fact('memory beyond the host, with the start of the worker', `${added.toFixed(0)} MB`, added <= maxMemoryMB),
      fact('the process of the host', 'alive after the last', true),
    ];
  },
};

async function timeAttack(
  validator: AnswerValidator,
  honest: FormElicitation['form'],
  name: string,
  json: string,
): Promise<AttackTimes> {
  const schema: object = JSON.parse(json);
  const argumentsStarted = performance.now();
  readArgumentsSchema(schema);
  const readingArguments = performance.now() - argumentsStarted;
  const suggesting = Math.max(...['{', '{"p0": {', '{"a": ', '{"p0": '].map((text) => timeSuggestions(schema, text)));
  await new Promise(setImmediate);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const started = performance.now();
  const cpu = process.cpuUsage();
  const hostile = form(schema);
  const reading = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const readingCpu = (user + system) / 1000;
  await new Promise(setImmediate);
  const checks: unknown[] = [validator.check('hostile', schema, { p0: `${'a'.repeat(40)}!`, a: 'a' })];
  if (hostile) {
    checks.push(validator.validate({ form: hostile, owner: 'hostile' }, initialInputs(hostile)));
  }
  const submittedAt = performance.now();
  const answer = await validator.validate({ form: honest, owner: 'honest' }, [
    { kind: 'text', text: name.toUpperCase(), touched: true },
  ]);
  const waited = performance.now() - submittedAt;
  await Promise.all(checks);
  await new Promise(setImmediate);
  delays.disable();
  return {
    name,
    reading,
    readingCpu,
    readingArguments,
    suggesting,
    standstill: Math.max(reading, readingArguments, suggesting, delays.max / 1e6),
    honest: waited,
    isAnswered: answer.ok,
  };
}

/** The time for the suggestions at the end of a text, for arguments as a whole. */
function timeSuggestions(schema: object, text: string): number {
  const started = performance.now();
  jsonSuggestions([schema], schema as Readonly<Record<string, unknown>>, text, text.length);
  return performance.now() - started;
}

/** The form of a request with this schema; `undefined` if it is refused. */
function form(requestedSchema: object): FormElicitation['form'] | undefined {
  try {
    const read = readElicitation({ message: 'Which?', requestedSchema }, rules);
    return read.mode === 'form' ? read.form : undefined;
  } catch {
    return undefined;
  }
}

function worst(
  attacks: readonly AttackTimes[],
  part: 'reading' | 'readingCpu' | 'readingArguments' | 'suggesting' | 'standstill' | 'honest',
  what: string,
  maxMs?: number,
): Fact {
  const [first, second] = attacks.toSorted((one, other) => other[part] - one[part]);
  const texts = [first, second].map((one) => (one ? `${one[part].toFixed(0)} ms (${one.name})` : 'none'));
  return fact(what, `${texts[0]}; next ${texts[1]}`, maxMs === undefined ? undefined : (first?.[part] ?? 0) <= maxMs);
}

function fact(what: string, value: string, reached?: boolean): Fact {
  return { kind: 'fact', what, value, ...(reached !== undefined && { reached }) };
}
