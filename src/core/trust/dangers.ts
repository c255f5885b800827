import { selectsCode } from './dangerousVariables.ts';
import { absolutePathsIn, pathModule } from './paths.ts';

/** A danger in an entry of a workspace or another file. Harmless entries may have some too. */
export type Danger =
  /** A shell interprets the arguments. */
  | { readonly kind: 'shell'; readonly program: string }
  /** An interpreter runs code in the arguments. */
  | { readonly kind: 'inlineCode'; readonly program: string }
  /** Downloaded code is run. */
  | { readonly kind: 'downloadAndRun' }
  /** Runs as another user, usually the administrator. */
  | { readonly kind: 'elevated'; readonly program: string }
  | { readonly kind: 'deletes' }
  /** Names paths outside the workspace. */
  | { readonly kind: 'outside'; readonly paths: readonly string[] }
  /** Sets environment variables that decide which code is loaded. */
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
/** Arguments with code, or with modules to load before the program: the option alone, or with its value in the same word. */
const holdsCode =
  /^(-e|-c|-p|-pe|-r|eval)$|^--(eval|print|require|import|loader|experimental-loader)(=|$)|^-e.|^-c.*[\s();]/;
const elevating = /^(sudo|doas|su|pkexec|runas|gsudo)$/;
const downloads =
  /\b(curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|bitsadmin|certutil|download(string|file))\b/i;
const runsText =
  /^\s*(sudo\s+)?([^\s|]*[\\/])?((ba|z|da|k|c|tc|fi)?sh|python[\d.]*|node|perl|ruby|php|iex|invoke-expression)\b/i;
const deletes =
  /\brm\s+(-[\w-]+\s+){0,10}(-\w*[rRfd]|--recursive|--force)|\brmdir\b|\brd\s+\/s|\bdel\s+(\/\w\s+){0,10}\/[sqf]|\bremove-item\b|\s-delete\b|\bmkfs|\bshred\s|\bdd\s+(\w+=\S*\s+){0,10}of=/i;
/** Characters of a text that are searched. */
const maxTextLength = 100_000;
/** Most paths outside the workspace that are listed. */
const maxListedPaths = 20;

/** Finds what the user should check before allowing an entry. Searches the texts only, and reads no files. */
export function findDangers(parts: InspectedEntry): Danger[] {
  const { command, args, variables } = parts;
  const line = [command, ...args].join(' ').slice(0, maxTextLength);
  const programs = [command, ...args.flatMap((argument) => argument.split(/[\s;&|]+/))].map(programName);
  const dangers: Danger[] = [];
  const shell = programs.find((program) => shells.test(program));
  if (shell !== undefined) {
    dangers.push({ kind: 'shell', program: shell });
  }
  const interpreter = programs.find((program) => interpreters.test(program));
  if (interpreter !== undefined && args.some((argument) => holdsCode.test(argument))) {
    dangers.push({ kind: 'inlineCode', program: interpreter });
  }
  if (runsDownload(line)) {
    dangers.push({ kind: 'downloadAndRun' });
  }
  const elevated = programs.find((program) => elevating.test(program));
  if (elevated !== undefined) {
    dangers.push({ kind: 'elevated', program: elevated });
  }
  if (deletes.test(line)) {
    dangers.push({ kind: 'deletes' });
  }
  const paths = pathsOutside(parts);
  if (paths.length > 0) {
    dangers.push({ kind: 'outside', paths });
  }
  const names = [...new Set(variables.map(([name]) => name).filter(selectsCode))];
  if (names.length > 0) {
    dangers.push({ kind: 'steersCode', names });
  }
  return dangers;
}

/** `curl ... | sh`, `sh -c "$(curl ...)"`, `bash <(curl ...)`, `iex (iwr ...)`. */
function runsDownload(line: string): boolean {
  const parts = line.split('|');
  const opening = line.search(/[$<]\(|`|\b(iex|invoke-expression)\b/i);
  return (
    parts.some((part, index) => downloads.test(part) && runsText.test(parts[index + 1] ?? '')) ||
    (opening >= 0 && downloads.test(line.slice(opening)))
  );
}

/** `bash` of `/usr/bin/bash`, `"C:\\Windows\\cmd.exe"` and `BASH.EXE`. */
export function programName(word: string): string {
  const name = word.replace(/["'`]/g, '').split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, '');
}

/** Paths outside the workspace in the arguments, `cwd`, `envFile` and variables. Not the program, which is usually outside. */
function pathsOutside({ args, cwd, envFile, variables, folders, userHome, platform }: InspectedEntry): string[] {
  const path = pathModule(platform);
  const isInside = (place: string) =>
    folders.some((folder) => {
      const way = path.relative(folder, place);
      return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
    });
  const outside = new Set<string>();
  for (const whole of [...args, cwd ?? '', envFile ?? '', ...variables.map(([, value]) => value)]) {
    const text = whole.slice(0, maxTextLength);
    const climbing = text
      .split(/[\s"'`=,;]+/)
      .filter((part) => /(^|[\\/])\.\.([\\/]|$)/.test(part) && !part.includes('://'));
    const places = [
      ...absolutePathsIn(
        text.replace(/[a-z][a-z0-9+.-]{0,30}:\/\/\S*/gi, (url) => (/^file:/i.test(url) ? url : ' ')),
        userHome,
        platform,
      ),
      ...climbing.map((part) => path.resolve(cwd ?? folders[0] ?? userHome, part)),
    ];
    for (const place of places) {
      // `/c` and its like are options on Windows.
      if (!isInside(place) && !(platform === 'win32' && /^[\\/]\w{0,2}$/.test(place))) {
        outside.add(place);
      }
    }
  }
  return [...outside].slice(0, maxListedPaths);
}
