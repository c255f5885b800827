import type { RateLimits } from '#core/guard/rateLimiter.ts';

/** The place of an entry in the settings. Entries of two scopes are never merged: with the same name they are two servers. */
export type Scope =
  | { readonly kind: 'user' }
  /** `uri` identifies the workspace: the URI of the workspace file or of the first folder. */
  | { readonly kind: 'workspace'; readonly uri?: string }
  /** `path`: the path on a disk, or the URI of a folder that is not on a disk. */
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

/** The modes of elicitation that the host declares to a server. */
export interface ElicitationModes {
  readonly form: boolean;
  readonly url: boolean;
}

interface CommonEntry {
  readonly enabled: boolean;
  readonly elicitation: ElicitationModes;
  /** `false`: the host does not declare roots. */
  readonly roots?: false;
  /** The limits that differ from the settings for all servers. */
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
  /** How to sign in if the server demands it; `false`: never. Absent: only by the metadata of the server. */
  readonly oauth?: OAuthSettings | false;
}

/**
 * The authorization settings of an entry. If the entry names no `grant`, an assertion, an assertion file or an identity
 * provider implies `jwt-bearer`, and a private key implies `client_credentials`. Otherwise the user signs in, unless there are
 * a client secret and an `issuer` that supports `client_credentials` but no sign-in.
 */
export interface OAuthSettings {
  /** The grant type by which tokens are obtained without the user. */
  readonly grant?: 'client_credentials' | 'jwt-bearer';
  /** The URL of the only authorization server that is used. */
  readonly issuer?: string;
  /** The id of a client that was registered beforehand. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** A PEM key that authenticates the client in place of a secret. */
  readonly privateKey?: string;
  readonly privateKeyFile?: string;
  /** Absent: the default for the key. */
  readonly signingAlgorithm?: SigningAlgorithm;
  /** A JWT that identifies the workload. */
  readonly assertion?: string;
  /** A file with such a JWT. Read again for each token, because another program renews it. */
  readonly assertionFile?: string;
  /** An identity provider that issues assertions. */
  readonly identityProvider?: IdentityProviderSettings;
  /** The `https:` URL of a document that describes this client, for authorization servers that accept it as the client id. */
  readonly clientMetadataUrl?: string;
  /** The OAuth scopes that are requested in place of those that the server suggests. */
  readonly scopes?: readonly string[];
  /** The port of the redirect URI that the client is registered with. */
  readonly callbackPort?: number;
}

/** The algorithms for the assertion that authenticates a client. Source: RFC 7518 section 3.1. */
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

/** The identity provider of a company, a client that is registered with it, and the user's identity. */
export interface IdentityProviderSettings {
  /** The identity provider's URL. Its metadata names the token endpoint. */
  readonly issuer?: string;
  readonly tokenEndpoint?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** An OpenID Connect ID token of the user. */
  readonly idToken?: string;
  /** A file with such an ID token. Read again for each token, because another program renews it. */
  readonly idTokenFile?: string;
}

export type ServerEntry = StdioEntry | HttpEntry;

/** An entry that is ready to be started: variables replaced, environment built. Contains secrets: never logged or stored. */
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

/** Matches one OAuth scope: printable ASCII without space, `"` and `\`. Source: `scope-token` of RFC 6749 section 3.3. */
export const scopeToken = /^[!#-[\]-~]+$/;

/** A problem in an entry of the settings. */
export interface EntryProblem {
  /** The name of the entry. */
  readonly server: string;
  /** The path inside the entry (`args[1]`, `url`); empty for the entry as a whole. */
  readonly key: string;
  /** The problem, as one sentence. */
  readonly message: string;
  /** What the user can do, as one sentence. */
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

/** True for the scope of entries that come with a workspace. Such an entry starts only after the user has agreed. */
export function isFromWorkspace(scope: Scope): boolean {
  return scope.kind === 'workspace' || scope.kind === 'folder';
}
