import { t } from '@vscode/l10n';
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

/** The `AnswerValidator` of the core. A value that needs no worker thread is returned without a promise. */
export interface FormValidator {
  /** Starts the worker that validation needs. Called when a form is shown. */
  prepare(): void;
  /** Evaluates the fields while the user types. */
  evaluate(form: FormToValidate, inputs: FormInputs): Awaitable<Evaluation>;
  /** Validates submitted inputs. Returns the content to send, or the problems. */
  validate(form: FormToValidate, inputs: FormInputs): Awaitable<ValidatedAnswer>;
  /** Checks content that was written as JSON against a schema of a server. */
  check(owner: string, schema: unknown, content: Readonly<Record<string, unknown>>): Awaitable<SchemaCheck>;
  /** Checks a value that a server sent against a schema of the same server. */
  checkReceived(owner: string, schema: unknown, value: unknown): Awaitable<SchemaCheck>;
}

/** A form on a screen, with its sensitive fields. */
interface FormOnScreen extends FormToValidate {
  readonly sensitive: readonly SensitiveField[];
}

/** Sends a message to the webview. */
export type Reply = (message: ToWebview) => void;
/** A message of the webview about a screen, by its type. */
export type MessageOf<T extends ScreenMessage['type']> = Extract<ScreenMessage, { type: T }>;

/** The inputs of a form while the user edits it. They are stored in the extension, so they outlive the webview. */
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

  /**
   * The fields of `inputs` whose values are secrets. In the arguments of a call, also fields with a part of a secret: they are
   * masked, and need no confirmation.
   */
  secretsIn(inputs: FormInputs): SecretFinding[] {
    const { form, sensitive, toolSchema } = this.#form;
    const found = flaggedFields({ form, sensitive }, inputs);
    if (toolSchema === undefined) {
      return [...found];
    }
    const flagged = new Set(found.map(({ field }) => field));
    const parts = [...this.#draft.secretFields].filter(
      (field) => !flagged.has(field) && inputs[field]?.kind !== 'json',
    );
    const partFindings = parts.map((field) => ({
      field,
      secretKind: t('a secret'),
      reason: t('It is a part of a secret.'),
    }));
    return [...found, ...partFindings].map((secret) => ({ ...secret, isArgument: true as const }));
  }

  /** Fills the form with its first inputs. `undoStartOver` restores the user's inputs. */
  startOver(reply: Reply): void {
    this.#fill(this.#draft.startOver(this.#inputs), reply);
  }

  undoStartOver(reply: Reply): void {
    this.#fill(this.#draft.undo(this.#inputs) ?? this.#inputs, reply);
  }

  /** Stores the changed inputs and replies with the problems of the form. Ignores the whole edit if one input does not match its field. */
  edit({ changes, revision }: MessageOf<'edit'>, reply: Reply): void {
    const changedInputs = new Map(changes.map(({ field, input }) => [field, input]));
    const inputs = this.#inputs.map((input, field) => changedInputs.get(field) ?? input);
    if (changes.every(({ field }) => field < inputs.length) && this.keep(inputs)) {
      this.#pendingEdit = { revision, reply };
      this.#evaluate();
    }
  }

  /** Stores the inputs, also in the draft. Returns false, and stores nothing, if they do not match the form. */
  keep(inputs: FormInputs): boolean {
    if (!inputsMatchForm(this.form, inputs)) {
      return false;
    }
    this.#inputs = inputs;
    this.#draft.keep(inputs);
    return true;
  }

  /** Stores submitted inputs like `keep`. Replies `rejected` if they do not match the form, because the page waits for a reply. */
  keepSubmitted(inputs: FormInputs, reply: Reply): boolean {
    const isKept = this.keep(inputs);
    if (!isKept) {
      const summary = t('These answers do not fit this form. Nothing was sent.');
      reply({ type: 'rejected', screen: this.#screen, summary, problems: [] });
    }
    return isKept;
  }

  /** Evaluates the inputs, one evaluation at a time. If several edits arrive meanwhile, only the last one is evaluated. */
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
    const secrets = this.secretsIn(inputs);
    reply({ type: 'fill', screen: this.#screen, inputs: [...inputs], secrets, draft: this.#draft.label });
  }
}
