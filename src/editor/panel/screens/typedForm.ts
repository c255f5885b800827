import { t } from '@vscode/l10n';
import type { Secret, ToWebview } from '../../../bridge/messages.ts';
import { flaggedFields } from '../../../core/guard/sensitive/flagged.ts';
import type { SensitiveField } from '../../../core/guard/sensitive/kinds.ts';
import type { Answer } from '../../../core/inbox/answering.ts';
import type { Evaluation } from '../../../form/evaluate.ts';
import { inputsFit } from '../../../form/inputs.ts';
import type { FormInputs, FormModel } from '../../../form/model.ts';
import { sentValues } from '../../../form/sentValues.ts';
import type { FormDraft } from './formDraft.ts';
import type { ScreenMessage } from './screen.ts';

/** A form together with the raw schema it was made from. */
export interface AskedForm {
  readonly form: FormModel;
  readonly schema: unknown;
  /** The fields that ask for a secret. Absent: it is no server's question, and nobody looks for secrets in it. */
  readonly sensitive?: readonly SensitiveField[];
}

/** The core's judgement of what was typed, server patterns included: its `Judge`. */
export interface FormJudge {
  /** While typing: the fields as they stand. */
  look(asked: AskedForm, inputs: FormInputs): Evaluation;
  /** On submit: the content that may leave, or why none may. */
  answer(asked: AskedForm, inputs: FormInputs): Answer;
  /** Content that was written as JSON; the problems in words, none when it is right. */
  checkJson(schema: unknown, content: Readonly<Record<string, unknown>>): readonly string[];
}

const secretText = () => t('There is a secret in this. Nothing was sent.');

const unseenText = () => t('These are not the answers that you reviewed. Nothing was sent.');

type Content = Readonly<Record<string, unknown>>;
type Reply = (message: ToWebview) => void;
type Message<T extends ScreenMessage['type']> = Extract<ScreenMessage, { type: T }>;

/** A form on a screen and what was typed into it. It lives in the extension, so hiding the tab loses nothing. */
export class TypedForm {
  readonly #screen: string;
  readonly #asked: AskedForm;
  readonly #draft: FormDraft;
  readonly #judge: FormJudge;
  #inputs: FormInputs;
  /** The content that the person was shown, as JSON. */
  #reviewed: string | undefined;

  constructor(screen: string, asked: AskedForm, draft: FormDraft, judge: FormJudge) {
    this.#screen = screen;
    this.#asked = asked;
    this.#draft = draft;
    this.#inputs = draft.first;
    this.#judge = judge;
  }

  get form(): FormModel {
    return this.#asked.form;
  }

  get inputs(): FormInputs {
    return this.#inputs;
  }

  /** The fields whose values are secrets, as they stand. */
  get secrets(): Secret[] {
    const { form, sensitive } = this.#asked;
    return sensitive ? [...flaggedFields({ form, sensitive }, this.#inputs)] : [];
  }

  /** Begins anew. What stood in the form can be brought back. */
  startOver(reply: Reply): void {
    this.#fill(this.#draft.startOver(this.#inputs), reply);
  }

  undoStartOver(reply: Reply): void {
    this.#fill(this.#draft.undo() ?? this.#inputs, reply);
  }

  /** Keeps what is typed so far and answers with what is wrong with it. Inputs that do not fit the form are ignored. */
  edit({ changes, revision }: Message<'edit'>, reply: Reply): void {
    const changed = new Map(changes.map(({ field, input }) => [field, input]));
    const inputs = this.#inputs.map((input, field) => changed.get(field) ?? input);
    if (inputsFit(this.#asked.form, inputs) && changes.every(({ field }) => field < inputs.length)) {
      this.#inputs = inputs;
      this.#draft.keep(inputs);
      const { problems } = this.#judge.look(this.#asked, inputs);
      reply({ type: 'checked', screen: this.#screen, revision, problems, secrets: this.secrets });
    }
  }

  /** Answers with what would be sent, or with why nothing would be. */
  review({ inputs, revision }: Message<'review'>, reply: Reply): void {
    this.#reviewed = undefined;
    const content = this.#judged(inputs, reply);
    if (content) {
      this.#reviewed = JSON.stringify(content);
      const values = sentValues(this.form, content);
      reply({ type: 'reviewed', screen: this.#screen, revision, values, secrets: this.secrets });
    }
  }

  /** The form is drawn anew, and nothing of a review with it. */
  forgetReview(): void {
    this.#reviewed = undefined;
  }

  /**
   * The content that may leave; `undefined` when something is wrong, when there are secrets in it that the person has not
   * confirmed, or when it is `toBeReviewed` and is not what they reviewed; then the webview was told.
   */
  submit(
    { inputs, confirmedSecrets = [] }: Message<'submit'>,
    reply: Reply,
    { toBeReviewed = false } = {},
  ): Content | undefined {
    const content = this.#judged(inputs, reply);
    if (!content) {
      return undefined;
    }
    const rejected = { type: 'rejected', screen: this.#screen } as const;
    if (toBeReviewed && JSON.stringify(content) !== this.#reviewed) {
      reply({ ...rejected, problems: [], summary: unseenText() });
      return undefined;
    }
    const unconfirmed = this.secrets.filter(
      ({ field }) => !confirmedSecrets.includes(field) && Object.hasOwn(content, this.form.fields[field]?.name ?? ''),
    );
    if (unconfirmed.length > 0) {
      reply({ ...rejected, problems: [], summary: secretText(), unconfirmed });
      return undefined;
    }
    return content;
  }

  /** Keeps the inputs; what they come to, or `undefined` when something is wrong, and then the webview was told. */
  #judged(inputs: FormInputs, reply: Reply): Content | undefined {
    if (!inputsFit(this.#asked.form, inputs)) {
      return undefined;
    }
    this.#inputs = inputs;
    this.#draft.keep(inputs);
    const answer = this.#judge.answer(this.#asked, inputs);
    if (!answer.ok) {
      reply({ type: 'rejected', screen: this.#screen, summary: answer.summary, problems: [...answer.problems] });
      return undefined;
    }
    return answer.content;
  }

  #fill(inputs: FormInputs, reply: Reply): void {
    this.#inputs = inputs;
    reply({ type: 'fill', screen: this.#screen, inputs: [...inputs], draft: this.#draft.label });
  }
}
