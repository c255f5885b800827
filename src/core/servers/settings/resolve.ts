import { posix, win32 } from 'node:path';
import { t } from '@vscode/l10n';
import { inFull } from '../../../form/text.ts';
import { HostError } from '../../errors.ts';
import type { HttpEntry, LaunchSpec, OAuthSettings, ServerDefinition, StdioEntry } from '../definition.ts';
import { urlFault } from './entryKeys.ts';
import { buildEnvironment, readEnvFile } from './environment.ts';
import { endpointFault, metadataUrlFault } from './oauthReading.ts';
import { isOAuthEndpoint, isOAuthFile, mapOAuthTexts, oauthTexts } from './oauthTexts.ts';
import { environmentValue, folderOf, Variables } from './replacement.ts';
import { findSecrets, isSecretName } from './secrets.ts';
import { type VariableContext, variablesIn } from './variables.ts';

/**
 * Makes an entry ready to start: variables replaced, paths made absolute, environment built. Inputs are asked for one
 * after another, each once. `secrets` are values of at least four characters, the longest first.
 * Throws `HostError`: `VariableMissing` where something has no value, `EntryInvalid` where the result cannot be used.
 */
export async function resolveEntry(definition: ServerDefinition, context: VariableContext): Promise<LaunchSpec> {
  const variables = new Variables(context, definition.scope);
  const { entry } = definition;
  const platform = context.platform ?? process.platform;
  for (const name of variablesIn(entry).environment.filter(isSecretName)) {
    variables.secrets.add(environmentValue(context.environment, name, platform) ?? '');
  }
  const replace = (text: string, key: string) => replaceIn(text, key, definition, variables);
  return entry.type === 'stdio'
    ? await resolveStdio(entry, definition, context, { platform, variables, replace })
    : await resolveHttp(entry, { variables, replace }, (file) => pathOf(file, definition, context));
}

/** A path as it is meant: relative to the entry's folder, or to the home folder. */
function pathOf(file: string, { scope }: ServerDefinition, context: VariableContext): string {
  const { userHome, workspaceFolders, platform = process.platform } = context;
  const path = platform === 'win32' ? win32 : posix;
  return path.resolve(folderOf(scope, workspaceFolders)?.path ?? userHome, untildify(file, userHome));
}

interface Replacing {
  readonly variables: Variables;
  /** Replaces the variables of one text; `key` is its path in the entry. */
  replace(text: string, key: string): Promise<string>;
}

async function resolveStdio(
  entry: StdioEntry,
  { scope }: ServerDefinition,
  context: VariableContext,
  { platform, variables, replace }: Replacing & { readonly platform: NodeJS.Platform },
): Promise<LaunchSpec> {
  const { userHome } = context;
  const path = platform === 'win32' ? win32 : posix;
  const base = folderOf(scope, context.workspaceFolders)?.path ?? userHome;

  const command = untildify(await replace(entry.command, 'command'), userHome);
  if (command.trim() === '') {
    throw unusable(
      t('command is empty after its variables were replaced.'),
      t('Give the variables in command a value.'),
    );
  }
  const args: string[] = [];
  for (const [index, argument] of entry.args.entries()) {
    args.push(untildify(await replace(argument, `args[${index}]`), userHome));
  }
  const cwd = path.resolve(base, untildify(await replace(entry.cwd ?? '', 'cwd'), userHome));
  const envFile = untildify(await replace(entry.envFile ?? '', 'envFile'), userHome);
  const file = envFile === '' ? '' : await readText(path.resolve(base, envFile), context);
  const env = new Map<string, string | number | null>();
  for (const [name, value] of Object.entries(entry.env)) {
    env.set(name, typeof value === 'string' ? await replace(value, `env.${name}`) : value);
  }
  const environment = buildEnvironment({
    own: context.environment,
    file,
    env: Object.fromEntries(env),
    platform,
  });
  const secrets = [
    ...variables.secrets,
    ...readEnvFile(file).map(([, value]) => value),
    ...findSecrets({ args, env: environment }).map(({ value }) => value),
  ];
  return { type: 'stdio', command, args, env: environment, cwd, secrets: worthHiding(secrets) };
}

async function resolveHttp(
  entry: HttpEntry,
  { variables, replace }: Replacing,
  locate: (file: string) => string,
): Promise<LaunchSpec> {
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
  locate: (file: string) => string,
): Promise<OAuthSettings> {
  const replaced = new Map<string, string>();
  for (const { key, text } of oauthTexts(settings)) {
    const value = await replace(text, key);
    const fault = oauthFault(key, value);
    if (fault) {
      throw unusable(fault, t('Correct the value of the variable in it.'));
    }
    replaced.set(key, isOAuthFile(key) ? locate(value) : value);
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

async function replaceIn(text: string, key: string, { name }: ServerDefinition, variables: Variables): Promise<string> {
  const detail = t('In {0} of the server "{1}".', inFull(key, 100), name);
  try {
    const replaced = await variables.replace(text);
    if (replaced.includes('\0')) {
      throw unusable(
        t('{0} has a null character.', inFull(key, 100)),
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

async function readText(path: string, context: VariableContext): Promise<string> {
  try {
    return await context.readFile(path);
  } catch (error) {
    throw new HostError(
      {
        name: 'EntryInvalid',
        summary: t('The envFile {0} cannot be read.', inFull(path, 500)),
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

/** `~` at the start of a path is the home folder, as in VS Code. */
function untildify(path: string, userHome: string): string {
  return path.replace(/^~(?=$|[\\/])/, () => userHome);
}

/** Longest first: where one secret contains another, the whole of it is hidden. */
function worthHiding(values: readonly string[]): string[] {
  const distinct = new Set(values.filter((value) => value.length >= 4 && !/^(true|false|null)$/.test(value)));
  return [...distinct].sort((a, b) => b.length - a.length);
}
