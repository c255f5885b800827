import { existsSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export interface SpawnCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: boolean;
}

/**
 * How to spawn `command` on Windows, where `npx` is `npx.cmd` and only `cmd.exe` can run it.
 * Escaping follows cross-spawn: every metacharacter of cmd.exe gets a caret, twice for a `.cmd` or `.bat` file, whose
 * own `%*` is read once more. The continuous integration of this project has no Windows machine: this file is tested
 * for what it builds, not by running it there.
 */
export function windowsCommand(command: string, args: readonly string[], environment: Environment): SpawnCommand {
  const file = findExecutable(command, environment) ?? command;
  if (!/\.(cmd|bat)$/i.test(file)) {
    return { file, args, verbatim: false };
  }
  const line = [escapeMeta(file.replaceAll('/', '\\')), ...args.map((arg) => escapeMeta(escapeMeta(quote(arg))))].join(
    ' ',
  );
  return {
    file: variable(environment, 'COMSPEC') ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    verbatim: true,
  };
}

function findExecutable(command: string, environment: Environment): string | undefined {
  const extensions = (variable(environment, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';');
  const names = extname(command) ? [command] : extensions.map((extension) => command + extension);
  const folders = /[\\/]/.test(command) ? [''] : (variable(environment, 'PATH') ?? '').split(delimiter);
  for (const folder of folders) {
    const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found) {
      return found;
    }
  }
  return undefined;
}

function quote(arg: string): string {
  // Backslashes count double only where a quotation mark follows: the rule of CommandLineToArgvW.
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
}

function escapeMeta(text: string): string {
  return text.replace(/([()\][%!^"`<>&|;, *?])/g, '^$1');
}

/** Windows does not care how a variable's name is capitalised. */
function variable(environment: Environment, name: string): string | undefined {
  const key = Object.keys(environment).find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : environment[key];
}
