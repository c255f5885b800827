import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type FormElicitation, readElicitation } from '#core/elicitation/elicitationParams.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { initialInputs } from '#form/formInputs.ts';
import { root } from '#scripts/lib/process.mjs';
import { schemaFamilies } from '#test/bench/hostile/schemaFamilies.ts';
import type { Bench, Fact } from '#test/bench/lib/findings.ts';

const sizes = [1, 10, 100];
/** Milliseconds that nothing else of the extension host may wait. */
const longestStandstill = 50;
/** MB, with the start of the worker. */
const maxMemory = 64;
const rules = { modes: { form: true, url: true }, era: 'legacy' } as const;

/** Honest forms that were read before. */
const honestForms = 5000;
const honestSchema = (count: number) => ({
  type: 'object',
  properties: { name: { type: 'string', pattern: '^[A-Z]', title: `Name ${count}` } },
});

interface Seen {
  readonly name: string;
  /** The schema is read, in this thread. */
  readonly reading: number;
  /** The same in CPU time of the process, which a busy machine does not lengthen as much. */
  readonly readingCpu: number;
  /** The longest turn of this thread, the reading included. */
  readonly standstill: number;
  /** Until the form of the honest server was judged, which was asked after all. */
  readonly honest: number;
  readonly isAnswered: boolean;
}

/** The host's side in this process, the checks in the worker as it is shipped. */
export const bench: Bench = {
  title: 'Hostile schemas: the host goes on',
  async run() {
    const honest = form(honestSchema(0));
    if (!honest) {
      throw new Error('the honest form was refused');
    }
    // As text, as a server sends them: making them is no work of the host's.
    const schemas = Object.entries(schemaFamilies).flatMap(([family, make]) =>
      sizes.map((size) => [`${family}, ${size} kB`, JSON.stringify(make(size * 1000))] as const),
    );
    // A host that has read honest forms for a while: V8 has given it a young generation of the size that work needs.
    for (let count = 0; count < honestForms; count += 1) {
      form(honestSchema(count));
    }
    const before = process.memoryUsage.rss();
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 5);
    const checker = new WorkerChecker(join(root, 'dist/validator.cjs'));
    const judge = new AnswerValidator(checker);
    const seen: Seen[] = [];
    try {
      for (const [name, json] of schemas) {
        seen.push(await attacked(judge, honest, name, json));
      }
    } finally {
      clearInterval(watching);
      checker.dispose();
    }
    const added = (most - before) / 1e6;
    const unanswered = seen.filter(({ isAnswered }) => !isAnswered);
    return [
      worst(seen, 'reading', 'longest reading of a schema', longestStandstill),
      worst(seen, 'readingCpu', 'most CPU time for reading a schema', longestStandstill),
      worst(seen, 'standstill', 'longest standstill of the host', longestStandstill),
      worst(seen, 'honest', 'longest wait of an honest server beside it'),
      fact('honest servers not answered', `${unanswered.length} of ${seen.length}`, unanswered.length === 0),
      fact('memory beyond the host, with the start of the worker', `${added.toFixed(0)} MB`, added <= maxMemory),
      fact('the process of the host', 'alive after the last', true),
    ];
  },
};

async function attacked(
  judge: AnswerValidator,
  honest: FormElicitation['form'],
  name: string,
  json: string,
): Promise<Seen> {
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
  const checks: unknown[] = [judge.check('hostile', schema, { p0: `${'a'.repeat(40)}!`, a: 'a' })];
  if (hostile) {
    checks.push(judge.validate({ form: hostile, owner: 'hostile' }, initialInputs(hostile)));
  }
  const asked = performance.now();
  const answer = await judge.validate({ form: honest, owner: 'honest' }, [
    { kind: 'text', text: name.toUpperCase(), touched: true },
  ]);
  const waited = performance.now() - asked;
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

/** The form of a question; `undefined` where it is refused. */
function form(requestedSchema: object): FormElicitation['form'] | undefined {
  try {
    const read = readElicitation({ message: 'Which?', requestedSchema }, rules);
    return read.mode === 'form' ? read.form : undefined;
  } catch {
    return undefined;
  }
}

function worst(
  seen: readonly Seen[],
  part: 'reading' | 'readingCpu' | 'standstill' | 'honest',
  what: string,
  most?: number,
): Fact {
  const [first, second] = seen.toSorted((one, other) => other[part] - one[part]);
  const said = [first, second].map((one) => (one ? `${one[part].toFixed(0)} ms (${one.name})` : 'none'));
  return fact(what, `${said[0]}; next ${said[1]}`, most === undefined ? undefined : (first?.[part] ?? 0) <= most);
}

function fact(what: string, value: string, reached?: boolean): Fact {
  return { kind: 'fact', what, value, ...(reached !== undefined && { reached }) };
}
