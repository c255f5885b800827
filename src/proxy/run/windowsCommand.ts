import { existsSync } from 'node:fs';
import { delimiter, extname, isAbsolute, join } from 'node:path';

/** A command as `spawn` starts it. */
interface SpawnedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True if the arguments are quoted already. */
  readonly isVerbatim: boolean;
}

/**
 * Windows starts only `.exe` and `.com` files by itself. `npx` is `npx.cmd`, which `cmd.exe` has to run, so the command is found on
 * the path and its arguments are quoted for `cmd.exe`. `undefined` if an argument could be run as a command there.
 *
 * The texts are tested. That Windows runs them is not: this project has been run on Linux only.
 */
export function windowsCommand(
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): SpawnedCommand | undefined {
  const file = findOnPath(command, env) ?? command;
  if (!/\.(cmd|bat)$/i.test(file)) return { file, args, isVerbatim: false };
  if (args.some((argument) => argument.includes('"') && /[&|<>^%\r\n]/.test(argument))) return undefined;
  // A shim of npm's passes its arguments to a second command line.
  const isShim = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i.test(file);
  const line = [escapeMeta(file), ...args.map((argument) => quoteForCmd(argument, isShim))].join(' ');
  return { file: env['comspec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

function findOnPath(command: string, env: NodeJS.ProcessEnv): string | undefined {
  const variable = (name: string) => Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
  const extensions = ['.com', '.exe', '.bat', '.cmd', ...variable('PATHEXT').toLowerCase().split(';')];
  const folders = isAbsolute(command) || /[\\/]/.test(command) ? [''] : variable('PATH').split(delimiter);
  const endings = extensions.includes(extname(command).toLowerCase()) ? [''] : extensions;
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, `${command}${ending}`)))
    .find((path) => existsSync(path));
}

/** Quotes an argument for the program, and each character that `cmd.exe` acts upon for `cmd.exe`. */
export function quoteForCmd(argument: string, isShim: boolean): string {
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return isShim ? escapeMeta(escapeMeta(quoted)) : escapeMeta(quoted);
}

function escapeMeta(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
