import type { Secret, ToWebview } from '../../../bridge/messages.ts';
import { flaggedFields } from '../../../core/guard/sensitive/flagged.ts';
import type { SensitiveField } from '../../../core/guard/sensitive/kinds.ts';
import type { Answer } from '../../../core/inbox/answering.ts';
import type { Evaluation } from '../../../form/evaluate.ts';
import { initialInput, inputsFit } from '../../../form/inputs.ts';
import type { FormInputs, FormModel } from '../../../form/model.ts';
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

const UNCONFIRMED = 'There is a secret in this. Nothing was sent.';

type Reply = (message: ToWebview) => void;
type Message<T extends ScreenMessage['type']> = Extract<ScreenMessage, { type: T }>;

/** A form on a screen and what was typed into it. It lives in the extension, so hiding the tab loses nothing. */
export class TypedForm {
  readonly #screen: string;
  readonly #asked: AskedForm;
  readonly #judge: FormJudge;
  #inputs: FormInputs;

  constructor(screen: string, asked: AskedForm, inputs: FormInputs, judge: FormJudge) {
    this.#screen = screen;
    this.#asked = asked;
    this.#inputs = inputs;
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

  /** Puts the fields that have secrets in them back to how they began. */
  forgetSecrets(): void {
    const secret = new Set(this.secrets.map(({ field }) => field));
    this.#inputs = this.#asked.form.fields.map((field, index) => {
      const input = this.#inputs[index];
      return input && !secret.has(index) ? input : initialInput(field);
    });
  }

  /** Keeps what is typed so far and answers with what is wrong with it. Inputs that do not fit the form are ignored. */
  edit({ inputs, revision }: Message<'edit'>, reply: Reply): void {
    if (inputsFit(this.#asked.form, inputs)) {
      this.#inputs = inputs;
      const { problems } = this.#judge.look(this.#asked, inputs);
      reply({ type: 'checked', screen: this.#screen, revision, problems, secrets: this.secrets });
    }
  }

  /**
   * The content that may leave; `undefined` when something is wrong, or when there are secrets in it that the person has
   * not confirmed, and then the webview was told.
   */
  submit(
    { inputs, confirmedSecrets = [] }: Message<'submit'>,
    reply: Reply,
  ): Readonly<Record<string, unknown>> | undefined {
    if (!inputsFit(this.#asked.form, inputs)) {
      return undefined;
    }
    this.#inputs = inputs;
    const answer = this.#judge.answer(this.#asked, inputs);
    const rejected = { type: 'rejected', screen: this.#screen } as const;
    if (!answer.ok) {
      reply({ ...rejected, summary: answer.summary, problems: [...answer.problems] });
      return undefined;
    }
    const { content } = answer;
    const unconfirmed = this.secrets.filter(
      ({ field }) => !confirmedSecrets.includes(field) && Object.hasOwn(content, this.form.fields[field]?.name ?? ''),
    );
    if (unconfirmed.length > 0) {
      reply({ ...rejected, summary: UNCONFIRMED, problems: [], unconfirmed });
      return undefined;
    }
    return content;
  }
}
