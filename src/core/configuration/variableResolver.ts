import { posix, win32 } from 'node:path';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { Scope } from '#core/model/definition.ts';
import { escapeInvisible } from '#form/text.ts';
import {
  isSupportedVariable,
  parseVariables,
  type Variable,
  type VariableContext,
  type WorkspaceFolder,
} from './variables.ts';

const supportedVariables = [
  'workspaceFolder',
  'workspaceFolder:name',
  'workspaceFolderBasename',
  'userHome',
  'env:NAME',
  'input:id',
  'pathSeparator',
]
  .map((inner) => `\${${inner}}`)
  .join(', ');

/**
 * The workspace folder of an entry: the folder whose settings have the entry, otherwise the first folder. `undefined` if that
 * folder is not on a disk, or no folder is open.
 */
export function folderOfScope(scope: Scope, folders: readonly WorkspaceFolder[]): WorkspaceFolder | undefined {
  return scope.kind === 'folder' ? folders.find(({ path }) => path === scope.path) : folders[0];
}

/** Replaces the variables in the texts of one entry. Requests each input once, and collects the secrets among the values. */
export class VariableResolver {
  readonly secrets = new Set<string>();
  readonly #context: VariableContext;
  readonly #scope: Scope;
  readonly #inputs = new Map<string, string>();

  constructor(context: VariableContext, scope: Scope) {
    this.#context = context;
    this.#scope = scope;
  }

  /** Returns the text with its variables replaced. Variables inside a value are not replaced. Throws HostError. */
  async replace(text: string): Promise<string> {
    const values: string[] = [];
    for (const part of parseVariables(text)) {
      values.push(typeof part === 'string' ? part : await this.#resolve(part));
    }
    return values.join('');
  }

  async #resolve(variable: Variable): Promise<string> {
    const { name, argument = '' } = variable;
    if (!isSupportedVariable(variable)) {
      throw new HostError({
        name: 'EntryInvalid',
        summary: t('{0} is not a variable that can be replaced.', escapeInvisible(variable.text, 100)),
        remedy: t('These can be replaced: {0}. Use one of them, or write the value.', supportedVariables),
      });
    }
    switch (name) {
      case 'input':
        return await this.#inputValue(argument);
      case 'env':
        return environmentValue(this.#context.environment, argument, this.#platform) ?? '';
      case 'workspaceFolder':
        return this.#folder(variable).path;
      case 'workspaceFolderBasename':
        return this.#path.basename(this.#folder(variable).path);
      case 'userHome':
        return this.#context.userHome;
      default:
        return this.#path.sep;
    }
  }

  async #inputValue(id: string): Promise<string> {
    const earlierValue = this.#inputs.get(id);
    if (earlierValue !== undefined) {
      return earlierValue;
    }
    const input = await this.#context.input(id);
    if (!input) {
      throw new HostError({
        name: 'VariableMissing',
        summary: t('There is no value for {0}.', `\${input:${escapeInvisible(id, 100)}}`),
        remedy: t('Enter it when asked, and check that this id is defined in the setting mcpElicitation.inputs.'),
      });
    }
    if (input.isSecret) {
      this.secrets.add(input.value);
    }
    this.#inputs.set(id, input.value);
    return input.value;
  }

  #folder({ text, argument }: Variable): WorkspaceFolder {
    const folders = this.#context.workspaceFolders;
    const folder = argument ? folders.find(({ name }) => name === argument) : folderOfScope(this.#scope, folders);
    if (folder) {
      return folder;
    }
    const names = folders.map(({ name }) => `"${escapeInvisible(name, 100)}"`).join(', ');
    throw new HostError({
      name: 'VariableMissing',
      summary:
        names && argument
          ? t('{0} has no value, because no open folder has that name.', escapeInvisible(text, 100))
          : t('{0} has no value, because no folder on a disk is open.', escapeInvisible(text, 100)),
      remedy: names
        ? t('Use one of {0}, or write a path.', names)
        : t('Open a folder, or write a path in place of the variable.'),
    });
  }

  get #platform(): NodeJS.Platform {
    return this.#context.platform ?? process.platform;
  }

  get #path() {
    return this.#platform === 'win32' ? win32 : posix;
  }
}

/** The value of an environment variable. On Windows the case of the name is ignored. */
export function environmentValue(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (Object.hasOwn(environment, name)) {
    return environment[name];
  }
  if (platform !== 'win32') {
    return undefined;
  }
  const upperCaseName = name.toUpperCase();
  return Object.entries(environment).find(([key]) => key.toUpperCase() === upperCaseName)?.[1];
}
