import { t } from '@vscode/l10n';
import type { SecretFinding, ToWebview } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import { flaggedFields } from '#core/guard/sensitive/flaggedFields.ts';
import type { SensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import type { ValidatedAnswer } from '#core/inbox/answering.ts';
import type { FormToValidate, SchemaCheck } from '#core/inbox/answerValidator.ts';
import type { Evaluation } from '#form/evaluate.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import { sentValues } from '#form/sentValues.ts';
import type { FormDraft } from './formDraft.ts';
import type { ScreenMessage } from './panelScreen.ts';

/** A form that is filled in on a screen. */
interface AskedForm extends FormToValidate {
  /** The fields that ask for a secret. Absent: it is no server's question, and nobody looks for secrets in it. */
  readonly sensitive?: readonly SensitiveField[];
}

/** The core's judgement of what was typed, server patterns included: its `Judge`. What takes no time is there at once. */
export interface FormJudge {
  /** A form is about to be filled in. */
  prepare(): void;
  /** While typing: the fields as they stand. */
  evaluate(asked: FormToValidate, inputs: FormInputs): Awaitable<Evaluation>;
  /** On submit: the content that may leave, or why none may. */
  answer(asked: FormToValidate, inputs: FormInputs): Awaitable<ValidatedAnswer>;
  /** Content that was written as JSON. */
  check(owner: string, schema: unknown, content: Readonly<Record<string, unknown>>): Awaitable<SchemaCheck>;
  /** What the server sent, against a schema of its own. */
  checkReceived(owner: string, schema: unknown, value: unknown): Awaitable<SchemaCheck>;
}

const secretText = () => t('There is a secret in this. Nothing was sent.');

const unseenText = () => t('These are not the answers that you reviewed. Nothing was sent.');

/** Arguments whose schema could not be checked are sent at the second attempt only. */
export const uncheckedArgumentsText = (reason: string) =>
  t('{0} Select Run once more to call the tool without this check.', reason);

type Content = Readonly<Record<string, unknown>>;
type Reply = (message: ToWebview) => void;
type Message<T extends ScreenMessage['type']> = Extract<ScreenMessage, { type: T }>;

/** A form on a screen and what was typed into it. It lives in the extension, so hiding the tab loses nothing. */
export class EditedForm {
  readonly #screen: string;
  readonly #asked: AskedForm;
  readonly #draft: FormDraft;
  readonly #judge: FormJudge;
  #inputs: FormInputs;
  /** The content that the user was shown, as JSON. */
  #reviewed: string | undefined;
  /** The content of which the user was told that it cannot be checked, as JSON. */
  #unchecked: string | undefined;
  /** The last edit, while one before it is being judged. */
  #edited: { readonly revision: number; readonly reply: Reply } | undefined;
  #isLooking = false;
  /** What is judged as a whole is judged in its order: a review before the submit that follows it. */
  #judging: Awaitable<void> = undefined;
  /** Counts reviews, and what makes an end of one: what comes of an older one is not shown any more. */
  #reviews = 0;

  constructor(screen: string, asked: AskedForm, draft: FormDraft, judge: FormJudge) {
    this.#screen = screen;
    this.#asked = asked;
    this.#draft = draft;
    this.#inputs = draft.first;
    this.#judge = judge;
    judge.prepare();
  }

  get form(): FormModel {
    return this.#asked.form;
  }

  get inputs(): FormInputs {
    return this.#inputs;
  }

  /** The fields whose values are secrets, as they stand. */
  get secrets(): SecretFinding[] {
    return this.#secretsIn(this.#inputs);
  }

  #secretsIn(inputs: FormInputs): SecretFinding[] {
    const { form, sensitive } = this.#asked;
    return sensitive ? [...flaggedFields({ form, sensitive }, inputs)] : [];
  }

  /** Begins anew. What stood in the form can be brought back. */
  startOver(reply: Reply): void {
    this.#fill(this.#draft.startOver(this.#inputs), reply);
  }

  undoStartOver(reply: Reply): void {
    this.#fill(this.#draft.undo(this.#inputs) ?? this.#inputs, reply);
  }

  /** Keeps what is typed so far and answers with what is wrong with it. Inputs that do not fit the form are ignored. */
  edit({ changes, revision }: Message<'edit'>, reply: Reply): void {
    const changed = new Map(changes.map(({ field, input }) => [field, input]));
    const inputs = this.#inputs.map((input, field) => changed.get(field) ?? input);
    if (inputsMatchForm(this.#asked.form, inputs) && changes.every(({ field }) => field < inputs.length)) {
      this.#inputs = inputs;
      this.#draft.keep(inputs);
      this.#edited = { revision, reply };
      this.#look();
    }
  }

  /** Judges the fields as they stand: one judgement at a time, and of what is typed meanwhile only the last. */
  #look(): void {
    const edited = this.#edited;
    if (this.#isLooking || !edited) {
      return;
    }
    this.#edited = undefined;
    this.#isLooking = true;
    const { revision, reply } = edited;
    void whenReady(this.#judge.evaluate(this.#asked, this.#inputs), ({ problems }) => {
      this.#isLooking = false;
      if (!this.#edited) {
        reply({ type: 'checked', screen: this.#screen, revision, problems, secrets: this.secrets });
      }
      this.#look();
    });
  }

  /** Answers with what would be sent, or with why nothing would be. */
  review({ inputs, revision }: Message<'review'>, reply: Reply): void {
    this.forgetReview();
    const review = this.#reviews;
    this.#judged(inputs, reply, ({ content }) => {
      if (review !== this.#reviews) {
        return;
      }
      this.#reviewed = JSON.stringify(content);
      const values = sentValues(this.form, content);
      reply({ type: 'reviewed', screen: this.#screen, revision, values, secrets: this.#secretsIn(inputs) });
    });
  }

  /** The form is drawn anew, and nothing of a review with it. */
  forgetReview(): void {
    this.#reviews += 1;
    this.#reviewed = undefined;
  }

  /**
   * Calls `send` with the content that may leave. Not when something is wrong, when there are secrets in it that the user
   * has not confirmed, when it is `toBeReviewed` and is not what they reviewed, or when it cannot be checked and they have
   * not been told: then the webview is told.
   */
  submit(
    { inputs, confirmedSecrets = [] }: Message<'submit'>,
    reply: Reply,
    { toBeReviewed = false, send }: { toBeReviewed?: boolean; send: (content: Content) => void },
  ): void {
    this.#judged(inputs, reply, ({ content, unchecked }) => {
      const reject = (summary: string, unconfirmed?: SecretFinding[]) =>
        reply({ type: 'rejected', screen: this.#screen, problems: [], summary, ...(unconfirmed && { unconfirmed }) });
      const json = JSON.stringify(content);
      const unconfirmed = this.#secretsIn(inputs).filter(
        ({ field }) => !confirmedSecrets.includes(field) && Object.hasOwn(content, this.form.fields[field]?.name ?? ''),
      );
      if (toBeReviewed && json !== this.#reviewed) {
        reject(unseenText());
      } else if (unconfirmed.length > 0) {
        reject(secretText(), unconfirmed);
      } else if (unchecked !== undefined && json !== this.#unchecked) {
        this.#unchecked = json;
        reject(uncheckedArgumentsText(unchecked));
      } else {
        send(content);
      }
    });
  }

  /** Keeps the inputs and calls `use` with what they come to; not when something is wrong, and then the webview is told. */
  #judged(inputs: FormInputs, reply: Reply, use: (answer: Extract<ValidatedAnswer, { ok: true }>) => void): void {
    if (!inputsMatchForm(this.#asked.form, inputs)) {
      return;
    }
    this.#inputs = inputs;
    this.#draft.keep(inputs);
    const judge = () => this.#judge.answer(this.#asked, inputs);
    this.#judging = whenReady(whenReady(this.#judging, judge), (answer) => {
      if (answer.ok) {
        use(answer);
      } else {
        reply({ type: 'rejected', screen: this.#screen, summary: answer.summary, problems: [...answer.problems] });
      }
    });
  }

  #fill(inputs: FormInputs, reply: Reply): void {
    this.#inputs = inputs;
    reply({ type: 'fill', screen: this.#screen, inputs: [...inputs], draft: this.#draft.label });
  }
}
