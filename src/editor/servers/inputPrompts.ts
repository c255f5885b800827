import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { type InputDefinition, isTypedInput } from '#core/configuration/inputDefinitions.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import { escapeInvisible } from '#form/text.ts';
import type { InputValueId, InputValueStore } from './inputValueStore.ts';

interface InputValue {
  readonly value: string;
  /** True if the value must stay out of logs and the record. */
  readonly isSecret: boolean;
}

/** Asks the user for the values of `${input:id}` that are not stored yet. */
export class InputPrompts {
  readonly #values: InputValueStore;
  // The editor shows only one input box at a time and closes an earlier one, so each box waits for the one before.
  #lastBox: Promise<unknown> = Promise.resolve();

  constructor(values: InputValueStore) {
    this.#values = values;
  }

  /** The stored value, without asking the user; `undefined` if there is none. */
  async stored(server: ServerDefinition, id: string, input: InputDefinition): Promise<InputValue | undefined> {
    const value = await this.#values.get(valueIdOf(server, id, input));
    const isValid = input.type !== 'pickString' || input.options.some((option) => option.value === value);
    return value !== undefined && isValid ? { value, isSecret: isTypedInput(input) } : undefined;
  }

  /**
   * The stored value, or, if there is none, the value that the user enters.
   * Throws `VariableMissing` if the user dismisses the box. If `signal` is aborted, closes the box, stores nothing and throws the
   * signal's reason.
   */
  async value(server: ServerDefinition, id: string, input: InputDefinition, signal?: AbortSignal): Promise<InputValue> {
    signal?.throwIfAborted();
    const stored = await this.stored(server, id, input);
    return stored ?? this.#inTurn(() => this.#storedOrEntered(server, id, input, signal), signal);
  }

  /** Calls `ask` after the boxes before it. Does not wait for them any more if `signal` is aborted. */
  #inTurn<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const turn = this.#lastBox.then(ask);
    this.#lastBox = turn.catch(() => undefined);
    return signal ? rejectOnAbort(turn, signal) : turn;
  }

  async #storedOrEntered(server: ServerDefinition, id: string, input: InputDefinition, signal?: AbortSignal) {
    signal?.throwIfAborted();
    // The user may have entered it for another server while this one waited.
    const stored = await this.stored(server, id, input);
    if (stored) {
      return stored;
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
    await this.#values.set(valueIdOf(server, id, input), value);
    return { value, isSecret: isTypedInput(input) };
  }
}

export function isPassword(input: InputDefinition): boolean {
  return input.type === 'promptString' && input.password;
}

function valueIdOf({ scope }: ServerDefinition, id: string, input: InputDefinition): InputValueId {
  return { scope, id, password: isPassword(input) };
}

/**
 * Shows a box that closes if `signal` is aborted, and then throws the signal's reason, even if the user has answered or the editor leaves
 * the box open.
 */
async function untilAborted<T>(
  signal: AbortSignal | undefined,
  show: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const shown = Promise.resolve(show(source.token));
    const answer = await (signal ? rejectOnAbort(shown, signal) : shown);
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
