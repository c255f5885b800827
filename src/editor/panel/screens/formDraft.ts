import type { DraftLabel } from '#bridge/messages.ts';
import type { DraftValue } from '#core/drafts/draft.ts';
import type { FoundDraft, OpenDraft } from '#core/drafts/drafts.ts';
import { flaggedFields, type GuardedForm } from '#core/guard/sensitive/flaggedFields.ts';
import { distinctFieldLabels } from '#form/fieldLabels.ts';
import { comparisonKey, inputsMatchForm } from '#form/formInputs.ts';
import type { FieldInput, FormInputs } from '#form/model.ts';

/** The draft of a form while it is filled in, and the draft from before. */
export class FormDraft {
  readonly #draft: OpenDraft;
  readonly #guarded: GuardedForm;
  #beginning: FormInputs;
  /** The inputs that the form begins with: its own, with the earlier draft applied. */
  readonly first: FormInputs;
  readonly #found: FoundDraft | undefined;
  /** Fields whose secrets were entered before and not kept. */
  readonly #missing: ReadonlySet<number>;
  /** Fields that contain a secret, or did and were not emptied since: a part of a secret is one too. */
  readonly #secret: Set<number>;
  /** The inputs that the user can restore: those before they started over, or those of an offered draft. */
  #before: FormInputs | undefined;
  /** The earlier draft belongs to a request with another text, and the user has not restored it yet. */
  #isOffered = false;
  #isKept = false;

  /** `beginning`: the inputs of the form without a draft. */
  constructor(draft: OpenDraft, guarded: GuardedForm, beginning: FormInputs) {
    this.#draft = draft;
    this.#guarded = guarded;
    this.#beginning = beginning;
    const { found } = draft;
    const restored = found && this.#restored(found);
    this.#isOffered = restored !== undefined && draft.found?.otherMessage === true;
    this.#before = this.#isOffered ? restored : undefined;
    this.first = (this.#isOffered ? undefined : restored) ?? beginning;
    this.#found = restored && found;
    this.#isKept = restored !== undefined && !this.#isOffered;
    const secret = guarded.form.fields.flatMap(({ name }, field) =>
      this.#found?.secrets.includes(name) ? [field] : [],
    );
    this.#missing = new Set(secret.filter((field) => !this.#differs(restored?.[field], field)));
    this.#secret = new Set(this.#isOffered ? [] : secret.filter((field) => !this.#missing.has(field)));
    if (found && !restored) {
      draft.remove();
    }
  }

  /** True if there is a draft: the inputs differ from those that the form begins with. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The label of the draft; `undefined` if the form did not begin with one. */
  get label(): DraftLabel | undefined {
    const { found } = this.#draft;
    const labels = distinctFieldLabels(this.#guarded.form.fields);
    return (
      this.#found &&
      found && {
        minutes: found.minutes,
        isMessageDifferent: found.otherMessage,
        missing: [...this.#missing].map((field) => labels[field] ?? ''),
        startedOver: this.#before !== undefined,
        ...(this.#isOffered && { offered: true as const }),
      }
    );
  }

  /** The names of the fields that contain a secret, or a part of one. */
  get secrets(): readonly string[] {
    return [...this.#secret].flatMap((field) => this.#guarded.form.fields[field]?.name ?? []);
  }

  /** Replaces the inputs that the form begins with. */
  begins(beginning: FormInputs): void {
    this.#beginning = beginning;
  }

  /** Stores the inputs as the draft. */
  keep(inputs: FormInputs): void {
    this.#lookForSecrets(inputs);
    const names: string[] = [];
    const values = this.#guarded.form.fields.flatMap(({ name }, field): DraftValue[] => {
      const input = inputs[field];
      const differs = this.#differs(input, field);
      if (
        !this.#isOffered && this.#missing.has(field)
          ? !differs || this.#secret.has(field)
          : differs && this.#secret.has(field)
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
    this.#before ??= inputs;
    this.keep(this.#beginning);
    return this.#beginning;
  }

  /**
   * The inputs before the user started over, or those of an offered draft, with what the user has entered into other fields
   * meanwhile; `undefined` if there are none.
   */
  undo(inputs: FormInputs): FormInputs | undefined {
    const before = this.#before;
    this.#before = undefined;
    const brought = this.#isOffered
      ? before?.map((input, field) => (this.#differs(input, field) ? input : (inputs[field] ?? input)))
      : before;
    if (this.#isOffered) {
      this.#isOffered = false;
      this.#draft.useFound();
    }
    if (brought) {
      this.keep(brought);
    }
    return brought;
  }

  /** The inputs of a draft file, which is not trusted. `undefined` if they do not match the form, or are for none of its fields. */
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
    // A secret that is not recognised as one would be sent without its confirmation.
    const flagged = new Set(flaggedFields(this.#guarded, inputs).map(({ field }) => field));
    const known = new Set(secrets);
    const safe = inputs.map((input, field) => {
      const isUnseen = known.has(form.fields[field]?.name ?? '') && !flagged.has(field);
      return isUnseen ? (this.#beginning[field] ?? input) : input;
    });
    return safe.some((input, field) => this.#differs(input, field)) ? safe : undefined;
  }

  #lookForSecrets(inputs: FormInputs): void {
    const flagged = new Set(flaggedFields(this.#guarded, inputs).map(({ field }) => field));
    for (const [field, input] of inputs.entries()) {
      if (flagged.has(field)) {
        this.#secret.add(field);
      } else if (input.kind !== 'text' || input.text === '') {
        this.#secret.delete(field);
      }
    }
  }

  /** True if an input differs from the one that the form begins with. */
  #differs(input: FieldInput | undefined, field: number): boolean {
    return comparisonKey(input) !== comparisonKey(this.#beginning[field]);
  }
}
