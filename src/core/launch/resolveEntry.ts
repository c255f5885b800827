import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { urlFault } from '#core/configuration/entryKeys.ts';
import { findSecrets, isSecretName } from '#core/configuration/entrySecrets.ts';
import {
  endpointFault,
  isOAuthEndpoint,
  isOAuthFile,
  mapOAuthTexts,
  metadataUrlFault,
  oauthTexts,
} from '#core/configuration/oauthValues.ts';
import { environmentValue, VariableResolver } from '#core/configuration/variableResolver.ts';
import {
  parseVariables,
  textsWithVariables,
  type VariableContext,
  variablesUsedBy,
} from '#core/configuration/variables.ts';
import type { HttpEntry, LaunchSpec, OAuthSettings, ServerDefinition, StdioEntry } from '#core/model/definition.ts';
import { type HeldBack, heldBackError, type Trust, type Untrusted } from '#core/trust/trust.ts';
import { escapeInvisible } from '#form/text.ts';
import { readEnvFile } from './processEnvironment.ts';
import { decideFilePath, decideStart, type StartDecision } from './startDecision.ts';

/** The services to resolve an entry. In an untrusted workspace `workspaceFolders` are not used. */
export interface LaunchContext extends VariableContext {
  readonly trust: Trust;
  /** Reads a file at an absolute path. Rejects if the file cannot be read. */
  readFile(path: string): Promise<string>;
}

/**
 * Resolves an entry for its start: replaces variables, makes paths absolute, and builds the environment. Requests inputs one
 * after another, each once. The `secrets` of the result are values of at least four characters, the longest first.
 * @throws HostError `WorkspaceNotTrusted` if the entry leads into an untrusted folder. If this holds with any values of the
 * inputs, no input is requested.
 * @throws HostError `VariableMissing` if a variable has no value, `EntryInvalid` if the result cannot be used.
 */
export async function resolveEntry(definition: ServerDefinition, context: LaunchContext): Promise<LaunchSpec> {
  const { entry, name } = definition;
  if (!context.trust.trusted) {
    await refuseEarly(definition, context, context.trust);
  }
  const replacer = createReplacer(definition, context);
  if (entry.type !== 'stdio') {
    return resolveHttp(entry, replacer, async (file, key) => {
      const pathOrReason = await decideFilePath(startContextOf(definition, context), key, file);
      if (typeof pathOrReason !== 'string') {
        throw heldBackError(name, pathOrReason);
      }
      return pathOrReason;
    });
  }
  const decision = await decideEntry(entry, definition, context, replacer);
  if (!decision.starts) {
    throw heldBackError(name, decision.reason);
  }
  const { command, args, cwd, env, envFile } = decision;
  const secrets = [
    ...replacer.variables.secrets,
    ...readEnvFile(envFile?.text ?? '').map(([, value]) => value),
    ...findSecrets({ args, env }).map(({ value }) => value),
  ];
  return { type: 'stdio', command, args, env, cwd, secrets: maskableSecrets(secrets) };
}

/**
 * Decides on the start of a program's entry, so that the start can be shown before it happens. Replaces variables but not
 * inputs, and does not ask the user. Throws the errors of `resolveEntry` except `WorkspaceNotTrusted`.
 */
export function previewStart(definition: ServerDefinition, context: LaunchContext): Promise<StartDecision> {
  const { entry } = definition;
  if (entry.type !== 'stdio') {
    throw new TypeError('Only a program has files and a folder.');
  }
  const previewContext = { ...context, input: async (id: string) => ({ value: `\${input:${id}}`, isSecret: false }) };
  return decideEntry(entry, definition, previewContext, createReplacer(definition, previewContext));
}

/** Throws HostError if an entry would be held back whatever its inputs and its environment file contain. */
async function refuseEarly(
  definition: ServerDefinition,
  context: LaunchContext,
  { emptyFolder }: Untrusted,
): Promise<void> {
  const { entry, name } = definition;
  const refuse = (reason: HeldBack) => {
    throw heldBackError(name, reason);
  };
  for (const { key, text } of textsWithVariables(entry)) {
    for (const part of parseVariables(text)) {
      if (typeof part !== 'string' && part.name.startsWith('workspaceFolder')) {
        refuse({ kind: 'variable', key, variable: part.text });
      }
    }
  }
  if (entry.type === 'stdio') {
    // An input is assumed to be a harmless path, and the environment file to be empty: the rest of the entry is checked.
    const harmlessContext = {
      ...context,
      input: async () => ({ value: `${emptyFolder}/input`, isSecret: false }),
      readFile: async () => '',
    };
    const decision = await decideEntry(entry, definition, harmlessContext, createReplacer(definition, harmlessContext));
    if (!decision.starts) {
      refuse(decision.reason);
    }
  }
}

function createReplacer(definition: ServerDefinition, context: LaunchContext): Replacer {
  const variables = new VariableResolver(context, definition.scope);
  const platform = context.platform ?? process.platform;
  for (const name of variablesUsedBy(definition.entry).environment.filter(isSecretName)) {
    variables.secrets.add(environmentValue(context.environment, name, platform) ?? '');
  }
  return { variables, replace: (text, key) => replaceVariables(text, key, definition, variables) };
}

function startContextOf({ scope }: ServerDefinition, context: LaunchContext) {
  const { trust, workspaceFolders, userHome, environment, platform = process.platform } = context;
  return { trust, scope, workspaceFolders, userHome, environment, platform };
}

interface Replacer {
  readonly variables: VariableResolver;
  /** Replaces the variables of one text; `key` is its path in the entry. */
  replace(text: string, key: string): Promise<string>;
}

async function decideEntry(
  entry: StdioEntry,
  definition: ServerDefinition,
  context: LaunchContext,
  { replace }: Replacer,
): Promise<StartDecision> {
  const command = await replace(entry.command, 'command');
  if (command.trim() === '') {
    throw invalidEntryError(
      t('command is empty after its variables were replaced.'),
      t('Give the variables in command a value.'),
    );
  }
  const args: string[] = [];
  for (const [index, argument] of entry.args.entries()) {
    args.push(await replace(argument, `args[${index}]`));
  }
  const cwd = await replace(entry.cwd ?? '', 'cwd');
  const envFile = await replace(entry.envFile ?? '', 'envFile');
  const env = new Map<string, string | number | null>();
  for (const [name, value] of Object.entries(entry.env)) {
    env.set(name, typeof value === 'string' ? await replace(value, `env.${name}`) : value);
  }
  return decideStart({
    ...startContextOf(definition, context),
    entry: { command, args, cwd, envFile, env: Object.fromEntries(env) },
    readFile: (path) => readEnvFileText(path, context),
  });
}

/** The absolute path of a file that an entry names under `key`. Throws HostError if the file may not be read. */
type LocateFile = (file: string, key: string) => Promise<string>;

async function resolveHttp(
  entry: HttpEntry,
  { variables, replace }: Replacer,
  locateFile: LocateFile,
): Promise<LaunchSpec> {
  const url = await replace(entry.url, 'url');
  const fault = urlFault(url);
  if (fault) {
    throw invalidEntryError(fault.message, fault.remedy);
  }
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(entry.headers)) {
    const header = await replace(value, `headers.${name}`);
    if (/[\r\n]/.test(header)) {
      throw invalidEntryError(t('headers.{0} has a line break.', name), t('Correct the value of the variable in it.'));
    }
    headers.set(name, header);
  }
  const oauth = entry.oauth && (await resolveOAuth(entry.oauth, replace, locateFile));
  const spec = { url, headers: Object.fromEntries(headers) };
  const foundSecrets = findSecrets({ ...spec, ...(oauth && { oauth }) }).map(({ value }) => value);
  return {
    type: entry.type,
    ...spec,
    ...(oauth !== undefined && { oauth }),
    secrets: maskableSecrets([...variables.secrets, ...foundSecrets]),
  };
}

async function resolveOAuth(
  settings: OAuthSettings,
  replace: Replacer['replace'],
  locateFile: LocateFile,
): Promise<OAuthSettings> {
  const values = new Map<string, string>();
  for (const { key, text } of oauthTexts(settings)) {
    const value = await replace(text, key);
    const fault = oauthFault(key, value);
    if (fault) {
      throw invalidEntryError(fault, t('Correct the value of the variable in it.'));
    }
    values.set(key, isOAuthFile(key) ? await locateFile(value, key) : value);
  }
  return mapOAuthTexts(settings, (text, key) => values.get(key) ?? text);
}

function oauthFault(key: string, value: string): string | undefined {
  if (value.trim() === '') {
    return t('{0} is empty after its variables were replaced.', key);
  }
  if (key === 'oauth.clientMetadataUrl') {
    return metadataUrlFault(value);
  }
  return isOAuthEndpoint(key) ? endpointFault(value, key) : undefined;
}

async function replaceVariables(
  text: string,
  key: string,
  { name }: ServerDefinition,
  variables: VariableResolver,
): Promise<string> {
  const detail = t('In {0} of the server "{1}".', escapeInvisible(key, 100), name);
  try {
    const value = await variables.replace(text);
    if (value.includes('\0')) {
      throw invalidEntryError(
        t('{0} has a null character.', escapeInvisible(key, 100)),
        t('Correct the text, or the value of the variable in it.'),
      );
    }
    return value;
  } catch (error) {
    if (error instanceof HostError && error.detail === undefined) {
      const { name, summary, remedy } = error;
      throw new HostError({ name, summary, remedy, detail }, { cause: error });
    }
    throw error;
  }
}

async function readEnvFileText(path: string, context: LaunchContext): Promise<string> {
  try {
    return await context.readFile(path);
  } catch (error) {
    throw new HostError(
      {
        name: 'EntryInvalid',
        summary: t('The envFile {0} cannot be read.', escapeInvisible(path, 500)),
        remedy: t('Create the file, or correct envFile in the entry.'),
        detail: error instanceof Error ? error.message : String(error),
      },
      { cause: error },
    );
  }
}

function invalidEntryError(summary: string, remedy: string): HostError {
  return new HostError({ name: 'EntryInvalid', summary, remedy });
}

/** The values that are long enough to be masked, the longest first: a secret that contains another is masked as a whole. */
function maskableSecrets(values: readonly string[]): string[] {
  const distinct = new Set(values.filter((value) => value.length >= 4 && !/^(true|false|null)$/.test(value)));
  return [...distinct].sort((a, b) => b.length - a.length);
}
