import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { type InputDefinition, isTypedInput } from '#core/configuration/inputDefinitions.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import { escapeInvisible } from '#form/text.ts';
import type { InputAddress, InputValueStore } from './inputValueStore.ts';

/** Asks the user for the values of `${input:id}` that are not stored yet. */
export class InputPrompts {
  readonly #values: InputValueStore;
  // The editor shows one input box at a time and closes an earlier one: each prompt waits for the one before.
  #last: Promise<unknown> = Promise.resolve();

  constructor(values: InputValueStore) {
    this.#values = values;
  }

  /**
   * The stored value, else the one that the user enters. `secret`: the value must stay out of logs and the record. Throws
   * `VariableMissing` if the user dismisses the box. When `signal` fires, the box closes, nothing is stored, and the
   * signal's reason is thrown.
   */
  value(
    server: ServerDefinition,
    id: string,
    input: InputDefinition,
    signal?: AbortSignal,
  ): Promise<{ value: string; isSecret: boolean }> {
    const mine = this.#last.then(() => this.#keptOrAsked(server, id, input, signal));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** True when `value` would not ask. */
  async isStored(server: ServerDefinition, id: string, input: InputDefinition): Promise<boolean> {
    return (await this.#kept(addressOf(server, id, input), input)) !== undefined;
  }

  async #kept(address: InputAddress, input: InputDefinition): Promise<string | undefined> {
    const kept = await this.#values.get(address);
    const fits = input.type !== 'pickString' || input.options.some(({ value }) => value === kept);
    return fits ? kept : undefined;
  }

  async #keptOrAsked(server: ServerDefinition, id: string, input: InputDefinition, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const address = addressOf(server, id, input);
    const isSecret = isTypedInput(input);
    const kept = await this.#kept(address, input);
    if (kept !== undefined) {
      return { value: kept, isSecret };
    }
    const value = await untilAborted(signal, (token) => ask(server, id, input, token));
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
    await this.#values.set(address, value);
    return { value, isSecret };
  }
}

export function isPassword(input: InputDefinition): boolean {
  return input.type === 'promptString' && input.password;
}

function addressOf({ scope }: ServerDefinition, id: string, input: InputDefinition): InputAddress {
  return { scope, id, password: isPassword(input) };
}

/** Shows a box that closes when `signal` fires. Throws the signal's reason then, even if the user has answered. */
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

function ask(
  server: ServerDefinition,
  id: string,
  input: InputDefinition,
  token: vscode.CancellationToken,
): Thenable<string | undefined> {
  const title = vscode.l10n.t('{0}: {1}', plainName(server.name), plainName(id));
  const prompt = plainLines(input.description);
  if (input.type === 'pickString') {
    return pick(title, prompt, input, token);
  }
  const options: vscode.InputBoxOptions = {
    title,
    prompt,
    // The box hides its text: the user would send an unseen default as their secret.
    value: input.password ? '' : (input.default ?? ''),
    password: input.password,
    ignoreFocusOut: true,
    validateInput: (text) => (input.password && text === '' ? vscode.l10n.t('Type a value.') : undefined),
  };
  return plainWindow.showInputBox(options, token);
}

async function pick(
  title: string,
  placeHolder: string,
  input: InputDefinition & { type: 'pickString' },
  token: vscode.CancellationToken,
) {
  const items = input.options.map(({ label, value }) => ({
    label: plainName(label),
    // The label of an option may differ from the value that the program gets.
    description: [
      ...(value === label ? [] : [escapeInvisible(value, 200)]),
      ...(value === input.default ? [vscode.l10n.t('default')] : []),
    ].join(' · '),
    value,
  }));
  return (await plainWindow.showQuickPick(items, { title, placeHolder, ...keepOpen }, token))?.value;
}
