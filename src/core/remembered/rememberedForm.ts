import { flaggedFields, flaggedProperties, type GuardedForm } from '#core/guard/sensitive/flaggedFields.ts';
import { secretIn } from '#core/guard/sensitive/secretShapes.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';
import { describeAnswer } from '#form/describeAnswer.ts';
import type { Evaluation } from '#form/evaluate.ts';
import { initialInput, inputsFromContent } from '#form/formInputs.ts';
import { isRememberable } from '#form/formLimits.ts';
import { formatList } from '#form/language.ts';
import type { Field, FieldInput, FormInputs, FormModel } from '#form/model.ts';
import { type FieldValue, isFieldValue } from '#form/sentValues.ts';
import { inOneLine } from '#form/text.ts';
import { acceptsOneValue } from './onlyOneValue.ts';
import type { RememberedAnswers } from './rememberedAnswers.ts';
import { fieldShape, type RememberedField, rememberedFieldId } from './rememberedField.ts';

/** The longest text of a value in the list of remembered answers, in UTF-16 code units, and the number of options in it. */
const maxDescriptionLength = 100;
const maxDescribedOptions = 20;

/** A field that was filled in with a remembered answer. */
interface RememberedMark {
  /** The index in `FormModel.fields`. */
  readonly field: number;
  /** The input with which the field was filled in. */
  readonly input: FieldInput;
  /** True if the user has removed the remembered answer since. */
  readonly forgotten: boolean;
}

interface RememberedFormContext {
  readonly remembered: RememberedAnswers;
  readonly scope: AnswerScope;
  /** The server's configured name. */
  readonly serverName: string;
  /** Evaluates inputs of the form without the server's patterns. The patterns are evaluated after the form was filled in. */
  evaluate(inputs: FormInputs): Evaluation;
}

/** One form of a server, and the remembered answers of its fields. */
export class RememberedForm {
  readonly #guarded: GuardedForm;
  readonly #context: RememberedFormContext;
  /** The id of each field, in the order of the form. */
  readonly #ids: readonly string[];
  /** The answers with which the form was filled in, by the field's index. */
  readonly #usedAnswers: ReadonlyMap<number, { readonly input: FieldInput; readonly stored: RememberedField }>;

  readonly #isAllowed: boolean;

  /**
   * `isPrefilled`: false if something takes precedence over the remembered answers, for example a draft. `isAllowed`: false if it is not
   * known which server asks, so that its answers are neither remembered nor filled in.
   */
  constructor(guarded: GuardedForm, context: RememberedFormContext, isPrefilled: boolean, isAllowed = true) {
    this.#guarded = guarded;
    this.#context = context;
    this.#isAllowed = isAllowed;
    const { scope } = context;
    this.#ids = guarded.form.fields.map((field) =>
      rememberedFieldId({ ...scope, name: field.name, shape: fieldShape(field) }),
    );
    this.#usedAnswers = isPrefilled && isAllowed && !this.#isConfirmation ? this.#findUsableAnswers() : new Map();
  }

  /** False if the server is not known, if the form is a confirmation, or if it has only fields that ask for a secret or accept only one value. */
  get canRemember(): boolean {
    const sensitive = new Set(this.#guarded.sensitive.map(({ field }) => field));
    const { fields } = this.#guarded.form;
    const canKeepField = fields.some((field, index) => !sensitive.has(index) && !acceptsOneValue(field));
    return this.#isAllowed && !this.#isConfirmation && canKeepField;
  }

  /** The fields that were filled in, even if the user has changed their inputs since. */
  get marks(): RememberedMark[] {
    return [...this.#usedAnswers].map(([field, { input }]) => ({ field, input, forgotten: !this.#isKept(field) }));
  }

  /** The initial inputs: the remembered answers, and the defaults of the other fields. */
  get inputs(): FormInputs {
    return this.#guarded.form.fields.map((field, index) => {
      const answer = this.#isKept(index) ? this.#usedAnswers.get(index) : undefined;
      return answer?.input ?? initialInput(field);
    });
  }

  /**
   * Remembers the answers of the form, except detected secrets, the properties in `secrets`, and fields that accept only one value.
   * Forgets the older answers of all other fields of the form. Does nothing if `canRemember` is false.
   */
  remember(content: Readonly<Record<string, unknown>>, secrets: readonly string[]): void {
    if (!this.canRemember) {
      return;
    }
    const { scope, remembered, serverName } = this.#context;
    const secretNames = new Set([...flaggedProperties(this.#guarded, content), ...secrets]);
    const fields = this.#guarded.form.fields.flatMap((field): RememberedField[] => {
      const { name, label } = field;
      const value = Object.hasOwn(content, name) ? content[name] : undefined;
      if (acceptsOneValue(field) || !isFieldValue(value) || !isRememberable(value)) {
        return [];
      }
      if (secretNames.has(name) || looksSecret(value)) {
        return [];
      }
      const said = describeValue(field, value);
      return [{ ...scope, serverName, name, label, shape: fieldShape(field), value, said, at: remembered.clock.now() }];
    });
    remembered.change(fields, this.#ids);
  }

  /** True if answers are remembered for this form, and all that are are those of `content`. */
  has(content: Readonly<Record<string, unknown>>): boolean {
    const stored = this.#ids.flatMap((id) => this.#context.remembered.get(id) ?? []);
    return stored.length > 0 && stored.every(({ name, value }) => isSame(value, content[name]));
  }

  /** Forgets the answer with which a field was filled. */
  forget(field: number): void {
    const id = this.#ids[field];
    if (id !== undefined && this.#usedAnswers.has(field)) {
      this.#context.remembered.forget([id]);
    }
  }

  /** Undoes `forget`. */
  restore(field: number): void {
    const answer = this.#usedAnswers.get(field);
    if (answer) {
      this.#context.remembered.restore([answer.stored]);
    }
  }

  /** True if the form only asks for yes or no, or for a given word: a decision about this call, which an earlier answer must not make. */
  get #isConfirmation(): boolean {
    return this.#guarded.form.fields.every((field) => field.kind === 'boolean' || acceptsOneValue(field));
  }

  #isKept(field: number): boolean {
    return this.#context.remembered.get(this.#ids[field] ?? '') !== undefined;
  }

  /** The remembered answers that are valid in this form and no secrets, of fields that accept several values. */
  #findUsableAnswers(): ReadonlyMap<number, { input: FieldInput; stored: RememberedField }> {
    const { form } = this.#guarded;
    const answers = form.fields.flatMap((field, index): [number, RememberedField][] => {
      const stored = acceptsOneValue(field) ? undefined : this.#context.remembered.get(this.#ids[index] ?? '');
      return stored ? [[index, stored]] : [];
    });
    if (answers.length === 0) {
      return new Map();
    }
    const inputs = inputsFromContent(form, Object.fromEntries(answers.map(([, { name, value }]) => [name, value])));
    const { content, problems } = this.#context.evaluate(inputs);
    const unfit = new Set([...problems, ...flaggedFields(this.#guarded, inputs)].map(({ field }) => field));
    return new Map(
      answers.flatMap(([field, stored]) => {
        const input = inputs[field];
        const value = propertyOf(form, field, content);
        const isUsable = input && !unfit.has(field) && isSame(value, stored.value) && !looksSecret(stored.value);
        return isUsable ? [[field, { input, stored }]] : [];
      }),
    );
  }
}

function propertyOf(form: FormModel, field: number, content: Readonly<Record<string, unknown>>): unknown {
  const name = form.fields[field]?.name ?? '';
  return Object.hasOwn(content, name) ? content[name] : undefined;
}

/** True if the values are equal. The order of chosen options does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return text(one) === text(other);
}

/** True if the value, or an option of the server in it, has the shape of a secret. */
function looksSecret(value: FieldValue): boolean {
  const texts = typeof value === 'object' ? value : [value];
  return texts.some((text) => typeof text !== 'boolean' && secretIn(String(text)) !== undefined);
}

function describeValue(field: Field, value: FieldValue): string {
  return inOneLine(
    formatList(describeAnswer(field, value).values.slice(0, maxDescribedOptions)).join(''),
    maxDescriptionLength,
  );
}
