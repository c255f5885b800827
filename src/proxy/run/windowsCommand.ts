import { lstatSync } from 'node:fs';
import { delimiter, extname, isAbsolute, join } from 'node:path';
import { systemProgram } from '#agentProtocol/windowsPrograms.ts';

/** A command as `spawn` starts it. */
interface SpawnedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True if the arguments are quoted already. */
  readonly isVerbatim: boolean;
}

/**
 * Windows starts only `.exe` and `.com` files by itself. `npx` is `npx.cmd`, which `cmd.exe` has to run, so the command is found on
 * the path and its arguments are quoted for `cmd.exe`. A name is never left to Windows to find: it looks in the working directory
 * first, which may be that of a repository.
 *
 * The texts are tested. That Windows runs them is not: this project has been run on Linux only.
 * @throws NodeJS.ErrnoException EINVAL if an argument could be run as a command by `cmd.exe`; ENOENT for a name that is not found
 */
export function windowsCommand(
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): SpawnedCommand {
  const isPath = isAbsolute(command) || /[\\/]/.test(command);
  const file = findProgram(command, isPath, env) ?? (isPath ? command : undefined);
  if (file === undefined) throw failure('ENOENT', 'The command is in no folder of the path.');
  if (!/\.(cmd|bat)$/i.test(file)) return { file, args, isVerbatim: false };
  if (args.some((argument) => argument.includes('"') && /[&|<>^%\r\n]/.test(argument))) {
    throw failure('EINVAL', 'An argument cannot be passed to cmd.exe.');
  }
  // A shim of npm's passes its arguments to a second command line.
  const isShim = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i.test(file);
  const line = [escapeMeta(file), ...args.map((argument) => quoteForCmd(argument, isShim))].join(' ');
  return { file: systemProgram('cmd.exe'), args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

function findProgram(command: string, isPath: boolean, env: NodeJS.ProcessEnv): string | undefined {
  // The keys of a copy of `process.env` are written as the system wrote them, such as `Path`.
  const list = (name: string, separator: string) =>
    (Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '').split(separator);
  const ofSystem = list('PATHEXT', ';').filter((extension) => extension !== '');
  const extensions = ['.com', '.exe', '.bat', '.cmd', ...ofSystem.map((extension) => extension.toLowerCase())];
  // An empty or relative folder would be in the working directory.
  const ofPath = () => list('PATH', delimiter).map(withoutQuotes).filter(isAbsolute);
  const endings = extensions.includes(extname(command).toLowerCase()) ? [''] : extensions;
  return (isPath ? [''] : ofPath())
    .flatMap((folder) => endings.map((ending) => join(folder, `${command}${ending}`)))
    .find(isFile);
}

/** Windows allows quotation marks around a folder of the path. */
function withoutQuotes(folder: string): string {
  return folder.replace(/^"(.*)"$/, '$1');
}

/** True also for an alias of the Microsoft Store, which `stat` cannot follow. */
function isFile(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function failure(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** Quotes an argument for the program, and each character that `cmd.exe` acts upon for `cmd.exe`. */
export function quoteForCmd(argument: string, isShim: boolean): string {
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return isShim ? escapeMeta(escapeMeta(quoted)) : escapeMeta(quoted);
}

function escapeMeta(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
