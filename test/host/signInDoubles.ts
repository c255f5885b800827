import type {
  Browser,
  Redirect,
  RedirectOptions,
  RedirectReceiver,
  SharedSecretStore,
  SignInPrompts,
  SignInRequest,
  WindowTurns,
} from '#core/authorization/authorizationServices.ts';
import { Emitter } from '#core/common/events.ts';

/** A secret store in memory. */
export class InMemorySecretStore implements SharedSecretStore {
  readonly values = new Map<string, string>();
  readonly #changed = new Emitter<string>();
  readonly onDidChange = this.#changed.event;
  readonly settleMs: number = 0;

  async get(key: string): Promise<string | undefined> {
    return this.values.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    this.#changed.fire(key);
  }

  async delete(key: string): Promise<void> {
    this.values.delete(key);
    this.#changed.fire(key);
  }
}

/** Lets windows of one process take turns. */
export class InMemoryTurns implements WindowTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(key: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(action);
    this.#last.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  }
}

/** A user who agrees to every sign-in, or answers with the result of `answer`. Records what the user was asked. */
export class ScriptedSignInPrompts implements SignInPrompts {
  readonly requests: SignInRequest[] = [];
  /** Functions that cancel the sign-ins that wait for the browser. */
  readonly cancels = new Set<() => void>();
  readonly #answer: (signIn: SignInRequest) => boolean | Promise<boolean>;

  constructor(answer: (signIn: SignInRequest) => boolean | Promise<boolean> = () => true) {
    this.#answer = answer;
  }

  async confirmSignIn(signIn: SignInRequest): Promise<boolean> {
    this.requests.push(signIn);
    return this.#answer(signIn);
  }

  /** The URLs of the servers for which the user was asked whether credentials may be sent unencrypted. */
  readonly unencryptedUrls: string[] = [];
  allowsUnencrypted = true;

  async confirmUnencrypted({ resource }: Pick<SignInRequest, 'resource'>): Promise<boolean> {
    this.unencryptedUrls.push(resource);
    return this.allowsUnencrypted;
  }

  showWaiting(_signIn: SignInRequest, cancel: () => void) {
    this.cancels.add(cancel);
    return { dispose: () => this.cancels.delete(cancel) };
  }
}

/**
 * A browser that follows redirects, as for a user who is signed in. Passes a URL with the redirect URI of `receiver` to
 * `receiver`, and requests all other URLs.
 */
export class RedirectFollowingBrowser implements Browser {
  readonly opened: URL[] = [];
  readonly #receiver: InMemoryRedirects | undefined;

  constructor(receiver?: InMemoryRedirects) {
    this.#receiver = receiver;
  }

  async open(url: URL): Promise<void> {
    this.opened.push(url);
    let next: URL | undefined = url;
    for (let hops = 0; next && hops < 10; hops += 1) {
      if (this.#receiver?.deliver(next)) {
        return;
      }
      const response: Response = await fetch(next, { redirect: 'manual' });
      const location: string | null = response.headers.get('location');
      await response.body?.cancel();
      next = location === null ? undefined : new URL(location, next);
    }
  }
}

/** Receives the redirects of a `RedirectFollowingBrowser`, without a network. */
export class InMemoryRedirects implements RedirectReceiver {
  readonly uri: string;
  readonly #waiting = new Map<string, (params: URLSearchParams) => void>();

  /** @param uri the redirect URI for authorization servers; no server needs to listen there */
  constructor(uri = 'http://localhost:3000/callback') {
    this.uri = uri;
  }

  async open({ state }: RedirectOptions): Promise<Redirect> {
    const params = new Promise<URLSearchParams>((resolve) => this.#waiting.set(state, resolve));
    return { uri: this.uri, params, dispose: () => this.#waiting.delete(state) };
  }

  /** Returns true if `url` is the redirect URI with parameters. Passes these to the sign-in that waits for their `state`. */
  deliver(url: URL): boolean {
    const { origin, pathname } = new URL(this.uri);
    if (url.origin !== origin || url.pathname !== pathname) {
      return false;
    }
    this.#waiting.get(url.searchParams.get('state') ?? '')?.(url.searchParams);
    return true;
  }
}
