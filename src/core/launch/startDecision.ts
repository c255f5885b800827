import { folderOfScope } from '#core/configuration/variableResolver.ts';
import type { WorkspaceFolder } from '#core/configuration/variables.ts';
import type { Scope, StdioEntry } from '#core/model/definition.ts';
import { isCodeSearchPath, isStartFolderVariable, selectsCode } from '#core/trust/dangerousVariables.ts';
import {
  absolutePathsIn,
  delimiterOf,
  pathModule,
  programPathCandidates,
  relativePathIn,
  untildify,
} from '#core/trust/paths.ts';
import { runsInShell, ShellExpander } from '#core/trust/shellExpansion.ts';
import type { HeldBack, Trust, Untrusted } from '#core/trust/trust.ts';
import { buildEnvironment, readEnvFile } from './processEnvironment.ts';

/** What the decision on the start of a program depends on. */
export interface StartRequest {
  readonly trust: Trust;
  readonly scope: Scope;
  /** The entry with its variables replaced, `~` not. */
  readonly entry: Pick<StdioEntry, 'command' | 'args' | 'env' | 'envFile' | 'cwd'>;
  readonly workspaceFolders: readonly WorkspaceFolder[];
  readonly userHome: string;
  /** The environment of this process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The text of the environment file at an absolute path. Called once at most, and never for a file that may not be read. */
  readFile(path: string): Promise<string>;
}

/** Whether a program may start, and with what. */
export type StartDecision =
  | {
      readonly starts: true;
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      readonly envFile?: { readonly path: string; readonly text: string };
    }
  | { readonly starts: false; readonly reason: HeldBack };

/** The paths of one start that are checked. An untrusted entry whose environment has more of them is not started. */
export const maxPaths = 5000;

/**
 * Decides, from trust, scope and the entry, whether a program may start, and with which folder, files and variables. It
 * is asked at every start and for what an agreement shows. In a trusted workspace everything may start: relative paths
 * begin at the entry's folder, or at the home folder where none is open. In one that is not trusted, programs start in
 * an empty folder of ours, and not at all where the entry or its environment leads into a folder that is open.
 * Rejects where `readFile` does.
 */
export async function decideStart(request: StartRequest): Promise<StartDecision> {
  const { trust, entry, userHome, platform } = request;
  const command = untildify(entry.command, userHome);
  const args = entry.args.map((argument) => untildify(argument, userHome));
  const reason = trust.trusted ? undefined : await heldBackByEntry(request, trust, { command, args });
  if (reason) {
    return { starts: false, reason };
  }
  const base = trust.trusted ? baseFolder(request) : trust.emptyFolder;
  const path = pathModule(platform);
  const cwd = path.resolve(base, untildify(entry.cwd ?? '', userHome));
  const envFilePath = entry.envFile ? path.resolve(base, untildify(entry.envFile, userHome)) : undefined;
  const text = envFilePath === undefined ? '' : await request.readFile(envFilePath);
  const own = trust.trusted ? request.environment : ownEnvironment(request);
  const env = buildEnvironment({ inherited: own, file: text, env: entry.env, platform });
  const byVariable = trust.trusted
    ? undefined
    : await heldBackByVariables(request, trust, { env, text, command, args });
  if (byVariable) {
    return { starts: false, reason: byVariable };
  }
  return {
    starts: true,
    command,
    args,
    cwd,
    env,
    ...(envFilePath !== undefined && { envFile: { path: envFilePath, text } }),
  };
}

/**
 * The path of a file that an entry names under `key`, or why it is not read: relative to the entry's folder in a trusted
 * workspace; absolute and outside of the folders that are open in one that is not.
 */
export async function decideFilePath(
  request: Pick<StartRequest, 'trust' | 'scope' | 'workspaceFolders' | 'userHome' | 'platform'>,
  key: string,
  file: string,
): Promise<string | HeldBack> {
  const { trust, userHome, platform } = request;
  const path = pathModule(platform);
  const named = untildify(file, userHome);
  if (trust.trusted) {
    return path.resolve(baseFolder(request), named);
  }
  return (await heldBackByPath(trust, key, named, platform)) ?? path.resolve(named);
}

function baseFolder({
  scope,
  workspaceFolders,
  userHome,
}: Pick<StartRequest, 'scope' | 'workspaceFolders' | 'userHome'>) {
  return folderOfScope(scope, workspaceFolders)?.path ?? userHome;
}

/** The inherited environment, without the folder that the editor was started in and without relative folders in lists. */
function ownEnvironment({ environment, platform }: StartRequest): Record<string, string | undefined> {
  const path = pathModule(platform);
  const delimiter = delimiterOf(platform);
  const kept = Object.entries(environment).filter(([name]) => !isStartFolderVariable(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const isList = value !== undefined && isCodeSearchPath(name);
      return [name, isList ? value.split(delimiter).filter(path.isAbsolute).join(delimiter) : value];
    }),
  );
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

async function heldBackByEntry(
  { scope, entry, userHome, platform }: StartRequest,
  trust: Untrusted,
  { command, args }: Program,
): Promise<HeldBack | undefined> {
  if (scope.kind === 'workspace' || scope.kind === 'folder') {
    return { kind: 'workspaceServer' };
  }
  const path = pathModule(platform);
  const hasSeparator = platform === 'win32' ? /[\\/]/.test(command) : command.includes('/');
  if ((hasSeparator && !path.isAbsolute(command)) || relativePathIn(command, platform) !== undefined) {
    return { kind: 'relative', key: 'command', text: command };
  }
  for (const key of ['cwd', 'envFile'] as const) {
    const named = untildify(entry[key] ?? '', userHome);
    const reason = named === '' ? undefined : await heldBackByPath(trust, key, named, platform);
    if (reason) {
      return reason;
    }
  }
  for (const [index, argument] of args.entries()) {
    const text = relativePathIn(argument, platform);
    if (text !== undefined) {
      return { kind: 'relative', key: `args[${index}]`, text };
    }
  }
  return undefined;
}

async function heldBackByPath(
  { folders }: Untrusted,
  key: string,
  named: string,
  platform: NodeJS.Platform,
): Promise<HeldBack | undefined> {
  if (!pathModule(platform).isAbsolute(named)) {
    return { kind: 'relative', key, text: named };
  }
  return (await folders.contains(named)) ? { kind: 'inFolder', key, text: named } : undefined;
}

interface Built extends Program {
  readonly env: Readonly<Record<string, string>>;
  /** The text of the environment file. */
  readonly text: string;
}

async function heldBackByVariables(
  request: StartRequest,
  trust: Untrusted,
  { env, text, command, args }: Built,
): Promise<HeldBack | undefined> {
  const { entry, userHome, platform } = request;
  const sameName = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  const given: [string, string][] = [
    ...readEnvFile(text),
    ...Object.entries(entry.env).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, String(value)]],
    ),
  ];
  for (const [name, value] of given) {
    const relative = relativeIn(name, value, request);
    if (relative !== undefined) {
      return { kind: 'relative', key: `env.${name}`, text: relative };
    }
  }
  const isGiven = new Set(given.map(([name]) => sameName(name)));
  const texts: [string, string][] = [
    ['command', command],
    ...args.map((arg, at): [string, string] => [`args[${at}]`, arg]),
  ];
  for (const [name, value] of Object.entries(env)) {
    const key = isGiven.has(sameName(name)) ? `env.${name}` : name;
    const relative = !isGiven.has(sameName(name)) && selectsCode(name) ? relativeIn(name, value, request) : undefined;
    if (relative !== undefined) {
      return { kind: 'relative', key, text: relative };
    }
    texts.push([key, value]);
  }
  // Programs use these folders by default.
  texts.push(['HOME', env['HOME'] ?? env['USERPROFILE'] ?? userHome], ['cwd', trust.emptyFolder]);
  const reader = new ShellExpander({ env, userHome, platform });
  const byText = await heldBackByText(trust.folders, texts, request, reader);
  if (byText) {
    return byText;
  }
  const cwd = entry.cwd ? untildify(entry.cwd, userHome) : undefined;
  const words = texts
    .slice(0, args.length + 1)
    .flatMap(([key, line]) => (reader.expansions(line) ?? []).map((reading): [string, string] => [key, reading]));
  const found = programPathCandidates({ texts: words, env, cwd, userHome, platform });
  return (await heldBackByText(trust.folders, found, request)) ?? heldBackByShell(reader, { command, args });
}

/** Variables that a shell would expand in its arguments to an unknown text. */
function heldBackByShell(reader: ShellExpander, { command, args }: Program): HeldBack | undefined {
  if (!runsInShell(command, args)) {
    return undefined;
  }
  for (const [index, argument] of args.entries()) {
    const variable = reader.unresolvableIn(argument);
    if (variable !== undefined) {
      return { kind: 'variable', key: `args[${index}]`, variable };
    }
  }
  return undefined;
}

/** A relative path in a variable that is set for this server, or that selects the code that it runs. */
function relativeIn(name: string, value: string, { userHome, platform }: StartRequest): string | undefined {
  if (isCodeSearchPath(name)) {
    const entries = value.split(delimiterOf(platform)).filter((entry) => entry !== '');
    return entries.find((entry) => !pathModule(platform).isAbsolute(untildify(entry, userHome)));
  }
  const parts = selectsCode(name) ? [value, ...value.split(/\s+/)] : [value];
  return parts.map((part) => relativePathIn(part, platform)).find((part) => part !== undefined);
}

async function heldBackByText(
  folders: Untrusted['folders'],
  texts: Iterable<readonly [string, string]>,
  { userHome, platform }: StartRequest,
  reader?: ShellExpander,
): Promise<HeldBack | undefined> {
  const known = new Set<string>();
  for (const [key, text] of texts) {
    const readings = reader ? reader.expansions(text) : [text];
    if (!readings) {
      return { kind: 'tooMuch', key };
    }
    const named = readings.map((reading) => folders.mentionedIn(reading)).find((name) => name !== undefined);
    if (named !== undefined) {
      return { kind: 'inFolder', key, text: named };
    }
    for (const path of readings.flatMap((reading) => [...absolutePathsIn(reading, userHome, platform)])) {
      if (known.has(path)) {
        continue;
      }
      known.add(path);
      if (known.size > maxPaths) {
        return { kind: 'tooMuch', key };
      }
      if (await folders.contains(path)) {
        return { kind: 'inFolder', key, text: path };
      }
    }
  }
  return undefined;
}
