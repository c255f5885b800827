import type { ServerEntry } from '#core/model/definition.ts';
import { oauthTexts } from './oauthValues.ts';

/** The sources of the values of variables. */
export interface VariableContext {
  readonly workspaceFolders: readonly WorkspaceFolder[];
  readonly userHome: string;
  /** The environment of this process, which `${env:X}` reads and servers inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absent: `process.platform`. */
  readonly platform?: NodeJS.Platform;
  /** Returns the value of an input, and asks the user if necessary. `undefined` for an unknown id and if there is no value. */
  input(id: string): Promise<{ value: string; isSecret: boolean } | undefined>;
}

export interface WorkspaceFolder {
  readonly name: string;
  readonly path: string;
}

/** The variables of an entry, without duplicates, in the order of their first use. */
interface VariableUse {
  /** The ids in `${input:id}`. */
  readonly inputs: readonly string[];
  /** The names in `${env:NAME}`. */
  readonly environment: readonly string[];
  /** The variables that cannot be replaced, as in the settings, such as `${command:x}`. */
  readonly unsupported: readonly string[];
}

export interface Variable {
  /** The whole variable, such as `${env:HOME}`. */
  readonly text: string;
  /** The part before the colon, such as `env`. */
  readonly name: string;
  /** The part after the colon, such as `HOME`; absent without a colon. */
  readonly argument?: string;
}

/**
 * Splits a text into plain text and variables, as VS Code does: a variable is `${` up to the matching `}`. There is no
 * escape, and an unclosed `${` is plain text.
 */
export function parseVariables(text: string): (string | Variable)[] {
  const closing = closingBraces(text);
  const parts: (string | Variable)[] = [];
  let plainFrom = 0;
  let start = text.indexOf('${');
  while (start !== -1) {
    const end = closing.get(start + 1);
    if (end !== undefined) {
      parts.push(text.slice(plainFrom, start), variableOf(text.slice(start, end + 1)));
      plainFrom = end + 1;
    }
    start = text.indexOf('${', end ?? start + 2);
  }
  parts.push(text.slice(plainFrom));
  return parts.filter((part) => part !== '');
}

/** The index of the closing brace for each opening brace. Takes linear time, also for a long text of braces. */
function closingBraces(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (brace === '{') {
      open.push(index);
      continue;
    }
    const opening = open.pop();
    if (opening !== undefined) {
      closing.set(opening, index);
    }
  }
  return closing;
}

function variableOf(text: string): Variable {
  const inner = text.slice(2, -1);
  const colon = inner.indexOf(':');
  return colon === -1 ? { text, name: inner } : { text, name: inner.slice(0, colon), argument: inner.slice(colon + 1) };
}

/** The variables that an entry uses. */
export function variablesUsedBy(entry: ServerEntry): VariableUse {
  const inputs = new Set<string>();
  const environment = new Set<string>();
  const unsupported = new Set<string>();
  for (const part of textsWithVariables(entry).flatMap(({ text }) => parseVariables(text))) {
    if (typeof part === 'string') {
      continue;
    }
    if (!isSupportedVariable(part)) {
      unsupported.add(part.text);
    } else if (part.name === 'input') {
      inputs.add(part.argument ?? '');
    } else if (part.name === 'env') {
      environment.add(part.argument ?? '');
    }
  }
  return { inputs: [...inputs], environment: [...environment], unsupported: [...unsupported] };
}

/** True if a variable can be replaced. */
export function isSupportedVariable({ name, argument }: Variable): boolean {
  switch (name) {
    case 'input':
    case 'env':
      return argument !== undefined && argument !== '';
    case 'workspaceFolder':
    case 'workspaceFolderBasename':
      return true;
    case 'userHome':
    case 'pathSeparator':
    case '/':
      return argument === undefined;
    default:
      return false;
  }
}

/** The texts of an entry in which variables are replaced, each with its path in the entry. */
export function textsWithVariables(entry: ServerEntry): { readonly key: string; readonly text: string }[] {
  if (entry.type !== 'stdio') {
    const headers = Object.entries(entry.headers).map(([name, text]) => ({ key: `headers.${name}`, text }));
    return [{ key: 'url', text: entry.url }, ...headers, ...oauthTexts(entry.oauth || {})];
  }
  const { command, args, env, envFile = '', cwd = '' } = entry;
  return [
    { key: 'command', text: command },
    ...args.map((text, index) => ({ key: `args[${index}]`, text })),
    ...Object.entries(env).flatMap(([name, text]) => (typeof text === 'string' ? [{ key: `env.${name}`, text }] : [])),
    { key: 'envFile', text: envFile },
    { key: 'cwd', text: cwd },
  ];
}
