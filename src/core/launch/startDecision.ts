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

/** The input of the decision on the start of a program. */
export interface StartRequest {
  readonly trust: Trust;
  readonly scope: Scope;
  /** The entry with its variables replaced, and `~` not replaced. */
  readonly entry: Pick<StdioEntry, 'command' | 'args' | 'env' | 'envFile' | 'cwd'>;
  readonly workspaceFolders: readonly WorkspaceFolder[];
  readonly userHome: string;
  /** The environment of this process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Reads the environment file at an absolute path. Called at most once, and never for a file that may not be read. */
  readFile(path: string): Promise<string>;
}

/** The decision whether a program may start, with the parameters of the start or the reason against it. */
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

/** The number of paths of one start that are checked. In an untrusted workspace an entry with more paths is not started. */
export const maxPaths = 5000;

/**
 * Decides, by trust, scope and the entry, whether a program may start, and with which folder, files and variables. Called at
 * every start, and for the agreement that shows the start. In a trusted workspace every program may start: relative paths
 * begin at the entry's folder, or at the home folder if no folder is open. In an untrusted workspace programs start in the
 * empty folder, and do not start if the entry or its environment leads into an open folder. Rejects if `readFile` does.
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
  const inherited = trust.trusted ? request.environment : inheritableEnvironment(request);
  const env = buildEnvironment({ inherited, file: text, env: entry.env, platform });
  const variableReason = trust.trusted
    ? undefined
    : await heldBackByVariables(request, trust, { env, text, command, args });
  if (variableReason) {
    return { starts: false, reason: variableReason };
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
 * The absolute path of a file that an entry names under `key`, or the reason why the file is not read. In a trusted workspace
 * the file may be relative to the entry's folder. In an untrusted workspace it must be absolute and outside the open folders.
 */
export async function decideFilePath(
  request: Pick<StartRequest, 'trust' | 'scope' | 'workspaceFolders' | 'userHome' | 'platform'>,
  key: string,
  file: string,
): Promise<string | HeldBack> {
  const { trust, userHome, platform } = request;
  const path = pathModule(platform);
  const filePath = untildify(file, userHome);
  if (trust.trusted) {
    return path.resolve(baseFolder(request), filePath);
  }
  return (await heldBackByPath(trust, key, filePath, platform)) ?? path.resolve(filePath);
}

function baseFolder({
  scope,
  workspaceFolders,
  userHome,
}: Pick<StartRequest, 'scope' | 'workspaceFolders' | 'userHome'>) {
  return folderOfScope(scope, workspaceFolders)?.path ?? userHome;
}

/** The environment without variables for the folder in which the editor was started, and without relative folders in lists. */
function inheritableEnvironment({ environment, platform }: StartRequest): Record<string, string | undefined> {
  const path = pathModule(platform);
  const delimiter = delimiterOf(platform);
  const variables = Object.entries(environment).filter(([name]) => !isStartFolderVariable(name));
  return Object.fromEntries(
    variables.map(([name, value]) => {
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
    const entryPath = untildify(entry[key] ?? '', userHome);
    const reason = entryPath === '' ? undefined : await heldBackByPath(trust, key, entryPath, platform);
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
  path: string,
  platform: NodeJS.Platform,
): Promise<HeldBack | undefined> {
  if (!pathModule(platform).isAbsolute(path)) {
    return { kind: 'relative', key, text: path };
  }
  return (await folders.contains(path)) ? { kind: 'inFolder', key, text: path } : undefined;
}

interface ProgramWithEnvironment extends Program {
  readonly env: Readonly<Record<string, string>>;
  /** The text of the environment file. */
  readonly text: string;
}

async function heldBackByVariables(
  request: StartRequest,
  trust: Untrusted,
  { env, text, command, args }: ProgramWithEnvironment,
): Promise<HeldBack | undefined> {
  const { entry, userHome, platform } = request;
  const comparableName = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  const entryVariables: [string, string][] = [
    ...readEnvFile(text),
    ...Object.entries(entry.env).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, String(value)]],
    ),
  ];
  for (const [name, value] of entryVariables) {
    const relative = relativePathInVariable(name, value, request);
    if (relative !== undefined) {
      return { kind: 'relative', key: `env.${name}`, text: relative };
    }
  }
  const entryNames = new Set(entryVariables.map(([name]) => comparableName(name)));
  const texts: [string, string][] = [
    ['command', command],
    ...args.map((argument, index): [string, string] => [`args[${index}]`, argument]),
  ];
  for (const [name, value] of Object.entries(env)) {
    const key = entryNames.has(comparableName(name)) ? `env.${name}` : name;
    const relative =
      !entryNames.has(comparableName(name)) && selectsCode(name)
        ? relativePathInVariable(name, value, request)
        : undefined;
    if (relative !== undefined) {
      return { kind: 'relative', key, text: relative };
    }
    texts.push([key, value]);
  }
  // Programs use these folders even if no argument or variable names them.
  texts.push(['HOME', env['HOME'] ?? env['USERPROFILE'] ?? userHome], ['cwd', trust.emptyFolder]);
  const expander = new ShellExpander({ env, userHome, platform });
  const textReason = await heldBackByText(trust.folders, texts, request, expander);
  if (textReason) {
    return textReason;
  }
  const cwd = entry.cwd ? untildify(entry.cwd, userHome) : undefined;
  const words = texts
    .slice(0, args.length + 1)
    .flatMap(([key, line]) => (expander.expansions(line) ?? []).map((expansion): [string, string] => [key, expansion]));
  const candidates = programPathCandidates({ texts: words, env, cwd, userHome, platform });
  return (await heldBackByText(trust.folders, candidates, request)) ?? heldBackByShell(expander, { command, args });
}

/** The reason against a start if a shell would expand a part of the arguments to an unknown path. */
function heldBackByShell(expander: ShellExpander, { command, args }: Program): HeldBack | undefined {
  if (!runsInShell(command, args)) {
    return undefined;
  }
  for (const [index, argument] of args.entries()) {
    const variable = expander.unresolvableIn(argument);
    if (variable !== undefined) {
      return { kind: 'variable', key: `args[${index}]`, variable };
    }
  }
  return undefined;
}

/** A relative path in the value of a variable; `undefined` if there is none. */
function relativePathInVariable(name: string, value: string, { userHome, platform }: StartRequest): string | undefined {
  if (isCodeSearchPath(name)) {
    const folders = value.split(delimiterOf(platform)).filter((folder) => folder !== '');
    return folders.find((folder) => !pathModule(platform).isAbsolute(untildify(folder, userHome)));
  }
  const parts = selectsCode(name) ? [value, ...value.split(/\s+/)] : [value];
  return parts.map((part) => relativePathIn(part, platform)).find((part) => part !== undefined);
}

/** The reason against a start if one of the texts, or its expansion, leads into an untrusted folder or has too many paths. */
async function heldBackByText(
  folders: Untrusted['folders'],
  texts: Iterable<readonly [string, string]>,
  { userHome, platform }: StartRequest,
  expander?: ShellExpander,
): Promise<HeldBack | undefined> {
  const checkedPaths = new Set<string>();
  for (const [key, text] of texts) {
    const expansions = expander ? expander.expansions(text) : [text];
    if (!expansions) {
      return { kind: 'tooMuch', key };
    }
    const mentionedFolder = expansions
      .map((expansion) => folders.mentionedIn(expansion))
      .find((folder) => folder !== undefined);
    if (mentionedFolder !== undefined) {
      return { kind: 'inFolder', key, text: mentionedFolder };
    }
    for (const path of expansions.flatMap((expansion) => [...absolutePathsIn(expansion, userHome, platform)])) {
      if (checkedPaths.has(path)) {
        continue;
      }
      checkedPaths.add(path);
      if (checkedPaths.size > maxPaths) {
        return { kind: 'tooMuch', key };
      }
      if (await folders.contains(path)) {
        return { kind: 'inFolder', key, text: path };
      }
    }
  }
  return undefined;
}
