import { selectsCode } from './dangerousVariables.ts';
import { absolutePathsIn, pathModule } from './paths.ts';

/** A danger in an entry of a workspace or of another application's file. Harmless entries may also have dangers. */
export type Danger =
  /** The arguments are interpreted by a shell. */
  | { readonly kind: 'shell'; readonly program: string }
  /** The arguments contain code that an interpreter runs. */
  | { readonly kind: 'inlineCode'; readonly program: string }
  /** The command line downloads and runs code. */
  | { readonly kind: 'downloadAndRun' }
  /** The command line runs as another user, usually the administrator. */
  | { readonly kind: 'elevated'; readonly program: string }
  /** The command line deletes files. */
  | { readonly kind: 'deletes' }
  /** The entry names paths outside the workspace. */
  | { readonly kind: 'outside'; readonly paths: readonly string[] }
  /** The entry sets environment variables that decide which code is loaded. */
  | { readonly kind: 'steersCode'; readonly names: readonly string[] };

export interface InspectedEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly envFile?: string | undefined;
  /** The variables of `env` and of the environment file. */
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** The workspace's folders. */
  readonly folders: readonly string[];
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

export const shells =
  /^(sh|bash|zsh|dash|ksh|fish|csh|tcsh|cmd|powershell|pwsh|wsl|wscript|cscript|mshta|osascript|busybox)$/;
const interpreters = /^(node|deno|bun|python[\d.]*|py|ruby|perl|php|lua)$/;
/** Matches options with code, or with modules that are loaded first: the option alone, or with its value in the same word. */
const codeOption =
  /^(-e|-c|-p|-pe|-r|eval)$|^--(eval|print|require|import|loader|experimental-loader)(=|$)|^-e.|^-c.*[\s();]/;
const elevatingPrograms = /^(sudo|doas|su|pkexec|runas|gsudo)$/;
const downloads =
  /\b(curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|bitsadmin|certutil|download(string|file))\b/i;
const codeRunner =
  /^\s*(sudo\s+)?([^\s|]*[\\/])?((ba|z|da|k|c|tc|fi)?sh|python[\d.]*|node|perl|ruby|php|iex|invoke-expression)\b/i;
const deletingCommand =
  /\brm\s+(-[\w-]+\s+){0,10}(-\w*[rRfd]|--recursive|--force)|\brmdir\b|\brd\s+\/s|\bdel\s+(\/\w\s+){0,10}\/[sqf]|\bremove-item\b|\s-delete\b|\bmkfs|\bshred\s|\bdd\s+(\w+=\S*\s+){0,10}of=/i;
/** The number of characters of a text that are searched. */
const maxTextLength = 100_000;
/** The number of paths outside the workspace that are listed. */
const maxListedPaths = 20;

/** Finds the dangers that the user should check before allowing an entry. Searches only the texts, and reads no files. */
export function findDangers(entry: InspectedEntry): Danger[] {
  const { command, args, variables } = entry;
  const line = [command, ...args].join(' ').slice(0, maxTextLength);
  const programs = [command, ...args.flatMap((argument) => argument.split(/[\s;&|]+/))].map(programName);
  const dangers: Danger[] = [];
  const shell = programs.find((program) => shells.test(program));
  if (shell !== undefined) {
    dangers.push({ kind: 'shell', program: shell });
  }
  const interpreter = programs.find((program) => interpreters.test(program));
  if (interpreter !== undefined && args.some((argument) => codeOption.test(argument))) {
    dangers.push({ kind: 'inlineCode', program: interpreter });
  }
  if (runsDownload(line)) {
    dangers.push({ kind: 'downloadAndRun' });
  }
  const elevated = programs.find((program) => elevatingPrograms.test(program));
  if (elevated !== undefined) {
    dangers.push({ kind: 'elevated', program: elevated });
  }
  if (deletingCommand.test(line)) {
    dangers.push({ kind: 'deletes' });
  }
  const paths = pathsOutside(entry);
  if (paths.length > 0) {
    dangers.push({ kind: 'outside', paths });
  }
  const names = [...new Set(variables.map(([name]) => name).filter(selectsCode))];
  if (names.length > 0) {
    dangers.push({ kind: 'steersCode', names });
  }
  return dangers;
}

/** True for `curl ... | sh`, `sh -c "$(curl ...)"`, `bash <(curl ...)`, `iex (iwr ...)`. */
function runsDownload(line: string): boolean {
  const parts = line.split('|');
  const opening = line.search(/[$<]\(|`|\b(iex|invoke-expression)\b/i);
  return (
    parts.some((part, index) => downloads.test(part) && codeRunner.test(parts[index + 1] ?? '')) ||
    (opening >= 0 && downloads.test(line.slice(opening)))
  );
}

/** The name of a program in a word: `bash` for `/usr/bin/bash` and `BASH.EXE`, `cmd` for `"C:\\Windows\\cmd.exe"`. */
export function programName(word: string): string {
  const name = word.replace(/["'`]/g, '').split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, '');
}

/**
 * The paths outside the workspace in the arguments, `cwd`, `envFile` and variables. The program is left out, because it is
 * usually outside.
 */
function pathsOutside({ args, cwd, envFile, variables, folders, userHome, platform }: InspectedEntry): string[] {
  const path = pathModule(platform);
  const isInside = (candidate: string) =>
    folders.some((folder) => {
      const relative = path.relative(folder, candidate);
      return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
    });
  const outside = new Set<string>();
  for (const wholeText of [...args, cwd ?? '', envFile ?? '', ...variables.map(([, value]) => value)]) {
    const text = wholeText.slice(0, maxTextLength);
    const parentPaths = text
      .split(/[\s"'`=,;]+/)
      .filter((part) => /(^|[\\/])\.\.([\\/]|$)/.test(part) && !part.includes('://'));
    const candidates = [
      ...absolutePathsIn(
        text.replace(/[a-z][a-z0-9+.-]{0,30}:\/\/\S*/gi, (url) => (/^file:/i.test(url) ? url : ' ')),
        userHome,
        platform,
      ),
      ...parentPaths.map((part) => path.resolve(cwd ?? folders[0] ?? userHome, part)),
    ];
    for (const candidate of candidates) {
      // On Windows `/c` and similar texts are left out, because they are options.
      if (!isInside(candidate) && !(platform === 'win32' && /^[\\/]\w{0,2}$/.test(candidate))) {
        outside.add(candidate);
      }
    }
  }
  return [...outside].slice(0, maxListedPaths);
}
