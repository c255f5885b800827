import type { Disposable } from '#core/common/events.ts';

/**
 * What authorization asks of the world around the core. The editor implements these; tests use the implementations in
 * `inMemory.ts`, and `loopback.ts` is a real receiver that runs wherever Node does.
 */
export interface AuthorizationServices {
  readonly secrets: SecretStore;
  readonly browser: Browser;
  readonly redirects: RedirectReceiver;
  readonly prompts: SignInPrompts;
}

/** Keeps secrets beyond the window, encrypted. Keys and values are ours, text of any length. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Shows a page to the person. The URL is that of an authorization server: `https:`, or `http:` on this machine. */
export interface Browser {
  /** Resolves when the page was handed over; rejects when it could not be. */
  open(url: URL): Promise<void>;
}

/** What a redirect has to be like. */
export interface RedirectOptions {
  /** Comes back as the parameter `state`; whatever comes back with another one is not meant for us. */
  readonly state: string;
  /**
   * The redirect URI that the authorization server already knows. It is used again where that is possible; where it is
   * not, `Redirect.uri` is another one.
   */
  readonly registeredUri?: string;
  /** The port that the person has registered with the authorization server: this one or none. */
  readonly port?: number;
  /** The client was registered beforehand, so the rest of the URI has to be one that can be known beforehand. */
  readonly fixedPath: boolean;
}

/** Waits for the authorization server to send the browser back to us. */
export interface RedirectReceiver {
  /** Begins to wait. Throws HostError when it cannot, such as when the wished port is taken. */
  open(wish: RedirectOptions): Promise<Redirect>;
}

/** One place where a browser is waited for, until it is disposed of. */
export interface Redirect extends Disposable {
  /** What to give as `redirect_uri`. */
  readonly uri: string;
  /** All parameters of the first request that carried the right `state`. Never rejects. */
  readonly answer: Promise<URLSearchParams>;
}

/** Who wants the person to sign in, and where. Hosts and scopes come from the server: to be shown as text. */
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
  /** Hosts of other sites than that of `host` that get what is signed in to: see `recipientsOf`. Usually none. */
  readonly recipients: readonly string[];
  readonly scopes: readonly string[];
}

export interface SignInPrompts {
  /**
   * True when the person wants to be sent to that host. Asked each time, before we so much as register there. When
   * `signal` fires nobody waits for the answer any more.
   */
  confirmSignIn(signIn: SignInRequest, signal: AbortSignal): Promise<boolean>;
  /**
   * True when the user wants credentials to be sent to this server although others on the way can read them. When `signal`
   * fires nobody waits for the answer any more.
   */
  confirmUnencrypted(
    server: Pick<SignInRequest, 'server' | 'serverId' | 'resource'>,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Says that the browser is waited for, until what is returned is disposed of. `cancel` gives the sign-in up. */
  showWaiting(signIn: SignInRequest, cancel: () => void): Disposable;
}
