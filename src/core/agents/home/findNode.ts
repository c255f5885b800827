import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, posix, win32 } from 'node:path';

/** The oldest version of Node that runs the program. */
const oldestMajor = 20;
/** How long a program may take to say which version of Node it is, in milliseconds. */
const limitMs = 3000;
/** The number of programs that are tried. */
const maxTried = 5;

/** Where Node is looked for. */
export interface NodeSearch {
  readonly platform: NodeJS.Platform;
  /** The environment, with the `PATH`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** True if a path leads to a folder that the user does not trust. Programs there are neither run nor returned. */
  readonly isUntrusted: (path: string) => Promise<boolean>;
  /** What a program writes for a script; `undefined` if there is no such program. By default the program is run. */
  readonly run?: (program: string, script: string) => Promise<string | undefined>;
}

/**
 * The path of Node itself, if one on the `PATH` can run the proxy: what `PATH` leads to may be too old, a link that is made for one shell,
 * or a program that chooses a version.
 */
export async function findNode({
  platform,
  variables,
  isUntrusted,
  run = runProgram,
}: NodeSearch): Promise<string | undefined> {
  const isWindows = platform === 'win32';
  const { delimiter, isAbsolute, join } = isWindows ? win32 : posix;
  const path =
    Object.entries(variables).find(([name]) => (isWindows ? name.toUpperCase() : name) === 'PATH')?.[1] ?? '';
  const folders = [...new Set(path.split(delimiter).filter((folder) => isAbsolute(folder)))];
  let tried = 0;
  for (const folder of folders) {
    const program = join(folder, isWindows ? 'node.exe' : 'node');
    const output = (await isUntrusted(program)) ? undefined : await run(program, identify);
    const [version, found] = output === undefined ? [] : readIdentity(output);
    const isUsable =
      typeof found === 'string' && isAbsolute(found) && Number.parseInt(String(version), 10) >= oldestMajor;
    if (isUsable && !(await isUntrusted(found))) {
      return found;
    }
    tried += output === undefined ? 0 : 1;
    if (tried >= maxTried) {
      break;
    }
  }
  return undefined;
}

const identify = 'console.log(JSON.stringify([process.versions.node, process.execPath]))';

function readIdentity(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

async function runProgram(program: string, script: string): Promise<string | undefined> {
  const { NODE_OPTIONS: _, ELECTRON_RUN_AS_NODE: __, ...env } = process.env;
  const isFile = await stat(program).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return isFile
    ? new Promise((resolve) => {
        // A program that chooses a version may read a file of the working directory.
        const options = { cwd: dirname(program), timeout: limitMs, env, windowsHide: true };
        execFile(program, ['-e', script], options, (error, stdout) => {
          resolve(error ? '' : stdout);
        });
      })
    : undefined;
}
