import type { Disposable } from '#core/common/events.ts';

/**
 * What authorization needs from outside the core. The editor implements these interfaces, tests use
 * `test/host/signInDoubles.ts`. `loopbackRedirects.ts` is a receiver that runs in any Node.
 */
export interface AuthorizationServices {
  readonly secrets: SecretStore;
  readonly browser: Browser;
  readonly redirects: RedirectReceiver;
  readonly prompts: SignInPrompts;
}

/** Stores secrets encrypted, beyond the window. Keys and values are text of any length. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Shows a page of an authorization server to the user: `https:`, or `http:` on this machine. */
export interface Browser {
  /** Resolves when the browser has the URL; rejects when it could not be opened. */
  open(url: URL): Promise<void>;
}

/** What a redirect URI has to fulfil. */
export interface RedirectOptions {
  /** Comes back as the parameter `state`. Requests with another one are refused. */
  readonly state: string;
  /**
   * The redirect URI that the client is registered with. It is used again where possible; otherwise `Redirect.uri` is
   * another one.
   */
  readonly registeredUri?: string;
  /** The port that the user registered with the authorization server: this one or none. */
  readonly port?: number;
  /** True if the client was registered beforehand: the path has to be the one that was registered then. */
  readonly fixedPath: boolean;
}

/** Waits for the authorization server to send the browser back to us. */
export interface RedirectReceiver {
  /** Begins to wait. Throws HostError if it cannot, such as when `port` is taken. */
  open(wish: RedirectOptions): Promise<Redirect>;
}

/** A redirect URI that waits for the browser until it is disposed of. */
export interface Redirect extends Disposable {
  /** The `redirect_uri` parameter. */
  readonly uri: string;
  /** All parameters of the first request that carried the right `state`. Never rejects. */
  readonly answer: Promise<URLSearchParams>;
}

/** Which server needs a sign-in, and where. Hosts and scopes come from the server: show them as plain text. */
export interface SignInRequest {
  /** The configured name. */
  readonly server: string;
  /** `serverId`. */
  readonly serverId: string;
  /** The URL of the MCP server that the tokens are for. */
  readonly resource: string;
  /** The issuer of the authorization server, a URL. */
  readonly issuer: string;
  /** The host whose page the browser will show: usually, but not always, the issuer's. */
  readonly host: string;
  /** Hosts on other sites than `host` that receive the code or the tokens: see `otherRecipients`. Usually none. */
  readonly recipients: readonly string[];
  readonly scopes: readonly string[];
}

export interface SignInPrompts {
  /**
   * True if the user agrees to sign in at that host. Asked at each sign-in, before anything is sent there. When `signal`
   * aborts, the answer is ignored.
   */
  confirmSignIn(signIn: SignInRequest, signal: AbortSignal): Promise<boolean>;
  /**
   * True if the user agrees to send credentials to this server unencrypted. When `signal` aborts, the answer is ignored.
   */
  confirmUnencrypted(
    server: Pick<SignInRequest, 'server' | 'serverId' | 'resource'>,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Shows that the browser is waited for, until disposed of. `cancel` ends the sign-in. */
  showWaiting(signIn: SignInRequest, cancel: () => void): Disposable;
}
