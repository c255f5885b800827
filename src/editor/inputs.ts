import * as vscode from 'vscode';
import { HostError } from '../core/errors.ts';
import type { ServerDefinition } from '../core/servers/definition.ts';
import type { InputDefinition } from '../core/servers/settings/inputDefinitions.ts';
import { plainLines, plainName, withoutIcons } from './plainText.ts';
import type { InputValues } from './secrets.ts';

/** Asks for `${input:id}` where no value is kept yet. */
export class Inputs {
  readonly #values: InputValues;
  // The editor shows one input box at a time and drops the older one; questions wait for each other.
  #last: Promise<unknown> = Promise.resolve();

  constructor(values: InputValues) {
    this.#values = values;
  }

  /** The kept value, else the one the person types now. Throws `VariableMissing` when they dismiss the box. */
  value(server: ServerDefinition, id: string, input: InputDefinition): Promise<{ value: string; secret: boolean }> {
    const mine = this.#last.then(() => this.#keptOrAsked(server, id, input));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #keptOrAsked(server: ServerDefinition, id: string, input: InputDefinition) {
    const secret = isPassword(input);
    const address = { scope: server.scope, id, password: secret };
    const kept = await this.#values.get(address);
    if (kept !== undefined && (input.type !== 'pickString' || input.options.some(({ value }) => value === kept))) {
      return { value: kept, secret };
    }
    const value = await ask(server, id, input);
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
    return { value, secret };
  }
}

export function isPassword(input: InputDefinition): boolean {
  return input.type === 'promptString' && input.password;
}

function ask(server: ServerDefinition, id: string, input: InputDefinition): Thenable<string | undefined> {
  const title = vscode.l10n.t('{0}: {1}', plainName(server.name), plainName(id));
  const prompt = plainLines(input.description);
  if (input.type === 'pickString') {
    return pick(title, prompt, input);
  }
  return vscode.window.showInputBox({
    title,
    prompt,
    value: input.default,
    password: input.password,
    ignoreFocusOut: true,
    validateInput: (text) => (input.password && text === '' ? vscode.l10n.t('Type a value.') : undefined),
  });
}

async function pick(title: string, placeHolder: string, input: InputDefinition & { type: 'pickString' }) {
  const items = input.options.map(({ label, value }) => ({
    label: withoutIcons(plainName(label)),
    description: value === input.default ? vscode.l10n.t('default') : undefined,
    value,
  }));
  return (await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.value;
}
