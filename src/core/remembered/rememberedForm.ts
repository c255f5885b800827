import { flaggedFields, flaggedProperties, type GuardedForm } from '#core/guard/sensitive/flaggedFields.ts';
import { secretIn } from '#core/guard/sensitive/secretShapes.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';
import { describeAnswer } from '#form/describeAnswer.ts';
import type { Evaluation } from '#form/evaluate.ts';
import { initialInput, inputsFromContent } from '#form/formInputs.ts';
import { formatList } from '#form/language.ts';
import type { Field, FieldInput, FormInputs, FormModel } from '#form/model.ts';
import { isRememberable } from '#form/remembering.ts';
import { type FieldValue, isFieldValue } from '#form/sentValues.ts';
import { inOneLine } from '#form/text.ts';
import type { RememberedAnswers } from './rememberedAnswers.ts';
import { fieldShape, type RememberedField, rememberedFieldId } from './rememberedField.ts';

/** Of a value, so many characters are shown in the list of what is remembered, or so many of its options. */
const LONGEST_SAID = 100;
const MOST_SAID = 20;

/** A field that was filled in from what is remembered. */
interface RememberedMark {
  /** Index into `FormModel.fields`. */
  readonly field: number;
  /** What it was filled with. */
  readonly input: FieldInput;
  /** It was forgotten since. */
  readonly forgotten: boolean;
}

interface RememberedFormPorts {
  readonly remembered: RememberedAnswers;
  readonly scope: AnswerScope;
  /** The server's configured name. */
  readonly serverName: string;
  /** Judges inputs of the form, but for the server's patterns: these are judged once it is filled in. */
  evaluate(inputs: FormInputs): Evaluation;
}

/** One form that a server asks for, and what is remembered of its fields. */
export class RememberedForm {
  readonly #guarded: GuardedForm;
  readonly #ports: RememberedFormPorts;
  /** Of each field, in their order. */
  readonly #ids: readonly string[];
  /** What was found when the form came, by field. */
  readonly #found: ReadonlyMap<number, { readonly input: FieldInput; readonly remembered: RememberedField }>;

  /** `fills`: false where the form begins with something that counts for more in every field. */
  constructor(guarded: GuardedForm, ports: RememberedFormPorts, fills: boolean) {
    this.#guarded = guarded;
    this.#ports = ports;
    const { scope: asker } = ports;
    this.#ids = guarded.form.fields.map((field) =>
      rememberedFieldId({ ...asker, name: field.name, shape: fieldShape(field) }),
    );
    this.#found = fills ? this.#find() : new Map();
  }

  /** False where every field asks for a secret, or there is none. */
  get isOffered(): boolean {
    const asked = new Set(this.#guarded.sensitive.map(({ field }) => field));
    return this.#guarded.form.fields.some((_, field) => !asked.has(field));
  }

  /** The fields that were filled in, whatever stands in them now. */
  get marks(): RememberedMark[] {
    return [...this.#found].map(([field, { input }]) => ({ field, input, forgotten: !this.#isKept(field) }));
  }

  /** The defaults, and in their place what is remembered. */
  get inputs(): FormInputs {
    return this.#guarded.form.fields.map((field, index) => {
      const found = this.#isKept(index) ? this.#found.get(index) : undefined;
      return found?.input ?? initialInput(field);
    });
  }

  /**
   * Remembers what was answered, but for secrets: those that are known, and `secrets`, by name. What is not remembered now is
   * not remembered any more.
   */
  remember(content: Readonly<Record<string, unknown>>, secrets: readonly string[]): void {
    const { scope: asker, remembered, serverName } = this.#ports;
    const secret = new Set([...flaggedProperties(this.#guarded, content), ...secrets]);
    const fields = this.#guarded.form.fields.flatMap((field): RememberedField[] => {
      const { name, label } = field;
      const value = Object.hasOwn(content, name) ? content[name] : undefined;
      if (!isFieldValue(value) || !isRememberable(value) || secret.has(name) || looksSecret(value)) {
        return [];
      }
      const said = inWords(field, value);
      return [{ ...asker, serverName, name, label, shape: fieldShape(field), value, said, at: remembered.clock.now() }];
    });
    remembered.change(fields, this.#ids);
  }

  /** Forgets what a field was filled with. */
  forget(field: number): void {
    const id = this.#ids[field];
    if (id !== undefined && this.#found.has(field)) {
      this.#ports.remembered.forget([id]);
    }
  }

  /** Takes that back. */
  recall(field: number): void {
    const found = this.#found.get(field);
    if (found) {
      this.#ports.remembered.putBack([found.remembered]);
    }
  }

  #isKept(field: number): boolean {
    return this.#ports.remembered.get(this.#ids[field] ?? '') !== undefined;
  }

  /** What still counts: valid in the form as it is asked for now, of the field's kind, and no secret. */
  #find(): ReadonlyMap<number, { input: FieldInput; remembered: RememberedField }> {
    const { form } = this.#guarded;
    const kept = form.fields.flatMap((_, field): [number, RememberedField][] => {
      const remembered = this.#ports.remembered.get(this.#ids[field] ?? '');
      return remembered ? [[field, remembered]] : [];
    });
    if (kept.length === 0) {
      return new Map();
    }
    const inputs = inputsFromContent(form, Object.fromEntries(kept.map(([, { name, value }]) => [name, value])));
    const { content, problems } = this.#ports.evaluate(inputs);
    const unfit = new Set([...problems, ...flaggedFields(this.#guarded, inputs)].map(({ field }) => field));
    return new Map(
      kept.flatMap(([field, remembered]) => {
        const input = inputs[field];
        const sends = propertyOf(form, field, content);
        const fits = input && !unfit.has(field) && isSame(sends, remembered.value) && !looksSecret(remembered.value);
        return fits ? [[field, { input, remembered }]] : [];
      }),
    );
  }
}

function propertyOf(form: FormModel, field: number, content: Readonly<Record<string, unknown>>): unknown {
  const name = form.fields[field]?.name ?? '';
  return Object.hasOwn(content, name) ? content[name] : undefined;
}

/** The order of what is chosen says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return text(one) === text(other);
}

/** A server's own options may have secrets in them too. */
function looksSecret(value: FieldValue): boolean {
  const texts = typeof value === 'object' ? value : [value];
  return texts.some((text) => typeof text !== 'boolean' && secretIn(String(text)) !== undefined);
}

function inWords(field: Field, value: FieldValue): string {
  return inOneLine(formatList(describeAnswer(field, value).values.slice(0, MOST_SAID)).join(''), LONGEST_SAID);
}
