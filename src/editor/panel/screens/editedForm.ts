import type { SecretFinding, ToWebview } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import { flaggedFields } from '#core/guard/sensitive/flaggedFields.ts';
import type { SensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import type { FormToValidate, SchemaCheck, ValidatedAnswer } from '#core/inbox/answerValidator.ts';
import type { Evaluation } from '#form/evaluate.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import type { FormDraft } from './formDraft.ts';
import type { ScreenMessage } from './panelScreen.ts';

/** The core's `AnswerValidator`. What needs no worker thread is returned at once, without a promise. */
export interface FormValidator {
  /** A form is shown: starts what validation needs. */
  prepare(): void;
  /** Evaluates the fields while the user types. */
  evaluate(asked: FormToValidate, inputs: FormInputs): Awaitable<Evaluation>;
  /** Validates what is submitted: returns the content to send, or the problems. */
  answer(asked: FormToValidate, inputs: FormInputs): Awaitable<ValidatedAnswer>;
  /** Checks content that was written as JSON against a schema of a server. */
  check(owner: string, schema: unknown, content: Readonly<Record<string, unknown>>): Awaitable<SchemaCheck>;
  /** Checks a value that a server sent against a schema of its own. */
  checkReceived(owner: string, schema: unknown, value: unknown): Awaitable<SchemaCheck>;
}

/** A form on a screen. */
interface FormOnScreen extends FormToValidate {
  /** The fields that ask for a secret. Absent: the form holds arguments, whose secrets need no confirmation. */
  readonly sensitive?: readonly SensitiveField[];
}

/** Sends a message to the webview. */
export type Reply = (message: ToWebview) => void;
/** What the webview says of a screen, by type. */
export type MessageOf<T extends ScreenMessage['type']> = Extract<ScreenMessage, { type: T }>;

/** The inputs of a form while the user edits it. They live in the extension: hiding the tab loses nothing. */
export class EditedForm {
  readonly #screen: string;
  readonly #form: FormOnScreen;
  readonly #draft: FormDraft;
  readonly #validator: FormValidator;
  #inputs: FormInputs;
  /** The last edit, while an earlier one is being evaluated. */
  #pendingEdit: { readonly revision: number; readonly reply: Reply } | undefined;
  #isEvaluating = false;

  constructor(screen: string, form: FormOnScreen, draft: FormDraft, validator: FormValidator) {
    this.#screen = screen;
    this.#form = form;
    this.#draft = draft;
    this.#inputs = draft.first;
    this.#validator = validator;
    validator.prepare();
  }

  get form(): FormModel {
    return this.#form.form;
  }

  get inputs(): FormInputs {
    return this.#inputs;
  }

  /** The fields of `inputs` whose values are secrets. */
  secretsIn(inputs: FormInputs): SecretFinding[] {
    const { form, sensitive } = this.#form;
    return sensitive ? [...flaggedFields({ form, sensitive }, inputs)] : [];
  }

  /** Fills the form with what it begins with. `undoStartOver` brings the user's inputs back. */
  startOver(reply: Reply): void {
    this.#fill(this.#draft.startOver(this.#inputs), reply);
  }

  undoStartOver(reply: Reply): void {
    this.#fill(this.#draft.undo(this.#inputs) ?? this.#inputs, reply);
  }

  /** Keeps the changed fields and replies with their problems. Ignores the whole edit if one input does not match its field. */
  edit({ changes, revision }: MessageOf<'edit'>, reply: Reply): void {
    const changed = new Map(changes.map(({ field, input }) => [field, input]));
    const inputs = this.#inputs.map((input, field) => changed.get(field) ?? input);
    if (changes.every(({ field }) => field < inputs.length) && this.keep(inputs)) {
      this.#pendingEdit = { revision, reply };
      this.#evaluate();
    }
  }

  /** Keeps the inputs, in the draft too. Returns false, and keeps nothing, if they do not match the form. */
  keep(inputs: FormInputs): boolean {
    if (!inputsMatchForm(this.form, inputs)) {
      return false;
    }
    this.#inputs = inputs;
    this.#draft.keep(inputs);
    return true;
  }

  /** Evaluates the inputs: one evaluation at a time, and of the edits that arrive meanwhile only the last. */
  #evaluate(): void {
    const edit = this.#pendingEdit;
    if (this.#isEvaluating || !edit) {
      return;
    }
    this.#pendingEdit = undefined;
    this.#isEvaluating = true;
    const { revision, reply } = edit;
    void whenReady(this.#validator.evaluate(this.#form, this.#inputs), ({ problems }) => {
      this.#isEvaluating = false;
      if (!this.#pendingEdit) {
        const secrets = this.secretsIn(this.#inputs);
        reply({ type: 'checked', screen: this.#screen, revision, problems, secrets });
      }
      this.#evaluate();
    });
  }

  #fill(inputs: FormInputs, reply: Reply): void {
    this.#inputs = inputs;
    reply({ type: 'fill', screen: this.#screen, inputs: [...inputs], draft: this.#draft.label });
  }
}
