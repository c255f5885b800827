import type { DraftLabel } from '#bridge/messages.ts';
import type { DraftValue } from '#core/drafts/draft.ts';
import type { FoundDraft, OpenDraft } from '#core/drafts/drafts.ts';
import type { GuardedForm } from '#core/guard/sensitive/flaggedFields.ts';
import { distinctFieldLabels } from '#form/fieldLabels.ts';
import { comparisonKey, inputsMatchForm } from '#form/formInputs.ts';
import type { FieldInput, FormInputs } from '#form/model.ts';
import { SecretFields } from './secretFields.ts';

/** The draft of a form while it is filled in, and the earlier draft that the form begins with. */
export class FormDraft {
  readonly #draft: OpenDraft;
  readonly #guarded: GuardedForm;
  #beginning: FormInputs;
  /** The first inputs of the form, with the earlier draft applied. */
  readonly first: FormInputs;
  readonly #earlierDraft: FoundDraft | undefined;
  /** Fields whose secrets are not in the earlier draft, because secrets are not stored. */
  readonly #missing: ReadonlySet<number>;
  readonly #secret: SecretFields;
  /** The inputs that the user can restore: those before starting over, or those of an offered draft. */
  #restorable: FormInputs | undefined;
  /** True if the earlier draft belongs to a request with another message, and the user has not restored it yet. */
  #isOffered = false;
  #isKept = false;

  /**
   * `beginning`: the inputs of the form without a draft.
   * @param schema of the arguments, if the form is for them: it names the secrets in fields with JSON
   * @param masked the names of fields in `beginning` that were masked before, because they contain a part of a secret
   */
  constructor(
    draft: OpenDraft,
    guarded: GuardedForm,
    beginning: FormInputs,
    schema: unknown = {},
    masked: readonly string[] = [],
  ) {
    this.#draft = draft;
    this.#guarded = guarded;
    this.#beginning = beginning;
    this.#secret = new SecretFields(guarded, schema, masked);
    const { found } = draft;
    const restored = found && this.#restored(found);
    this.#isOffered = restored !== undefined && draft.found?.otherMessage === true;
    this.#restorable = this.#isOffered ? restored : undefined;
    this.first = (this.#isOffered ? undefined : restored) ?? beginning;
    this.#earlierDraft = restored && found;
    this.#isKept = restored !== undefined && !this.#isOffered;
    const secret = guarded.form.fields.flatMap(({ name }, field) =>
      this.#earlierDraft?.secrets.includes(name) ? [field] : [],
    );
    this.#missing = new Set(secret.filter((field) => !this.#differs(restored?.[field], field)));
    if (!this.#isOffered) {
      this.#secret.add(secret.filter((field) => !this.#missing.has(field)));
    }
    // Before the first edit, which may leave a part of a secret that nobody would recognise.
    this.#secret.update(beginning);
    this.#secret.update(this.first);
    if (found && !restored) {
      draft.remove();
    }
  }

  /** True if there is a draft, because the inputs differ from those that the form begins with. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The label of the draft; `undefined` if the form did not begin with one. */
  get label(): DraftLabel | undefined {
    const { found } = this.#draft;
    const labels = distinctFieldLabels(this.#guarded.form.fields);
    return (
      this.#earlierDraft &&
      found && {
        minutes: found.minutes,
        isMessageDifferent: found.otherMessage,
        missing: [...this.#missing].map((field) => labels[field] ?? ''),
        startedOver: this.#restorable !== undefined,
        ...(this.#isOffered && { offered: true as const }),
      }
    );
  }

  /** The indexes of the fields that contain a secret, or a part of a secret, or ask for one. */
  get secretFields(): ReadonlySet<number> {
    return this.#secret.indexes;
  }

  /** See `SecretFields.maskedIn`. */
  maskedIn(inputs: FormInputs, content: Readonly<Record<string, unknown>>): string[] {
    return this.#secret.maskedIn(inputs, content);
  }

  /** The names of these fields. */
  get secrets(): readonly string[] {
    return [...this.secretFields].flatMap((field) => this.#guarded.form.fields[field]?.name ?? []);
  }

  /** Replaces the inputs that the form begins with. */
  setBeginning(beginning: FormInputs): void {
    this.#beginning = beginning;
  }

  /** Stores the inputs as the draft. */
  keep(inputs: FormInputs): void {
    this.#secret.update(inputs);
    const names: string[] = [];
    const values = this.#guarded.form.fields.flatMap(({ name }, field): DraftValue[] => {
      const input = inputs[field];
      const differs = this.#differs(input, field);
      if (
        !this.#isOffered && this.#missing.has(field)
          ? !differs || this.secretFields.has(field)
          : differs && this.secretFields.has(field)
      ) {
        names.push(name);
      }
      return input && differs ? [[name, input]] : [];
    });
    this.#isKept = values.length > 0;
    if (this.#isKept) {
      this.#draft.save({ kind: 'form', values }, names);
    } else {
      this.#draft.remove();
    }
  }

  /** Sets the inputs aside for `undo`. Returns the inputs that the form begins with without a draft. */
  startOver(inputs: FormInputs): FormInputs {
    this.#isOffered = false;
    this.#restorable ??= inputs;
    this.keep(this.#beginning);
    return this.#beginning;
  }

  /**
   * Restores the inputs before the user started over, or those of an offered draft together with the inputs of other fields that the
   * user has entered meanwhile; `undefined` if there are none.
   */
  undo(inputs: FormInputs): FormInputs | undefined {
    const restorable = this.#restorable;
    this.#restorable = undefined;
    const restored = this.#isOffered
      ? restorable?.map((input, field) => (this.#differs(input, field) ? input : (inputs[field] ?? input)))
      : restorable;
    if (this.#isOffered) {
      this.#isOffered = false;
      this.#draft.useFound();
    }
    if (restored) {
      this.keep(restored);
    }
    return restored;
  }

  /** The inputs of a draft file, which is not trusted. `undefined` if they do not match the form, or change none of its fields. */
  #restored({ content, secrets }: FoundDraft): FormInputs | undefined {
    if (content.kind !== 'form') {
      return undefined;
    }
    const { form } = this.#guarded;
    const values = new Map(content.values);
    const inputs = form.fields.flatMap(({ name }, field) => values.get(name) ?? this.#beginning[field] ?? []);
    if (!inputsMatchForm(form, inputs)) {
      return undefined;
    }
    // A secret that this form does not flag would be sent without a confirmation.
    const flagged = this.#secret.flagged(inputs);
    const secretNames = new Set(secrets);
    const safe = inputs.map((input, field) => {
      const isUnflaggedSecret = secretNames.has(form.fields[field]?.name ?? '') && !flagged.has(field);
      return isUnflaggedSecret ? (this.#beginning[field] ?? input) : input;
    });
    return safe.some((input, field) => this.#differs(input, field)) ? safe : undefined;
  }

  /** True if an input differs from the one that the form begins with. */
  #differs(input: FieldInput | undefined, field: number): boolean {
    return comparisonKey(input) !== comparisonKey(this.#beginning[field]);
  }
}
