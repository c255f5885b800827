import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Functions that find possible paths in a text, without access to a disk. */

/** Replaces `~` at the start of a path by the home folder, as VS Code does. */
export function untildify(path: string, userHome: string): string {
  return path.replace(/^~(?=$|[\\/])/, () => userHome);
}

export function pathModule(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** The character that separates the folders in `PATH`. */
export function delimiterOf(platform: NodeJS.Platform): string {
  return platform === 'win32' ? ';' : ':';
}

/**
 * Every absolute path that a text may name, with `~` replaced: the whole text, its parts between spaces, quotes and the
 * characters that separate paths from options and from each other (`--config=/a`, `/a:/b`, `type=bind,source=/a`), and
 * `file:` URLs. The result may contain texts that are not used as paths; this does no harm, because the caller checks where
 * each path leads.
 */
export function absolutePathsIn(text: string, userHome: string, platform: NodeJS.Platform): Set<string> {
  const path = pathModule(platform);
  const paths = new Set<string>();
  const add = (part: string) => {
    const candidate = untildify(part, userHome);
    if (path.isAbsolute(candidate)) {
      paths.add(path.normalize(candidate));
    }
  };
  const rest = text.replace(/file:\/\/[^\s"'`,;]+/gi, (url) => {
    try {
      add(fileURLToPath(url, { windows: platform === 'win32' }));
    } catch {
      // The URL is not that of a path on this machine.
    }
    return ' ';
  });
  for (const part of [rest, ...rest.split('='), ...rest.split(delimiterOf(platform)), ...rest.split(/["'`]/)]) {
    add(part.trim());
  }
  const separators = platform === 'win32' ? /[\s"'`=,;|&<>()@]+/ : /[\s"'`=,;|&<>()@:]+/;
  for (const part of rest.split(separators)) {
    add(part);
    // `-I/usr/include`: an option with its path attached.
    add(part.replace(/^-+[A-Za-z]+(?=[\\/~])/, ''));
  }
  return paths;
}

/**
 * The first part of a text that is a relative path: `.`, `..`, a part that begins with `./` or `../`, or a part that contains
 * `/../`. A part is the whole text, or begins after `=`, `,`, `;` or `:`. A plain word (`server.js`, `@scope/pkg`) does
 * not count as a relative path.
 */
export function relativePathIn(text: string, platform: NodeJS.Platform): string | undefined {
  const path = pathModule(platform);
  const rest = text.replace(/[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'`,;]*/gi, '');
  const parts = [rest, ...rest.split(/[=,;]/), ...rest.split(/[=,;:]/)].map((part) => part.replace(/^["'`\s]+/, ''));
  return parts.find((part) => {
    if (path.isAbsolute(part) || /^~[\\/]/.test(part)) {
      return false;
    }
    return (
      /^\.{1,2}(?=$|[\\/])/.test(part) ||
      /[\\/]\.\.(?=$|[\\/])/.test(part) ||
      (platform === 'win32' && /^[a-z]:(?![\\/])./i.test(part))
    );
  });
}

/** The number of words that are searched in `PATH`. */
const maxPrograms = 50;

/** The command line of a program, and the environment of its start. */
interface CommandLine {
  /** The command and its arguments, as pairs of key (such as `args[1]`) and text. */
  readonly texts: readonly (readonly [string, string])[];
  readonly env: Readonly<Record<string, string>>;
  /** The working directory of the entry. `undefined`: the empty folder. */
  readonly cwd: string | undefined;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/**
 * The absolute paths that the words of a command line may mean, each with the key of its text:
 * - programs in `PATH`, which may be links: the command, arguments that are commands, words of a shell script;
 * - words relative to the working directory, to every directory that the command line names (`env -C /a b/c`,
 *   `sh -c 'cd /a; b/c'`), and in a text of several words to the home directory, into which a plain `cd` changes.
 * The result may contain paths that are not used; this does no harm, because the caller checks where each path leads.
 */
export function* programPathCandidates({
  texts,
  env,
  cwd,
  userHome,
  platform,
}: CommandLine): Generator<readonly [string, string]> {
  const path = pathModule(platform);
  const variable = (upperCaseName: string) =>
    Object.entries(env).find(([name]) => name.toUpperCase() === upperCaseName)?.[1] ?? '';
  const programFolders = variable('PATH').split(delimiterOf(platform)).filter(path.isAbsolute);
  const endings = platform === 'win32' ? ['', ...variable('PATHEXT').split(';')] : [''];
  const absolutePaths = texts.flatMap(([, text]) => [...absolutePathsIn(text, userHome, platform)]);
  const folders = cwd === undefined ? absolutePaths : [cwd, ...absolutePaths];
  const programs = new Set<string>();
  for (const [key, text] of texts) {
    const words = wordsOf(text, platform);
    for (const word of words) {
      if (/^[\w@+][\w@+.-]*$/.test(word) && !programs.has(word) && programs.size < maxPrograms) {
        programs.add(word);
        for (const folder of programFolders) {
          for (const ending of endings) yield [key, path.join(folder, word + ending)];
        }
      }
      for (const folder of words.length > 1 ? [...folders, userHome] : folders) {
        yield [key, path.resolve(folder, word)];
      }
    }
  }
}

/** The words of a text, between spaces, quotes and shell operators, without options and absolute paths. */
function wordsOf(text: string, platform: NodeJS.Platform): string[] {
  const { isAbsolute } = pathModule(platform);
  const words = text.split(/[\s"'`=,;|&<>(){}]+/).filter((word) => word !== '' && !/^[-~]/.test(word));
  return [...new Set(words)].filter((word) => !isAbsolute(word));
}
