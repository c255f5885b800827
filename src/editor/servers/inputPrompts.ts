import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { type InputDefinition, isTypedInput } from '#core/configuration/inputDefinitions.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import { escapeInvisible } from '#form/text.ts';
import type { InputValueId, InputValueStore } from './inputValueStore.ts';

/** Asks the user for the values of `${input:id}` that are not stored yet. */
export class InputPrompts {
  readonly #values: InputValueStore;
  // The editor shows only one input box at a time and closes an earlier one, so each prompt waits for the one before.
  #last: Promise<unknown> = Promise.resolve();

  constructor(values: InputValueStore) {
    this.#values = values;
  }

  /**
   * The stored value, or, if there is none, the value that the user enters. `isSecret`: the value must stay out of logs and the record.
   * Throws `VariableMissing` if the user dismisses the box. If `signal` is aborted, closes the box, stores nothing and throws the
   * signal's reason.
   */
  value(
    server: ServerDefinition,
    id: string,
    input: InputDefinition,
    signal?: AbortSignal,
  ): Promise<{ value: string; isSecret: boolean }> {
    const value = this.#last.then(() => this.#storedOrEntered(server, id, input, signal));
    this.#last = value.catch(() => undefined);
    return value;
  }

  /** True if `value` would not ask the user. */
  async isStored(server: ServerDefinition, id: string, input: InputDefinition): Promise<boolean> {
    return (await this.#stored(valueIdOf(server, id, input), input)) !== undefined;
  }

  async #stored(valueId: InputValueId, input: InputDefinition): Promise<string | undefined> {
    const storedValue = await this.#values.get(valueId);
    const isValid = input.type !== 'pickString' || input.options.some(({ value }) => value === storedValue);
    return isValid ? storedValue : undefined;
  }

  async #storedOrEntered(server: ServerDefinition, id: string, input: InputDefinition, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const valueId = valueIdOf(server, id, input);
    const isSecret = isTypedInput(input);
    const storedValue = await this.#stored(valueId, input);
    if (storedValue !== undefined) {
      return { value: storedValue, isSecret };
    }
    const value = await untilAborted(signal, (token) => showPrompt(server, id, input, token));
    if (value === undefined) {
      throw new HostError({
        name: 'VariableMissing',
        summary: vscode.l10n.t(
          '{0} needs a value for the input {1}, and none was given.',
          plainName(server.name),
          plainName(id),
        ),
        remedy: vscode.l10n.t('Start the server again and type the value.'),
      });
    }
    await this.#values.set(valueId, value);
    return { value, isSecret };
  }
}

export function isPassword(input: InputDefinition): boolean {
  return input.type === 'promptString' && input.password;
}

function valueIdOf({ scope }: ServerDefinition, id: string, input: InputDefinition): InputValueId {
  return { scope, id, password: isPassword(input) };
}

/** Shows a box that closes if `signal` is aborted, and then throws the signal's reason, even if the user has answered. */
async function untilAborted<T>(
  signal: AbortSignal | undefined,
  show: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const answer = await show(source.token);
    signal?.throwIfAborted();
    return answer;
  } finally {
    signal?.removeEventListener('abort', cancel);
    source.dispose();
  }
}

function showPrompt(
  server: ServerDefinition,
  id: string,
  input: InputDefinition,
  token: vscode.CancellationToken,
): Thenable<string | undefined> {
  const title = vscode.l10n.t('{0}: {1}', plainName(server.name), plainName(id));
  const prompt = plainLines(input.description);
  if (input.type === 'pickString') {
    return showOptions(title, prompt, input, token);
  }
  const options: vscode.InputBoxOptions = {
    title,
    prompt,
    // The box hides its text, so the user would not see a default.
    value: input.password ? '' : (input.default ?? ''),
    password: input.password,
    ignoreFocusOut: true,
    validateInput: (text) => (input.password && text === '' ? vscode.l10n.t('Type a value.') : undefined),
  };
  return plainWindow.showInputBox(options, token);
}

async function showOptions(
  title: string,
  placeHolder: string,
  input: InputDefinition & { type: 'pickString' },
  token: vscode.CancellationToken,
) {
  const items = input.options.map(({ label, value }) => ({
    label: plainName(label),
    // The label of an option may differ from the value that the server receives.
    description: [
      ...(value === label ? [] : [escapeInvisible(value, 200)]),
      ...(value === input.default ? [vscode.l10n.t('default')] : []),
    ].join(' · '),
    value,
  }));
  return (await plainWindow.showQuickPick(items, { title, placeHolder, ...keepOpen }, token))?.value;
}
