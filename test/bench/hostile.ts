import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type FormElicitation, readElicitation } from '#core/elicitation/elicitationParams.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { jsonSuggestions } from '#form/schema/jsonSuggestions.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { root } from '#scripts/lib/process.mjs';
import { argumentFamilies, schemaFamilies } from '#test/bench/hostile/schemaFamilies.ts';
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
  /** The longest turn of this thread's event loop, including the reading. */
  readonly standstill: number;
  /** The time until the answer to an honest server was checked. That answer is submitted last. */
  readonly honest: number;
  readonly isAnswered: boolean;
}

interface ArgumentTimes {
  readonly name: string;
  /** The time for reading the schema as that of a tool's arguments, in this thread. */
  readonly reading: number;
  /** The time for the slowest suggestions in JSON. */
  readonly suggesting: number;
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
    const schemas = jsonOfAll(schemaFamilies);
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
    const toolSchemas = [...schemas, ...jsonOfAll(argumentFamilies)];
    const argumentsBefore = process.memoryUsage.rss();
    const tools = toolSchemas.map(([name, json]) => timeArguments(name, json));
    const argumentsMB = (process.memoryUsage.rss() - argumentsBefore) / 1e6;
    const unanswered = attacks.filter(({ isAnswered }) => !isAnswered);
    return [
      worst(attacks, 'reading', 'longest reading of a schema', maxStandstillMs),
      worst(attacks, 'readingCpu', 'most CPU time for reading a schema', maxStandstillMs),
      worst(attacks, 'standstill', 'longest standstill of the host', maxStandstillMs),
      worst(attacks, 'honest', 'longest wait of an honest server beside it'),
      fact('honest servers not answered', `${unanswered.length} of ${attacks.length}`, unanswered.length === 0),
      fact('memory beyond the host, with the start of the worker', `${added.toFixed(0)} MB`, added <= maxMemoryMB),
      worst(tools, 'reading', "longest reading of the schema of a tool's arguments", maxStandstillMs),
      worst(tools, 'suggesting', 'longest wait for suggestions in JSON', maxStandstillMs),
      fact('memory for reading arguments and suggestions', `${argumentsMB.toFixed(0)} MB`, argumentsMB <= maxMemoryMB),
      fact('the process of the host', 'alive after the last', true),
    ];
  },
};

/** The schemas of the families in each size, as JSON. */
function jsonOfAll(families: typeof schemaFamilies): (readonly [name: string, json: string])[] {
  return Object.entries(families).flatMap(([family, make]) =>
    sizes.map((size) => [`${family}, ${size} kB`, JSON.stringify(make(size * 1000))] as const),
  );
}

async function timeAttack(
  validator: AnswerValidator,
  honest: FormElicitation['form'],
  name: string,
  json: string,
): Promise<AttackTimes> {
  const schema: object = JSON.parse(json);
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
    standstill: Math.max(reading, delays.max / 1e6),
    honest: waited,
    isAnswered: answer.ok,
  };
}

/** Reads the schema as that of a tool's arguments, and requests suggestions at several places of the JSON. */
function timeArguments(name: string, json: string): ArgumentTimes {
  const schema: Readonly<Record<string, unknown>> = JSON.parse(json);
  const suggesting = ['{', '{"p0": {', '{"p0": ', '{"a": '].map((text) =>
    timeOf(() => jsonSuggestions([schema], schema, text, text.length)),
  );
  return { name, reading: timeOf(() => readArgumentsSchema(schema)), suggesting: Math.max(...suggesting) };
}

function timeOf(run: () => unknown): number {
  const started = performance.now();
  run();
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

function worst<P extends string>(
  attacks: readonly (Readonly<Record<P, number>> & { readonly name: string })[],
  part: P,
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
