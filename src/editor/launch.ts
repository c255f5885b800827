import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { HostError } from '../core/errors.ts';
import type { LaunchSpec, ServerDefinition, StdioEntry } from '../core/servers/definition.ts';
import { readEnvFile } from '../core/servers/settings/environment.ts';
import { resolveEntry } from '../core/servers/settings/resolve.ts';
import { type VariableContext, variablesIn } from '../core/servers/settings/variables.ts';
import type { Agreements } from './agreement.ts';
import type { EntryFacts } from './agreementRows.ts';
import type { Inputs } from './inputs.ts';
import { plainName } from './plainText.ts';
import { isFromWorkspace } from './scopes.ts';
import type { ServerSettings } from './settings.ts';

/** The largest `envFile` that is read, in bytes. */
const ENV_FILE_LIMIT = 1024 * 1024;

/** Turns an entry into what is started: asks for agreement first, then for the inputs. */
export class Launching {
  readonly #settings: ServerSettings;
  readonly #agreements: Agreements;
  readonly #inputs: Inputs;

  constructor(settings: ServerSettings, agreements: Agreements, inputs: Inputs) {
    this.#settings = settings;
    this.#agreements = agreements;
    this.#inputs = inputs;
  }

  /** For the core's `ServersPorts.resolve`. Throws `HostError`; when `signal` fires, takes back what it asks. */
  async resolve(definition: ServerDefinition, signal?: AbortSignal): Promise<LaunchSpec> {
    const read = readOnce();
    if (isFromWorkspace(definition.scope)) {
      await this.#agreements.require(definition, await this.#facts(definition, read), signal);
    }
    return resolveEntry(definition, this.#context(definition, read));
  }

  /** True when a start would not have to ask for agreement. */
  async isAgreed(definition: ServerDefinition): Promise<boolean> {
    return (
      !isFromWorkspace(definition.scope) ||
      this.#agreements.holds(definition, await this.#facts(definition, readOnce()))
    );
  }

  async #facts(definition: ServerDefinition, read: ReadFile): Promise<EntryFacts> {
    const use = variablesIn(definition.entry);
    const defined = this.#settings.read().inputsOf(definition.scope);
    return {
      inputs: new Map(use.inputs.map((id) => [id, defined.get(id)])),
      environment: use.environment,
      envFile: await this.#envFile(definition, read),
    };
  }

  async #envFile(definition: ServerDefinition, read: ReadFile): Promise<EntryFacts['envFile']> {
    const { entry } = definition;
    if (entry.type !== 'stdio' || entry.envFile === undefined) {
      return undefined;
    }
    const fileOnly: StdioEntry = { ...entry, command: 'command', args: [], env: {}, cwd: undefined };
    if (variablesIn(fileOnly).inputs.length > 0) {
      throw new HostError({
        name: 'EntryInvalid',
        summary: vscode.l10n.t('The envFile of {0} depends on an input.', plainName(definition.name)),
        remedy: vscode.l10n.t('Write the path of envFile without inputs: a workspace has to show what it reads.'),
      });
    }
    let found: EntryFacts['envFile'];
    await resolveEntry(
      { ...definition, entry: fileOnly },
      this.#context(definition, async (path) => {
        const content = await read(path);
        found = { path, content, names: readEnvFile(content).map(([name]) => name) };
        return content;
      }),
    );
    return found;
  }

  #context(definition: ServerDefinition, read: ReadFile): VariableContext {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return {
      workspaceFolders: folders
        .filter(({ uri }) => uri.scheme === 'file')
        .map(({ name, uri }) => ({ name, path: uri.fsPath })),
      userHome: homedir(),
      environment: process.env,
      input: async (id) => {
        const input = this.#settings.read().inputsOf(definition.scope).get(id);
        return input && this.#inputs.value(definition, id, input);
      },
      readFile: read,
    };
  }
}

type ReadFile = (path: string) => Promise<string>;

/** Reads each file once, so that what was agreed to is what is used. */
function readOnce(): ReadFile {
  const texts = new Map<string, string>();
  return async (path) => {
    let text = texts.get(path);
    if (text === undefined) {
      const { size } = await stat(path);
      if (size > ENV_FILE_LIMIT) {
        throw new Error(`The file has ${size} bytes; at most ${ENV_FILE_LIMIT} are read.`);
      }
      text = await readFile(path, 'utf8');
      texts.set(path, text);
    }
    return text;
  };
}
