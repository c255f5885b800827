import { programName, shells } from './dangers.ts';
import { absolutePathsIn, pathModule } from './paths.ts';

/** Characters of a text with its variables replaced. */
const maxLength = 200_000;
/** How often variables inside replaced values are replaced. */
const maxRounds = 3;

/** `$NAME`, `${NAME}`, `${NAME:-text}`, and `$env:NAME` and `${env:NAME}` of PowerShell. */
const posixVariable =
  /\$(?:env:)?([A-Za-z_]\w{0,200})|\$\{(?:env:)?([A-Za-z_]\w{0,200})(?::?([-=+?])([^{}]{0,1000}))?\}/gi;
/** `%NAME%` and `!NAME!` of cmd. */
const cmdVariable = /%([^%!\s=\\/"'<>|&]{1,200})%|!([\w()]{1,200})!/g;
/** What only a shell can expand: commands, variables outside the environment, and the home folder of another user. */
const posixUnknown =
  /\$\((?!\()[^)]*\)?|`[^`]*`?|\$\{[^}]*\}?|\$\w+(?::\w+)?|(?<=^|[\s"'=:;&|(<>])~[\w+.-]+(?=[\\/\s"']|$)/;
/** Variables that change with the shell's working directory. */
const changing = /^(PWD|OLDPWD|CD)$/i;

/** The environment that a server's command line is expanded in. */
interface ShellContext {
  /** The whole environment of the server. */
  readonly env: Readonly<Record<string, string>>;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Expands texts roughly as a shell does: replaces environment variables and removes quotes. For finding the paths that a
 * text may lead to; finds more than a shell would.
 */
export class ShellExpander {
  readonly #context: ShellContext;
  readonly #values: ReadonlyMap<string, string>;

  constructor(context: ShellContext) {
    this.#context = context;
    this.#values = new Map(Object.entries(context.env).map(([name, value]) => [this.#nameOf(name), value]));
  }

  /** The text unchanged, and as a shell may expand it. `undefined` if the expansion gets too long. */
  expansions(text: string): readonly string[] | undefined {
    const replaced = this.#replaced(text);
    return replaced === undefined ? undefined : [...new Set([text, replaced, this.#unquoted(replaced)])];
  }

  /**
   * The first part of an argument with a path that only a shell can expand, so that the path is unknown: `$(pwd)/server.js`,
   * `$PWD/server.js`, `/home/*`.
   */
  unresolvableIn(argument: string): string | undefined {
    const { userHome, platform } = this.#context;
    const isWindows = platform === 'win32';
    const text = (this.#replaced(argument) ?? argument).replace(/[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'`,;]*/gi, (url) =>
      /^file:/i.test(url) ? url : ' ',
    );
    if (!text.includes('/') && !text.includes(pathModule(platform).sep)) {
      return undefined;
    }
    const [unknown] = posixUnknown.exec(text) ?? (isWindows ? text.match(cmdVariable) : undefined) ?? [];
    if (unknown !== undefined || isWindows) {
      return unknown;
    }
    const unquotedPatterns = text.replace(/"[^"]*"|'[^']*'/g, (quoted) => quoted.replace(/[*?[{]/g, '_'));
    const paths = [...absolutePathsIn(this.#unquoted(unquotedPatterns), userHome, platform)];
    return paths.find((path) => /^[^\s]*[*?[{]/.test(path));
  }

  #replaced(text: string): string | undefined {
    let result = text;
    for (let round = 0; round < maxRounds; round += 1) {
      const before = result;
      const once = this.#replacedOnce(before, posixVariable);
      const twice =
        once !== undefined && this.#context.platform === 'win32' ? this.#replacedOnce(once, cmdVariable) : once;
      if (twice === undefined) {
        return undefined;
      }
      result = twice;
      if (result === before) {
        break;
      }
    }
    return result;
  }

  /** `undefined` if the text gets too long. */
  #replacedOnce(text: string, variable: RegExp): string | undefined {
    const parts: string[] = [];
    let end = 0;
    let length = text.length;
    for (const match of text.matchAll(variable)) {
      const [whole, plain, braced, operator, other] = match;
      const value = this.#valueOf(plain ?? braced ?? '', operator, other) ?? whole;
      length += value.length - whole.length;
      if (length > maxLength) {
        return undefined;
      }
      parts.push(text.slice(end, match.index), value);
      end = match.index + whole.length;
    }
    return parts.join('') + text.slice(end);
  }

  #valueOf(name: string, operator: string | undefined, other = ''): string | undefined {
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
    if (changing.test(name)) {
      return undefined;
    }
    const { userHome, platform } = this.#context;
    const value = this.#values.get(this.#nameOf(name));
    if (value !== undefined || !/^(HOME|USERPROFILE)$/i.test(name)) {
      return value;
    }
    return (platform === 'win32' ? this.#values.get('USERPROFILE') : undefined) ?? userHome;
  }

  #nameOf(name: string): string {
    return this.#context.platform === 'win32' ? name.toUpperCase() : name;
  }

  #unquoted(text: string): string {
    return this.#context.platform === 'win32' ? text.replace(/["'^]/g, '') : text.replace(/["']|\\(?:\n|(?=.))/g, '');
  }
}

/** Whether a shell interprets an argument as a script. */
export function runsInShell(command: string, args: readonly string[]): boolean {
  const programs = [command, ...args.flatMap((argument) => argument.split(/[\s;&|]+/))].map(programName);
  return (
    programs.some((program) => shells.test(program)) ||
    (programs.some((program) => /^(npx|npm|pnpm|yarn)$/.test(program)) &&
      args.some((argument) => /^(-c|--call|--shell-mode)\b/.test(argument)))
  );
}
