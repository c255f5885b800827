import type { ToWebview } from '#bridge/messages.ts';
import { flaggedFields } from '#core/guard/sensitive/flaggedFields.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import type { ScreenMessage } from './panelScreen.ts';

/** Requests the suggestions of a server for one argument. `others`: the values of the other arguments. Never rejects. */
export type CompleteArgument = (
  argument: { readonly name: string; readonly value: string },
  others: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<readonly string[]>;

/**
 * Requests the suggestions of a server while the user types. A new request replaces the one before.
 */
export class CompletionRequests {
  readonly #screen: string;
  readonly #complete: CompleteArgument;
  #abort = new AbortController();

  constructor(screen: string, complete: CompleteArgument) {
    this.#screen = screen;
    this.#complete = complete;
  }

  /**
   * Replies with suggestions, unless another request is made meanwhile. `inputs`: the inputs of the form. `masked`: its fields with
   * a secret or a part of one. No secret is sent, neither as the value to complete nor as the value of another argument.
   */
  async request(
    { field, revision, text }: Extract<ScreenMessage, { type: 'complete' }>,
    form: FormModel,
    inputs: FormInputs,
    masked: ReadonlySet<number>,
    reply: (message: ToWebview) => void,
  ): Promise<void> {
    this.stop();
    const completedField = form.fields[field];
    if (completedField?.kind !== 'text') {
      return;
    }
    const inputsWithText: FormInputs = inputs.map((input, index) =>
      index === field ? { kind: 'text', text, touched: true } : input,
    );
    const guarded = { form, sensitive: sensitiveFields(form, '') };
    const flagged = flaggedFields(guarded, inputsWithText).map((one) => one.field);
    const secretFields = new Set([...masked, ...flagged]);
    if (secretFields.has(field)) {
      return;
    }
    const others = form.fields.flatMap(({ name }, index) => {
      const input = inputs[index];
      const isSent = index !== field && !secretFields.has(index) && input?.kind === 'text' && input.text !== '';
      return isSent ? [[name, input.text]] : [];
    });
    const { signal } = this.#abort;
    const values = await this.#complete({ name: completedField.name, value: text }, Object.fromEntries(others), signal);
    if (!signal.aborted) {
      reply({ type: 'completions', screen: this.#screen, field, revision, values: [...values] });
    }
  }

  /** Aborts the current request. */
  stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }
}
