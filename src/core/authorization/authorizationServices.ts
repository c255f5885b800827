import type { Disposable, Event } from '#core/common/events.ts';

/**
 * The services outside the core that authorization needs. The editor implements these interfaces, tests use
 * `test/host/signInDoubles.ts`. `loopbackRedirects.ts` is a RedirectReceiver for any Node.
 */
export interface AuthorizationServices {
  readonly secrets: SharedSecretStore;
  readonly browser: Browser;
  readonly redirects: RedirectReceiver;
  readonly prompts: SignInPrompts;
  readonly turns: WindowTurns;
}

/** Lets the windows on this machine do something one after the other. */
export interface WindowTurns {
  /**
   * Runs the action while no other window runs one with the same key. After 40 seconds it runs in any case, because
   * the other window may have ended. Rejects only if the action does.
   */
  take<T>(key: string, action: () => Promise<T>): Promise<T>;
}

/** Stores secrets encrypted, also for other windows and later sessions. Keys and values are text of any length. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A store that all windows share, with an event for changes. */
export interface SharedSecretStore extends SecretStore {
  /** Fires with the changed key, in every window. */
  readonly onDidChange: Event<string>;
  /** For how long other windows may still read the old value after `set` has resolved, in milliseconds. */
  readonly settleMs: number;
}

/** Shows a page of an authorization server to the user: `https:`, or `http:` on this machine. */
export interface Browser {
  /** Resolves when the browser has the URL; rejects if it could not be opened. */
  open(url: URL): Promise<void>;
}

/** The requirements of a redirect URI. */
export interface RedirectOptions {
  /** The expected parameter `state` of the redirect. Requests with another `state` are refused. */
  readonly state: string;
  /** The redirect URI that the client is registered with. `Redirect.uri` equals this URI if its port is free. */
  readonly registeredUri?: string;
  /** The port that the user registered with the authorization server: no other port may be used. */
  readonly port?: number;
  /** True if the client was registered before this sign-in: the path must be the registered one. */
  readonly hasFixedPath: boolean;
}

/** Receives the browser when the authorization server redirects it back. */
export interface RedirectReceiver {
  /** Begins to wait for the browser. Throws HostError if that is impossible, for example because `port` is taken. */
  open(options: RedirectOptions): Promise<Redirect>;
}

/** A redirect URI that waits for the browser until it is disposed of. */
export interface Redirect extends Disposable {
  /** The `redirect_uri` parameter. */
  readonly uri: string;
  /** All parameters of the first request that has the right `state`. Never rejects. */
  readonly params: Promise<URLSearchParams>;
}

/** A sign-in that a server needs. Hosts and scopes are untrusted text of the server: show them as plain text. */
export interface SignInRequest {
  /** The configured name. */
  readonly server: string;
  /** The server's id: see `serverId`. */
  readonly serverId: string;
  /** The URL of the MCP server that the tokens are for. */
  readonly resource: string;
  /** The issuer of the authorization server, a URL. */
  readonly issuer: string;
  /** The host name and port of the sign-in page: usually, but not always, the issuer's. */
  readonly host: string;
  /** Host names on other sites than `host` that receive the code or the tokens: see `otherRecipients`. Usually none. */
  readonly recipients: readonly string[];
  readonly scopes: readonly string[];
}

export interface SignInPrompts {
  /**
   * Asks the user to sign in at `host`, and resolves with true if the user consents. Called at each sign-in, before anything
   * is sent to `host`. After `signal` has fired, the result is ignored.
   */
  confirmSignIn(signIn: SignInRequest, signal: AbortSignal): Promise<boolean>;
  /**
   * Asks the user to send credentials to this server unencrypted, and resolves with true if the user consents. After
   * `signal` has fired, the result is ignored.
   */
  confirmUnencrypted(
    server: Pick<SignInRequest, 'server' | 'serverId' | 'resource'>,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Shows that the host waits for the browser, until disposed of. `onCancel` is called if the user cancels the sign-in. */
  showWaiting(signIn: SignInRequest, onCancel: () => void): Disposable;
}
