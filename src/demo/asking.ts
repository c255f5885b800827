import type { Ask, ContentOf, Fields, RefusedAction, StoryAnswer, StoryQuestion } from '#demo/stories/story.ts';

/** A form on its way to the person. */
export interface Form {
  /** Unique within its call, and the same whenever the story is told. */
  readonly key: string;
  readonly message: string;
  readonly requestedSchema: { type: 'object'; properties: Fields; required: string[] };
}

/** What came back, as the client sent it. */
export interface Reply {
  readonly action: 'accept' | RefusedAction;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** Brings a form to the client: the part in which the protocol's eras differ. */
export type Put = (form: Form) => Promise<Reply>;

/** What both SDKs offer to check an answer with. */
interface Validators {
  getValidator<T>(
    schema: Form['requestedSchema'],
  ): (value: unknown) => { valid: true; data: T } | { valid: false; errorMessage: string };
}

const ATTEMPTS = 3;

/**
 * Asks by way of `put`. An accepted answer is checked again here, since a server cannot trust a client to have done so;
 * a wrong one is asked for again, with the reason.
 */
export function checkedAsk(put: Put, validators: Validators): Ask {
  return async <F extends Fields, R extends keyof F & string>(
    question: StoryQuestion<F, R>,
  ): Promise<StoryAnswer<ContentOf<F, R>>> => {
    const required = [...(question.required ?? [])];
    let { message, properties }: { message: string; properties: Fields } = question;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const key = attempt === 1 ? question.key : `${question.key}-${attempt}`;
      const requestedSchema = { type: 'object' as const, properties, required };
      const reply = await put({ key, message, requestedSchema });
      if (reply.action !== 'accept') {
        return { action: reply.action };
      }
      const content = reply.content ?? {};
      const verdict = validators.getValidator<ContentOf<F, R>>(requestedSchema)(content);
      if (!verdict.valid) {
        message = `That answer does not fit the form: ${verdict.errorMessage}.\n\n${question.message}`;
        continue;
      }
      const problem = question.check?.(verdict.data);
      if (problem === undefined) {
        return { action: 'accept', content: verdict.data };
      }
      message = `${problem}\n\n${question.message}`;
      properties = prefilled(question.properties, content);
    }
    throw new Error('Three answers in a row did not fit the question, so it was dropped. Nothing was done.');
  };
}

/** The same fields with the given answers as their defaults, so that only what was wrong needs typing again. */
function prefilled(fields: Fields, content: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, default: content[name] } as typeof field]),
  );
}
