import type { RateLimits } from '#core/guard/rateLimiter.ts';

/** Where an entry was written. Entries of two scopes are never merged: the same name means two servers. */
export type Scope =
  | { readonly kind: 'user' }
  /** `uri`: of the workspace file, or of the first folder. Identifies the workspace. */
  | { readonly kind: 'workspace'; readonly uri?: string }
  /** `path`: on a disk; the URI of a folder that is on no disk. */
  | { readonly kind: 'folder'; readonly name: string; readonly path: string }
  | { readonly kind: 'builtIn' };

/** An entry of the settings as it was read, before variables are replaced. */
export interface ServerDefinition {
  /** Unique among all scopes, stable across reloads: `serverId(scope, name)`. */
  readonly id: string;
  /** The name in the settings, which every request shows. */
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
  /** Roots are not declared. Absent: they are. */
  readonly roots?: false;
  /** Where it differs from the settings for all servers. */
  readonly rateLimit?: Partial<RateLimits>;
}

export interface StdioEntry extends CommonEntry {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** `null` removes a variable from the inherited environment. */
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
 * What the entry says of the authorization server. Without `grant` the user signs in, unless there is an
 * `assertion` of some kind (`jwt-bearer`), or a private key or an authorization server that knows programs only
 * (`client_credentials`).
 */
export interface OAuthSettings {
  /** How tokens are obtained without the user. */
  readonly grant?: 'client_credentials' | 'jwt-bearer';
  /** The only authorization server that is used. A URL. */
  readonly issuer?: string;
  /** The id of a client that was registered beforehand. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Authenticates the client in place of a secret. PEM. */
  readonly privateKey?: string;
  readonly privateKeyFile?: string;
  /** Absent: the default for the key. */
  readonly signingAlgorithm?: SigningAlgorithm;
  /** A JWT that identifies the workload. */
  readonly assertion?: string;
  /** Read for each token, because the file is renewed by another program. */
  readonly assertionFile?: string;
  /** Where an assertion can be obtained. */
  readonly identityProvider?: IdentityProviderSettings;
  /** The `https:` URL of a document that describes this client, for authorization servers that accept it as the client id. */
  readonly clientMetadataUrl?: string;
  /** Requested in place of the scopes that the server suggests. */
  readonly scopes?: readonly string[];
  /** The port of the redirect URI that the client was registered with. */
  readonly callbackPort?: number;
}

/** For the assertion that authenticates a client. Source: RFC 7518 section 3.1. */
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

/** The identity provider of a company, and the user's identity there. `clientId`: of the client registered there. */
export interface IdentityProviderSettings {
  /** Its metadata names the token endpoint. */
  readonly issuer?: string;
  readonly tokenEndpoint?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** An OpenID Connect ID token of the user. */
  readonly idToken?: string;
  /** Read for each token, because the file is renewed by another program. */
  readonly idTokenFile?: string;
}

export type ServerEntry = StdioEntry | HttpEntry;

/** An entry that is ready to be started: variables replaced, environment built. Has secrets: never logged or stored. */
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

/** One scope: printable ASCII without space, `"` and `\`. Source: `scope-token` of RFC 6749 section 3.3. */
export const scopeToken = /^[!#-[\]-~]+$/;

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
 * The key of a server in stores that all windows share. The id of a server of a workspace is unique only within that
 * workspace: another workspace may have a server of the same name.
 */
export function storedId({ id, scope }: Pick<ServerDefinition, 'id' | 'scope'>): string {
  return scope.kind === 'workspace' && scope.uri !== undefined ? JSON.stringify([id, scope.uri]) : id;
}

/** True for entries that come with a workspace: they start only after the user agreed to them. */
export function isFromWorkspace(scope: Scope): boolean {
  return scope.kind === 'workspace' || scope.kind === 'folder';
}
