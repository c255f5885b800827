/** What the settings say of a server, after reading and before any variable is replaced. */

/** Where an entry was written. A workspace entry is never merged into a user's: same name, two servers. */
export type Scope =
  | { readonly kind: 'user' }
  | { readonly kind: 'workspace' }
  | { readonly kind: 'folder'; readonly name: string; readonly path: string }
  | { readonly kind: 'builtIn' };

export interface ServerDefinition {
  /** Unique among all scopes, stable across reloads: `serverId(scope, name)`. */
  readonly id: string;
  /** The name in settings: what the person calls it, and what every prompt shows. */
  readonly name: string;
  readonly scope: Scope;
  readonly entry: ServerEntry;
}

interface CommonEntry {
  readonly enabled: boolean;
  /** Which elicitation modes are declared to this server. */
  readonly elicitation: { readonly form: boolean; readonly url: boolean };
}

export interface StdioEntry extends CommonEntry {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** `null` takes a variable out of the inherited environment. */
  readonly env: Readonly<Record<string, string | number | null>>;
  readonly envFile?: string;
  readonly cwd?: string;
}

export interface HttpEntry extends CommonEntry {
  /** `http`: Streamable HTTP, falling back to HTTP+SSE for old servers. `sse`: HTTP+SSE only. */
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type ServerEntry = StdioEntry | HttpEntry;

/** An entry ready to be started: variables replaced, environment built. Holds secrets: never logged, never stored. */
export type LaunchSpec =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
      /** Values that must never reach a log. */
      readonly secrets: readonly string[];
    }
  | {
      readonly type: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Values that must never reach a log. */
      readonly secrets: readonly string[];
    };

/** What is wrong with an entry: which server, which key, and what would be right. */
export interface EntryProblem {
  readonly server: string;
  /** Path inside the entry (`args[1]`, `url`); empty when the entry as a whole is meant. */
  readonly key: string;
  /** What is wrong, as one sentence. */
  readonly message: string;
  /** What to do, as one sentence. */
  readonly remedy: string;
}

export function serverId(scope: Scope, name: string): string {
  return scope.kind === 'folder' ? `folder:${scope.path}:${name}` : `${scope.kind}:${name}`;
}
