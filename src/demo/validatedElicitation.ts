import type {
  ContentOf,
  ElicitForm,
  ElicitUrl,
  FieldSchema,
  Fields,
  FormAnswer,
  RefusedAction,
  StoryForm,
} from '#demo/stories/story.ts';

/** The parameters of one form elicitation. */
export interface FormParams {
  /** Unique within its call, and the same in every run of the story. */
  readonly key: string;
  readonly message: string;
  readonly requestedSchema: { type: 'object'; properties: Fields; required: string[] };
}

/** The client's reply, as received. */
export interface ElicitReply {
  readonly action: 'accept' | RefusedAction;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** Sends a form to the client and waits for the reply. Each era of the protocol has a separate implementation. */
export type SendForm = (form: FormParams) => Promise<ElicitReply>;

/** The part of the JSON Schema validators of both SDKs that this file uses. */
interface Validators {
  getValidator<T>(
    schema: FormParams['requestedSchema'],
  ): (value: unknown) => { valid: true; data: T } | { valid: false; errorMessage: string };
}

const maxAttempts = 3;
const examples = {
  email: 'ann@example.com',
  uri: 'https://example.com',
  date: '2026-05-15',
  'date-time': '2026-05-15T19:30:00Z',
} as const;

/**
 * Elicits forms through `sendForm`. Validates every accepted answer, because a server cannot rely on the client's validation. If an
 * answer is invalid, sends the form again with the reason, `maxAttempts` times in all.
 */
export function validatedElicitForm(sendForm: SendForm, validators: Validators): ElicitForm {
  return async <F extends Fields, R extends keyof F & string>(
    storyForm: StoryForm<F, R>,
  ): Promise<FormAnswer<ContentOf<F, R>>> => {
    const required = [...(storyForm.required ?? [])];
    let { message, properties }: { message: string; properties: Fields } = storyForm;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const key = attempt === 1 ? storyForm.key : `${storyForm.key}-${attempt}`;
      const requestedSchema = { type: 'object' as const, properties, required };
      const reply = await sendForm({ key, message, requestedSchema });
      if (reply.action !== 'accept') {
        return { action: reply.action };
      }
      const content = reply.content ?? {};
      const verdict = validators.getValidator<ContentOf<F, R>>(requestedSchema)(content);
      if (!verdict.valid) {
        const wrong = wrongFields(validators, requestedSchema, content);
        message = `${correctionText(wrong)}\n\n${storyForm.message}`;
        properties = withAnswersAsDefaults(storyForm.properties, content);
        continue;
      }
      const problem = storyForm.check?.(verdict.data);
      if (problem === undefined) {
        return { action: 'accept', content: verdict.data };
      }
      message = `${problem}\n\n${storyForm.message}`;
      properties = withAnswersAsDefaults(storyForm.properties, content);
    }
    throw new Error('Three answers in a row did not fit the question, so it was dropped. Nothing was done.');
  };
}

/** The fields whose answers do not fit, each checked by itself. */
function wrongFields(
  validators: Validators,
  { properties, required }: FormParams['requestedSchema'],
  content: Readonly<Record<string, unknown>>,
): [string, FieldSchema][] {
  return Object.entries(properties).filter(([name, field]) => {
    const schema = {
      type: 'object' as const,
      properties: { [name]: field },
      required: required.filter((one) => one === name),
    };
    return !validators.getValidator(schema)(name in content ? { [name]: content[name] } : {}).valid;
  });
}

/** Names what is to be corrected in the words of the form. The reason of a validator is not for users. */
function correctionText(fields: readonly [string, FieldSchema][]): string {
  const names = fields.map(([name, { title = name, ...field }]) => {
    const example = 'format' in field && field.format ? examples[field.format] : undefined;
    return example === undefined ? title : `${title} (for example ${example})`;
  });
  return names.length > 0 ? `Please correct: ${names.join('; ')}.` : 'Please look through your answers again.';
}

/** A copy of the fields with the answers as defaults, so that the user retypes only the invalid answers. */
function withAnswersAsDefaults(fields: Fields, content: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const answer = hasTypeOf(field, content[name]) ? content[name] : undefined;
      return [name, { ...field, default: answer } as typeof field];
    }),
  );
}

/** A default of another type would make the request itself invalid. */
function hasTypeOf({ type }: FieldSchema, value: unknown): boolean {
  if (type === 'array') {
    return Array.isArray(value) && value.every((item) => typeof item === 'string');
  }
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** Elicits pages through `elicitUrl`. Throws an Error for the user if the client did not declare URL mode. */
export function elicitUrlIfSupported(
  elicitUrl: ElicitUrl,
  capabilities: { elicitation?: { url?: object } } | undefined,
): ElicitUrl {
  return async (permission) => {
    if (!capabilities?.elicitation?.url) {
      throw new Error(
        'This tool needs you to open a page, and your client cannot ask you to (it did not declare the URL mode of ' +
          'the elicitation capability). Nothing was done.',
      );
    }
    return elicitUrl(permission);
  };
}
