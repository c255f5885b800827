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

/** What an entry is resolved with. Where the workspace is not trusted, `workspaceFolders` do not count. */
export interface LaunchContext extends VariableContext {
  readonly trust: Trust;
  /** The text of a file at an absolute path. Rejects when it cannot be read. */
  readFile(path: string): Promise<string>;
}

/**
 * Makes an entry ready to start: replaces variables, makes paths absolute, and builds the environment. Asks for inputs one
 * after another, each once. `secrets`: values of at least four characters, the longest first.
 * Throws `HostError`: `WorkspaceNotTrusted` where it leads into a folder that is not trusted (before any input is asked
 * for, where that can be known), `VariableMissing` where something has no value, `EntryInvalid` where the result cannot
 * be used.
 */
export async function resolveEntry(definition: ServerDefinition, context: LaunchContext): Promise<LaunchSpec> {
  const { entry, name } = definition;
  if (!context.trust.trusted) {
    await refuseEarly(definition, context, context.trust);
  }
  const replacing = replacingIn(definition, context);
  if (entry.type !== 'stdio') {
    return resolveHttp(entry, replacing, async (file, key) => {
      const decided = await decideFilePath(startContextOf(definition, context), key, file);
      if (typeof decided !== 'string') {
        throw heldBackError(name, decided);
      }
      return decided;
    });
  }
  const decision = await decideEntry(entry, definition, context, replacing);
  if (!decision.starts) {
    throw heldBackError(name, decision.reason);
  }
  const { command, args, cwd, env, envFile } = decision;
  const secrets = [
    ...replacing.variables.secrets,
    ...readEnvFile(envFile?.text ?? '').map(([, value]) => value),
    ...findSecrets({ args, env }).map(({ value }) => value),
  ];
  return { type: 'stdio', command, args, env, cwd, secrets: worthHiding(secrets) };
}

/**
 * Decides on a program's entry as `decideStart` does, to show what would start. Replaces variables but not inputs, and asks
 * the user nothing. Throws as `resolveEntry`, but not `WorkspaceNotTrusted`.
 */
export function previewStart(definition: ServerDefinition, context: LaunchContext): Promise<StartDecision> {
  const { entry } = definition;
  if (entry.type !== 'stdio') {
    throw new TypeError('Only a program has files and a folder.');
  }
  const unasked = { ...context, input: async (id: string) => ({ value: `\${input:${id}}`, isSecret: false }) };
  return decideEntry(entry, definition, unasked, replacingIn(definition, unasked));
}

/** Throws when an entry would be held back with any inputs and any environment file. */
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
    // An input stands for a path of its own: what is said around it counts.
    const unread = {
      ...context,
      input: async () => ({ value: `${emptyFolder}/input`, isSecret: false }),
      readFile: async () => '',
    };
    const decision = await decideEntry(entry, definition, unread, replacingIn(definition, unread));
    if (!decision.starts) {
      refuse(decision.reason);
    }
  }
}

function replacingIn(definition: ServerDefinition, context: LaunchContext): Replacing {
  const variables = new VariableResolver(context, definition.scope);
  const platform = context.platform ?? process.platform;
  for (const name of variablesUsedBy(definition.entry).environment.filter(isSecretName)) {
    variables.secrets.add(environmentValue(context.environment, name, platform) ?? '');
  }
  return { variables, replace: (text, key) => replaceIn(text, key, definition, variables) };
}

function startContextOf({ scope }: ServerDefinition, context: LaunchContext) {
  const { trust, workspaceFolders, userHome, environment, platform = process.platform } = context;
  return { trust, scope, workspaceFolders, userHome, environment, platform };
}

interface Replacing {
  readonly variables: VariableResolver;
  /** Replaces the variables of one text; `key` is its path in the entry. */
  replace(text: string, key: string): Promise<string>;
}

async function decideEntry(
  entry: StdioEntry,
  definition: ServerDefinition,
  context: LaunchContext,
  { replace }: Replacing,
): Promise<StartDecision> {
  const command = await replace(entry.command, 'command');
  if (command.trim() === '') {
    throw unusable(
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
    readFile: (path) => readText(path, context),
  });
}

/** The path of a file that an entry names under `key`. Throws where it may not be read. */
type Locate = (file: string, key: string) => Promise<string>;

async function resolveHttp(entry: HttpEntry, { variables, replace }: Replacing, locate: Locate): Promise<LaunchSpec> {
  const url = await replace(entry.url, 'url');
  const fault = urlFault(url);
  if (fault) {
    throw unusable(fault.message, fault.remedy);
  }
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(entry.headers)) {
    const replaced = await replace(value, `headers.${name}`);
    if (/[\r\n]/.test(replaced)) {
      throw unusable(t('headers.{0} has a line break.', name), t('Correct the value of the variable in it.'));
    }
    headers.set(name, replaced);
  }
  const oauth = entry.oauth && (await resolveOAuth(entry.oauth, replace, locate));
  const spec = { url, headers: Object.fromEntries(headers) };
  const found = findSecrets({ ...spec, ...(oauth && { oauth }) }).map(({ value }) => value);
  return {
    type: entry.type,
    ...spec,
    ...(oauth !== undefined && { oauth }),
    secrets: worthHiding([...variables.secrets, ...found]),
  };
}

async function resolveOAuth(
  settings: OAuthSettings,
  replace: Replacing['replace'],
  locate: Locate,
): Promise<OAuthSettings> {
  const replaced = new Map<string, string>();
  for (const { key, text } of oauthTexts(settings)) {
    const value = await replace(text, key);
    const fault = oauthFault(key, value);
    if (fault) {
      throw unusable(fault, t('Correct the value of the variable in it.'));
    }
    replaced.set(key, isOAuthFile(key) ? await locate(value, key) : value);
  }
  return mapOAuthTexts(settings, (text, key) => replaced.get(key) ?? text);
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

async function replaceIn(
  text: string,
  key: string,
  { name }: ServerDefinition,
  variables: VariableResolver,
): Promise<string> {
  const detail = t('In {0} of the server "{1}".', escapeInvisible(key, 100), name);
  try {
    const replaced = await variables.replace(text);
    if (replaced.includes('\0')) {
      throw unusable(
        t('{0} has a null character.', escapeInvisible(key, 100)),
        t('Correct the text, or the value of the variable in it.'),
      );
    }
    return replaced;
  } catch (error) {
    if (error instanceof HostError && error.detail === undefined) {
      const { name, summary, remedy } = error;
      throw new HostError({ name, summary, remedy, detail }, { cause: error });
    }
    throw error;
  }
}

async function readText(path: string, context: LaunchContext): Promise<string> {
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

function unusable(summary: string, remedy: string): HostError {
  return new HostError({ name: 'EntryInvalid', summary, remedy });
}

/** Longest first: when one secret contains another, the longer one is masked as a whole. */
function worthHiding(values: readonly string[]): string[] {
  const distinct = new Set(values.filter((value) => value.length >= 4 && !/^(true|false|null)$/.test(value)));
  return [...distinct].sort((a, b) => b.length - a.length);
}
