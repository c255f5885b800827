import type { RateLimits } from '#core/guard/rateLimiter.ts';

/** What the settings say of a server, after reading and before any variable is replaced. */

/** Where an entry was written. A workspace entry is never merged into a user's: same name, two servers. */
export type Scope =
  | { readonly kind: 'user' }
  /** `uri`: of the workspace's file, or of its first folder: it names the workspace among all. */
  | { readonly kind: 'workspace'; readonly uri?: string }
  /** `path`: on a disk; for a folder that is on none, its URI. */
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

/** Which modes of elicitation are declared to a server. */
export interface ElicitationModes {
  readonly form: boolean;
  readonly url: boolean;
}

interface CommonEntry {
  readonly enabled: boolean;
  readonly elicitation: ElicitationModes;
  /** The server is not told of the workspace's folders. Absent: it is. */
  readonly roots?: false;
  /** Where it differs from what holds for all servers. */
  readonly rateLimit?: Partial<RateLimits>;
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
  /** How to sign in where the server demands it; `false` never does. Absent: as the server says. */
  readonly oauth?: OAuthSettings | false;
}

/**
 * What the person knows of the authorization server beforehand. Without `grant` the person signs in, unless there is an
 * `assertion` of some kind (`jwt-bearer`), or a private key or an authorization server that knows programs only
 * (`client_credentials`).
 */
export interface OAuthSettings {
  /** How tokens are got without a person. */
  readonly grant?: 'client_credentials' | 'jwt-bearer';
  /** The only authorization server that is given anything. A URL. */
  readonly issuer?: string;
  /** Of a client that was registered beforehand. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** In place of a secret: signs who the client is. PEM. */
  readonly privateKey?: string;
  readonly privateKeyFile?: string;
  /** Absent: the usual one for the key. */
  readonly signingAlgorithm?: SigningAlgorithm;
  /** A signed statement, a JWT, of who the workload is. */
  readonly assertion?: string;
  /** Read for each token: whatever made it keeps it fresh. */
  readonly assertionFile?: string;
  /** Where an assertion is to be had. */
  readonly identityProvider?: IdentityProviderSettings;
  /** An `https:` URL where a document describes this client, for authorization servers that take such a URL as its id. */
  readonly clientMetadataUrl?: string;
  /** Asked for in place of what the server suggests. */
  readonly scopes?: readonly string[];
  /** The port of the redirect URI that the client was registered with. */
  readonly callbackPort?: number;
}

/** For who a client is. Source: RFC 7518 section 3.1. */
export const signingAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** Where a company's identity provider is, and who the person is there. It is given `clientId` as its own client's id. */
export interface IdentityProviderSettings {
  /** Its metadata says where `tokenEndpoint` is. */
  readonly issuer?: string;
  readonly tokenEndpoint?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** An OpenID Connect ID token that it has given for the person. */
  readonly idToken?: string;
  /** Read for each token: whatever signs the person in keeps it fresh. */
  readonly idTokenFile?: string;
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
      readonly oauth?: OAuthSettings | false;
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

/**
 * Under what something of a server is kept where all windows see it: an id names a server of a workspace only within that
 * workspace, and another one may have a server of the same name.
 */
export function storedId({ id, scope }: Pick<ServerDefinition, 'id' | 'scope'>): string {
  return scope.kind === 'workspace' && scope.uri !== undefined ? JSON.stringify([id, scope.uri]) : id;
}
