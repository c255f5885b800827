import type { ToWebview } from '#bridge/messages.ts';
import { flaggedFields } from '#core/guard/sensitive/flaggedFields.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import type { ScreenMessage } from './panelScreen.ts';

/** Requests suggestions of a server for one argument, given the others. Never rejects. */
export type CompleteArgument = (
  argument: { readonly name: string; readonly value: string },
  others: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<readonly string[]>;

/**
 * Requests suggestions of a server while the user types. One request at a time: a new one replaces the one before.
 */
export class CompletionRequests {
  readonly #screen: string;
  readonly #complete: CompleteArgument;
  #asking = new AbortController();

  constructor(screen: string, complete: CompleteArgument) {
    this.#screen = screen;
    this.#complete = complete;
  }

  /**
   * Replies with suggestions, unless another request is made meanwhile. `inputs`: the inputs of the form. No secret is sent:
   * neither for a field that asks for one or contains one, nor as context for another field.
   */
  async request(
    { field, revision, text }: Extract<ScreenMessage, { type: 'complete' }>,
    form: FormModel,
    inputs: FormInputs,
    reply: (message: ToWebview) => void,
  ): Promise<void> {
    this.stop();
    const asked = form.fields[field];
    if (asked?.kind !== 'text') {
      return;
    }
    const typed: FormInputs = inputs.map((input, index) =>
      index === field ? { kind: 'text', text, touched: true } : input,
    );
    const guarded = { form, sensitive: sensitiveFields(form, '') };
    const secret = new Set(flaggedFields(guarded, typed).map((flagged) => flagged.field));
    if (secret.has(field)) {
      return;
    }
    const others = form.fields.flatMap(({ name }, index) => {
      const input = inputs[index];
      const isSent = index !== field && !secret.has(index) && input?.kind === 'text' && input.text !== '';
      return isSent ? [[name, input.text]] : [];
    });
    const { signal } = this.#asking;
    const values = await this.#complete({ name: asked.name, value: text }, Object.fromEntries(others), signal);
    if (!signal.aborted) {
      reply({ type: 'completions', screen: this.#screen, field, revision, values: [...values] });
    }
  }

  /** Drops the current request. */
  stop(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
  }
}
