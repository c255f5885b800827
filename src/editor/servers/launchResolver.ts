import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { UserRequired } from '#core/agents/lending/userRequired.ts';
import { HostError } from '#core/common/errors.ts';
import { readRegularFile } from '#core/common/files.ts';
import type { InputDefinition } from '#core/configuration/inputDefinitions.ts';
import { parseVariables, variablesUsedBy } from '#core/configuration/variables.ts';
import { readEnvFile } from '#core/launch/processEnvironment.ts';
import { type LaunchContext, previewStart, resolveEntry } from '#core/launch/resolveEntry.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import { isFromWorkspace } from '#core/model/definition.ts';
import type { Trust } from '#core/trust/trust.ts';
import type { LaunchFacts } from '#editor/agreement/agreementRows.ts';
import type { Agreements } from '#editor/agreement/agreements.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { ServerSettings } from '#editor/settings/serverSettings.ts';
import { foldersOnDisk } from '#editor/trust/workspaceTrust.ts';
import type { InputPrompts } from './inputPrompts.ts';

/** The maximum size of an `envFile` that is read, in bytes. */
const maxEnvFileSize = 1024 * 1024;

/** Resolves an entry to a launch specification: asks the user for agreement first, then for the inputs. */
export class LaunchResolver {
  readonly #settings: ServerSettings;
  readonly #agreements: Agreements;
  readonly #inputs: InputPrompts;
  readonly #trust: () => Promise<Trust>;

  /** @param trust Returns the trust in the open workspace. Called at each start. */
  constructor(settings: ServerSettings, agreements: Agreements, inputs: InputPrompts, trust: () => Promise<Trust>) {
    this.#settings = settings;
    this.#agreements = agreements;
    this.#inputs = inputs;
    this.#trust = trust;
  }

  /**
   * Resolves an entry for a start. Closes the prompts if `signal` is aborted.
   * @param mayAsk False if the user must not be asked.
   * @throws UserRequired if the user would have to be asked, and must not be; another HostError
   */
  async resolve(definition: ServerDefinition, signal?: AbortSignal, mayAsk = true): Promise<LaunchSpec> {
    if (!mayAsk && (await this.wouldAsk(definition))) {
      throw new UserRequired(definition.name);
    }
    const sources = await this.#sources(definition);
    if (isFromWorkspace(definition.scope) && sources.trust.trusted) {
      const facts = await this.#facts(definition, sources);
      if (!mayAsk && !this.#agreements.isAgreed(definition, facts)) {
        // The environment file has changed since it was read above.
        throw new UserRequired(definition.name);
      }
      await this.#agreements.require(definition, facts, signal);
    }
    const context = this.#context(definition, sources, signal);
    return mayAsk ? resolveEntry(definition, context) : this.#resolveWithStored(definition, context, sources);
  }

  /** Resolves an entry with the inputs that are stored. */
  async #resolveWithStored(
    definition: ServerDefinition,
    context: LaunchContext,
    { inputs }: Sources,
  ): Promise<LaunchSpec> {
    let isMissing = false;
    // Only reads: `context.input` would ask for a value that was forgotten meanwhile.
    const input = async (id: string) => {
      const known = inputs.get(id);
      const stored = known && (await this.#inputs.stored(definition, id, known));
      isMissing ||= known !== undefined && stored === undefined;
      return stored;
    };
    try {
      return await resolveEntry(definition, { ...context, input });
    } catch (error) {
      // Without a value the entry cannot be resolved.
      throw isMissing ? new UserRequired(definition.name) : error;
    }
  }

  /** True if a start would ask the user for agreement or for an input. Throws `HostError` as `resolve` does. */
  async wouldAsk(definition: ServerDefinition): Promise<boolean> {
    if (isFromWorkspace(definition.scope)) {
      // Without an earlier agreement the user is asked in any case, so the environment file is not read.
      const hasEarlierAgreement = this.#agreements.hasEarlierAgreement(definition);
      const facts = hasEarlierAgreement ? await this.#facts(definition, await this.#sources(definition)) : undefined;
      if (!facts || !this.#agreements.isAgreed(definition, facts)) {
        return true;
      }
    }
    const inputs = this.#settings.read().inputsOf(definition.scope);
    for (const id of variablesUsedBy(definition.entry).inputs) {
      const input = inputs.get(id);
      if (input && !(await this.#inputs.stored(definition, id, input))) {
        return true;
      }
    }
    return false;
  }

  /** The launch facts of an entry that is not in the settings yet. Throws `HostError` as `resolve` does. */
  async launchFacts(definition: ServerDefinition, inputs: Sources['inputs']): Promise<LaunchFacts> {
    return this.#facts(definition, { trust: await this.#trust(), inputs, read: readOnce() });
  }

  async #sources({ scope }: ServerDefinition): Promise<Sources> {
    return { trust: await this.#trust(), inputs: this.#settings.read().inputsOf(scope), read: readOnce() };
  }

  async #facts(definition: ServerDefinition, sources: Sources): Promise<LaunchFacts> {
    const use = variablesUsedBy(definition.entry);
    return {
      inputs: new Map(use.inputs.map((id) => [id, sources.inputs.get(id)])),
      environment: use.environment,
      ...(await this.#folderAndEnvironment(definition, sources)),
    };
  }

  /** The folder and the environment file that a server would start with. */
  async #folderAndEnvironment(
    definition: ServerDefinition,
    sources: Sources,
  ): Promise<Pick<LaunchFacts, 'cwd' | 'envFile'>> {
    const { entry } = definition;
    if (entry.type !== 'stdio') {
      return {};
    }
    if (dependsOnInput(entry.envFile)) {
      throw new HostError({
        name: 'EntryInvalid',
        summary: vscode.l10n.t('The envFile of {0} depends on an input.', plainName(definition.name)),
        remedy: vscode.l10n.t('Write the path of envFile without inputs: a workspace has to show what it reads.'),
      });
    }
    const decision = await previewStart(
      definition,
      this.#context(definition, { ...sources, read: onThisMachine(sources) }),
    );
    if (!decision.starts) {
      return {};
    }
    const { cwd, envFile } = decision;
    return {
      ...(!dependsOnInput(entry.cwd) && { cwd }),
      ...(envFile && {
        envFile: { path: envFile.path, content: envFile.text, variables: readEnvFile(envFile.text) },
      }),
    };
  }

  #context(definition: ServerDefinition, { trust, inputs, read }: Sources, signal?: AbortSignal): LaunchContext {
    return {
      trust,
      workspaceFolders: trust.trusted ? foldersOnDisk() : [],
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

function dependsOnInput(text = ''): boolean {
  return parseVariables(text).some((part) => typeof part !== 'string' && part.name === 'input');
}

type ReadFile = (path: string) => Promise<string>;

/** The files and inputs of one start, each read once, so that the start uses the data that the user agreed to. */
interface Sources {
  readonly trust: Trust;
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly read: ReadFile;
}

/** Returns a function that reads each file once. */
function readOnce(): ReadFile {
  const texts = new Map<string, string>();
  return async (path) => {
    const text = texts.get(path) ?? (await readRegularFile(path, maxEnvFileSize));
    texts.set(path, text);
    return text;
  };
}

/**
 * Returns a function that reads only files of this machine. Used before the user has agreed: on Windows, reading a file of another
 * machine signs the user in there.
 */
function onThisMachine({ read }: Pick<Sources, 'read'>): ReadFile {
  return async (path) => {
    if (process.platform === 'win32' && /^[\\/]{2}/.test(path)) {
      throw new Error(vscode.l10n.t('It is on another machine.'));
    }
    return read(path);
  };
}
