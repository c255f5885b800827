import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, sep } from 'node:path';

/** The oldest version of Node that runs the program. */
const oldestMajor = 20;
/** How long a program may take to say which version of Node it is, in milliseconds. */
const limitMs = 3000;
/** The number of folders of PATH in which Node is tried. */
const maxTried = 5;

/**
 * The programs that can run the proxy, the best first: the Node of the user, and this program, which the editor brings along. Programs
 * that are gone later are skipped by the script that starts them.
 */
export async function proxyRuntimes(): Promise<readonly string[]> {
  const node = await nodeOnPath();
  return [...(node === undefined ? [] : [`node:${node}`]), ...ownRuntime()];
}

/** The path of Node itself: what PATH leads to may be a link that is made for one shell, or a program that chooses a version. */
async function nodeOnPath(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const folder of [...new Set(folders)].slice(0, maxTried)) {
    const path = await pathOfNode(join(folder, name));
    if (path !== undefined) {
      return path;
    }
  }
  return undefined;
}

function pathOfNode(program: string): Promise<string | undefined> {
  const script = 'console.log(JSON.stringify([process.versions.node, process.execPath]))';
  const { NODE_OPTIONS: _, ELECTRON_RUN_AS_NODE: __, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(program, ['-e', script], { timeout: limitMs, env, windowsHide: true }, (error, stdout) => {
      resolve(error ? undefined : readPath(stdout));
    });
  });
}

function readPath(text: string): string | undefined {
  try {
    const [version, path]: unknown[] = JSON.parse(text);
    const isUsable =
      typeof path === 'string' && isAbsolute(path) && Number.parseInt(String(version), 10) >= oldestMajor;
    return isUsable ? path : undefined;
  } catch {
    return undefined;
  }
}

/** This program; none if it lies in a folder that goes away with it, whose name somebody else may use then. */
function ownRuntime(): readonly string[] {
  const path = process.execPath;
  const isTemporary = path.startsWith(`${tmpdir()}${sep}`) || path.startsWith('/tmp/') || 'APPIMAGE' in process.env;
  return isTemporary ? [] : [`${process.versions['electron'] === undefined ? 'node' : 'electron'}:${path}`];
}
