import { programName, shells } from './dangers.ts';
import { absolutePathsIn, pathModule } from './paths.ts';

/** The number of characters of a text after its variables were replaced. */
const maxLength = 200_000;
/** The number of passes over a text: the values of variables may contain variables. */
const maxPasses = 3;

/** Matches `$NAME`, `${NAME}`, `${NAME:-text}`, and `$env:NAME` and `${env:NAME}` of PowerShell. */
const posixVariable =
  /\$(?:env:)?([A-Za-z_]\w{0,200})|\$\{(?:env:)?([A-Za-z_]\w{0,200})(?::?([-=+?])([^{}]{0,1000}))?\}/gi;
/** Matches `%NAME%` and `!NAME!` of cmd. */
const cmdVariable = /%([^%!\s=\\/"'<>|&]{1,200})%|!([\w()]{1,200})!/g;
/** Matches expressions that only a shell can expand: commands, unknown variables, the home folder of another user. */
const posixUnknown =
  /\$\((?!\()[^)]*\)?|`[^`]*`?|\$\{[^}]*\}?|\$\w+(?::\w+)?|(?<=^|[\s"'=:;&|(<>])~[\w+.-]+(?=[\\/\s"']|$)/;
/** Matches the names of variables that change with the shell's working directory. */
const workingDirectoryName = /^(PWD|OLDPWD|CD)$/i;

/** The environment in which a server's command line is expanded. */
interface ShellContext {
  /** The whole environment of the server. */
  readonly env: Readonly<Record<string, string>>;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Expands texts roughly as a shell does: replaces environment variables and removes quotes. Used to find the paths to which a
 * text may lead; the result may contain more paths than a shell would find.
 */
export class ShellExpander {
  readonly #context: ShellContext;
  readonly #values: ReadonlyMap<string, string>;

  constructor(context: ShellContext) {
    this.#context = context;
    this.#values = new Map(Object.entries(context.env).map(([name, value]) => [this.#comparableName(name), value]));
  }

  /** The unchanged text and its possible expansions by a shell. `undefined` if an expansion gets too long. */
  expansions(text: string): readonly string[] | undefined {
    const expanded = this.#replaceVariables(text);
    return expanded === undefined ? undefined : [...new Set([text, expanded, this.#removeQuotes(expanded)])];
  }

  /**
   * The first part of an argument that makes a path unknown because only a shell can expand it: `$(pwd)` in
   * `$(pwd)/server.js`, `$PWD`, `/home/*`.
   */
  unresolvableIn(argument: string): string | undefined {
    const { userHome, platform } = this.#context;
    const isWindows = platform === 'win32';
    const text = (this.#replaceVariables(argument) ?? argument).replace(
      /[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'`,;]*/gi,
      (url) => (/^file:/i.test(url) ? url : ' '),
    );
    if (!text.includes('/') && !text.includes(pathModule(platform).sep)) {
      return undefined;
    }
    const [unknownPart] = posixUnknown.exec(text) ?? (isWindows ? text.match(cmdVariable) : undefined) ?? [];
    if (unknownPart !== undefined || isWindows) {
      return unknownPart;
    }
    const unquotedPatterns = text.replace(/"[^"]*"|'[^']*'/g, (quoted) => quoted.replace(/[*?[{]/g, '_'));
    const paths = [...absolutePathsIn(this.#removeQuotes(unquotedPatterns), userHome, platform)];
    return paths.find((path) => /^[^\s]*[*?[{]/.test(path));
  }

  #replaceVariables(text: string): string | undefined {
    let result = text;
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const previous = result;
      const posixResult = this.#replacePass(previous, posixVariable);
      const next =
        posixResult !== undefined && this.#context.platform === 'win32'
          ? this.#replacePass(posixResult, cmdVariable)
          : posixResult;
      if (next === undefined) {
        return undefined;
      }
      result = next;
      if (result === previous) {
        break;
      }
    }
    return result;
  }

  /** Replaces the variables of one kind in one pass. `undefined` if the text gets too long. */
  #replacePass(text: string, variable: RegExp): string | undefined {
    const parts: string[] = [];
    let end = 0;
    let length = text.length;
    for (const match of text.matchAll(variable)) {
      const [whole, plain, braced, operator, other] = match;
      const value = this.#valueWithOperator(plain ?? braced ?? '', operator, other) ?? whole;
      length += value.length - whole.length;
      if (length > maxLength) {
        return undefined;
      }
      parts.push(text.slice(end, match.index), value);
      end = match.index + whole.length;
    }
    return parts.join('') + text.slice(end);
  }

  #valueWithOperator(name: string, operator: string | undefined, other = ''): string | undefined {
    const value = this.#value(name);
    switch (operator) {
      case '-':
      case '=':
        return value || other;
      case '+':
        return value ? other : '';
      default:
        return value;
    }
  }

  #value(name: string): string | undefined {
    if (workingDirectoryName.test(name)) {
      return undefined;
    }
    const { userHome, platform } = this.#context;
    const value = this.#values.get(this.#comparableName(name));
    if (value !== undefined || !/^(HOME|USERPROFILE)$/i.test(name)) {
      return value;
    }
    return (platform === 'win32' ? this.#values.get('USERPROFILE') : undefined) ?? userHome;
  }

  #comparableName(name: string): string {
    return this.#context.platform === 'win32' ? name.toUpperCase() : name;
  }

  #removeQuotes(text: string): string {
    return this.#context.platform === 'win32' ? text.replace(/["'^]/g, '') : text.replace(/["']|\\(?:\n|(?=.))/g, '');
  }
}

/** True if the command line contains a shell, which interprets an argument as a script. */
export function runsInShell(command: string, args: readonly string[]): boolean {
  const programs = [command, ...args.flatMap((argument) => argument.split(/[\s;&|]+/))].map(programName);
  return (
    programs.some((program) => shells.test(program)) ||
    (programs.some((program) => /^(npx|npm|pnpm|yarn)$/.test(program)) &&
      args.some((argument) => /^(-c|--call|--shell-mode)\b/.test(argument)))
  );
}
