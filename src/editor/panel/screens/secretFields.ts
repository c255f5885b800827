import { JsonSecrets } from '#core/drafts/jsonSecrets.ts';
import { asksForSecret } from '#core/guard/sensitive/asksForSecret.ts';
import { flaggedFields, type GuardedForm, secretRowCount } from '#core/guard/sensitive/flaggedFields.ts';
import { isFilledIn, typedTexts } from '#form/inputs/inputTexts.ts';
import type { FieldInput, FormInputs } from '#form/model.ts';

/** The fields of a form with a secret, or with a part of one, while the form is filled in. */
export class SecretFields {
  readonly #guarded: GuardedForm;
  readonly #schema: unknown;
  /** What recognises secrets in the fields with JSON, by field. */
  readonly #jsonSecrets = new Map<number, JsonSecrets>();
  /** Fields that contain a secret, or contained one and were not emptied since: a part of a secret is also a secret. */
  readonly #secret: Set<number>;
  /** Fields that began with a part of a secret, of which only their names tell. */
  readonly #masked: ReadonlySet<number>;
  /** The last texts of fields with secrets. The user may bring them back, by Undo, after the field was emptied. */
  readonly #lastTexts = new Map<number, ReadonlySet<string>>();
  /** The most rows with a secret that a record has had since it was empty. */
  readonly #secretRows = new Map<number, number>();

  /**
   * @param schema of the arguments, if the form is for them: it names the secrets in fields with JSON
   * @param masked the names of fields that begin with a part of a secret
   */
  constructor(guarded: GuardedForm, schema: unknown, masked: readonly string[]) {
    this.#guarded = guarded;
    this.#schema = schema;
    this.#masked = new Set(guarded.form.fields.flatMap(({ name }, field) => (masked.includes(name) ? [field] : [])));
    this.#secret = new Set(this.#masked);
  }

  /** The indexes of the fields that contain a secret, or a part of a secret, or ask for one. */
  get indexes(): ReadonlySet<number> {
    return this.#secret;
  }

  add(fields: Iterable<number>): void {
    for (const field of fields) {
      this.#secret.add(field);
    }
  }

  /** The fields that ask for a secret or contain a whole one. */
  flagged(inputs: FormInputs): ReadonlySet<number> {
    const withSecretJson = inputs.flatMap((input, field) =>
      input.kind === 'json' && this.#withoutSecrets(field, input.text) !== input.text ? [field] : [],
    );
    return new Set([
      ...flaggedFields(this.#guarded, inputs).map(({ field }) => field),
      ...withSecretJson,
      ...this.#typedIntoChoices(inputs),
    ]);
  }

  /** Follows a change of the inputs. To be called with every change: a part of a secret is known only by what it was. */
  update(inputs: FormInputs): void {
    const flagged = this.flagged(inputs);
    for (const [field, input] of inputs.entries()) {
      const texts = typedTexts(input).filter((text) => text !== '');
      const isBroughtBack = !this.#secret.has(field) && texts.some((text) => this.#lastTexts.get(field)?.has(text));
      if (flagged.has(field) || isBroughtBack) {
        this.#secret.add(field);
      } else if (!isFilledIn(input) || ((input.kind === 'json' || isChosen(input)) && !this.#masked.has(field))) {
        // In JSON, `JsonSecrets` remembers the secrets, and knows which of them the user has removed. An option is no part of a text.
        this.#secret.delete(field);
      }
      if (this.#secret.has(field) && texts.length > 0 && (input.kind !== 'json' || this.#masked.has(field))) {
        this.#lastTexts.set(field, new Set(texts));
      }
      this.#countRows(field, input, isBroughtBack);
    }
  }

  /**
   * The names of the arguments in `content`, made of `inputs`, in which only this form knows all secrets: their names and shapes no
   * longer tell.
   */
  maskedIn(inputs: FormInputs, content: Readonly<Record<string, unknown>>): string[] {
    const { fields } = this.#guarded.form;
    const names = new Set(fields.map(({ name }) => name));
    const masked = [...this.#secret].flatMap((index) => {
      const [field, input] = [fields[index], inputs[index]];
      if (!field || !input || this.#isPlain(index, input)) {
        return [];
      }
      const isRest = field.kind === 'json' && field.rest === true;
      return isRest ? Object.keys(content).filter((name) => !names.has(name)) : [field.name];
    });
    return masked.filter((name) => Object.hasOwn(content, name));
  }

  /**
   * The fields that ask for a secret, offer options, and have a text that names none. What they offer is no secret, so that they are not
   * among the sensitive ones.
   */
  #typedIntoChoices(inputs: FormInputs): number[] {
    const { fields } = this.#guarded.form;
    return fields.flatMap(({ name, label, description }, field) => {
      const input = inputs[field];
      return input && hasUnknownOption(input) && asksForSecret(name, { title: label, description }) ? [field] : [];
    });
  }

  /** True if the names and shapes in a field tell all of its secrets. */
  #isPlain(field: number, input: FieldInput): boolean {
    if (this.#masked.has(field)) {
      return false;
    }
    if (input.kind === 'json') {
      return new JsonSecrets(this.#schema).redact(input.text).text === this.#withoutSecrets(field, input.text);
    }
    return input.kind === 'record' && secretRowCount(input) === this.#secretRows.get(field);
  }

  #countRows(field: number, input: FieldInput, isBroughtBack: boolean): void {
    if (input.kind === 'record') {
      const before = this.#secret.has(field) ? (this.#secretRows.get(field) ?? 0) : 0;
      const isUnknown = isBroughtBack || this.#masked.has(field);
      this.#secretRows.set(field, isUnknown ? Number.POSITIVE_INFINITY : Math.max(before, secretRowCount(input)));
    }
  }

  /** JSON without its secrets, by names and by shapes; `undefined` if it cannot be excluded that it has one. */
  #withoutSecrets(field: number, text: string): string | undefined {
    const secrets = this.#jsonSecrets.get(field) ?? new JsonSecrets(this.#schema);
    this.#jsonSecrets.set(field, secrets);
    return secrets.redact(text).text;
  }
}

function isChosen(input: FieldInput): boolean {
  return input.kind === 'choice' && input.text === undefined;
}

/** True if a choice, or a row of choices, has a text that names no option. */
function hasUnknownOption(input: FieldInput): boolean {
  switch (input.kind) {
    case 'choice':
      return input.text !== undefined;
    case 'list':
      return input.rows.some(hasUnknownOption);
    case 'record':
      return input.rows.some(({ value }) => hasUnknownOption(value));
    default:
      return false;
  }
}
