import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { HostError } from '../core/errors.ts';
import type { LaunchSpec, ServerDefinition, StdioEntry } from '../core/servers/definition.ts';
import { readEnvFile } from '../core/servers/settings/environment.ts';
import type { InputDefinition } from '../core/servers/settings/inputDefinitions.ts';
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
    const sources = this.#sources(definition);
    if (isFromWorkspace(definition.scope)) {
      await this.#agreements.require(definition, await this.#facts(definition, sources), signal);
    }
    return resolveEntry(definition, this.#context(definition, sources, signal));
  }

  /** True when a start would ask the person something: to agree, or for an input. Throws `HostError` as `resolve`. */
  async wouldAsk(definition: ServerDefinition): Promise<boolean> {
    const sources = this.#sources(definition);
    if (
      isFromWorkspace(definition.scope) &&
      !this.#agreements.holds(definition, await this.#facts(definition, sources))
    ) {
      return true;
    }
    for (const id of variablesIn(definition.entry).inputs) {
      const input = sources.inputs.get(id);
      if (input && !(await this.#inputs.isKept(definition, id, input))) {
        return true;
      }
    }
    return false;
  }

  #sources({ scope }: ServerDefinition): Sources {
    return { inputs: this.#settings.read().inputsOf(scope), read: readOnce() };
  }

  async #facts(definition: ServerDefinition, sources: Sources): Promise<EntryFacts> {
    const use = variablesIn(definition.entry);
    return {
      inputs: new Map(use.inputs.map((id) => [id, sources.inputs.get(id)])),
      environment: use.environment,
      envFile: await this.#envFile(definition, sources),
    };
  }

  async #envFile(definition: ServerDefinition, sources: Sources): Promise<EntryFacts['envFile']> {
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
      this.#context(definition, {
        ...sources,
        read: async (path) => {
          const content = await sources.read(path);
          found = { path, content, names: readEnvFile(content).map(([name]) => name) };
          return content;
        },
      }),
    );
    return found;
  }

  #context(definition: ServerDefinition, { inputs, read }: Sources, signal?: AbortSignal): VariableContext {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return {
      workspaceFolders: folders
        .filter(({ uri }) => uri.scheme === 'file')
        .map(({ name, uri }) => ({ name, path: uri.fsPath })),
      userHome: homedir(),
      environment: process.env,
      input: async (id) => {
        const input = inputs.get(id);
        return input && this.#inputs.value(definition, id, input, signal);
      },
      readFile: read,
    };
  }
}

type ReadFile = (path: string) => Promise<string>;

/** What one start draws on, read once: what was agreed to is what is used, whatever the files say by then. */
interface Sources {
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly read: ReadFile;
}

/** Reads each file once. */
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
