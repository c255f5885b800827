import type { DraftLabel } from '#bridge/messages.ts';
import type { DraftValue } from '#core/drafts/draft.ts';
import type { FoundDraft, OpenDraft } from '#core/drafts/drafts.ts';
import { flaggedFields, type GuardedForm } from '#core/guard/sensitive/flaggedFields.ts';
import { distinctFieldLabels } from '#form/fieldLabels.ts';
import { displayedValue, inputsMatchForm } from '#form/formInputs.ts';
import type { FieldInput, FormInputs } from '#form/model.ts';

/** What is kept of a form while it is filled in, and what was kept of it the last time. */
export class FormDraft {
  readonly #draft: OpenDraft;
  readonly #guarded: GuardedForm;
  #beginning: FormInputs;
  /** What the form begins with: how it would begin by itself, and what was kept. */
  readonly first: FormInputs;
  readonly #found: FoundDraft | undefined;
  /** Fields with secrets that were typed before and are not kept. */
  readonly #missing: ReadonlySet<number>;
  /** Fields that have a secret, or had one and were not emptied since: half a secret is one too. */
  readonly #secret: Set<number>;
  /** What can be put into the form: what stood there before the user started over, or what is offered. */
  #before: FormInputs | undefined;
  /** What was kept was typed under other words, and the user has not asked for it. */
  #isOffered = false;
  #isKept = false;

  /** `beginning`: what stands in the form where nothing was kept. */
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

  /** Something is kept: it differs from how the form begins by itself. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** How the draft is told of, where the form began with one. */
  get label(): DraftLabel | undefined {
    const { found } = this.#draft;
    const labels = distinctFieldLabels(this.#guarded.form.fields);
    return (
      this.#found &&
      found && {
        minutes: found.minutes,
        otherWords: found.otherMessage,
        missing: [...this.#missing].map((field) => labels[field] ?? ''),
        startedOver: this.#before !== undefined,
        ...(this.#isOffered && { offered: true as const }),
      }
    );
  }

  /** Fields in which a secret stands, or half of one; by name. */
  get secrets(): readonly string[] {
    return [...this.#secret].flatMap((field) => this.#guarded.form.fields[field]?.name ?? []);
  }

  /** From now on something else stands in the form where nothing is kept. */
  begins(beginning: FormInputs): void {
    this.#beginning = beginning;
  }

  /** Keeps what stands in the form now. */
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

  /** Puts aside what stands in the form. Returns what it begins with by itself. */
  startOver(inputs: FormInputs): FormInputs {
    this.#isOffered = false;
    this.#before ??= inputs;
    this.keep(this.#beginning);
    return this.#beginning;
  }

  /**
   * What stood in the form before the user started over, or what is offered, and then what they have typed meanwhile into
   * other fields; `undefined` where there is neither.
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

  /** A file may be anybody's: what does not fit the form, or says nothing of it, is none. */
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
    // A secret that would not be seen as one now would leave without its second step.
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

  /** Whether an input shows something else than the field does when the form begins by itself. */
  #differs(input: FieldInput | undefined, field: number): boolean {
    return displayedValue(input) !== displayedValue(this.#beginning[field]);
  }
}
