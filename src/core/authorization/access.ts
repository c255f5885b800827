import type { CallOrigin } from '#core/model/call.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import { Authorization } from './authorization.ts';
import type { AuthorizationPorts } from './ports.ts';
import { SignInAttemptLimit } from './signInAttemptLimit.ts';
import { isSignedIn, signOut } from './signOut.ts';
import { isExposed, UnencryptedConsent } from './unencrypted.ts';

interface LaunchAccess {
  readonly definition: ServerDefinition;
  readonly spec: LaunchSpec;
  /** Ends with the launch. */
  readonly signal: AbortSignal;
  /** Called with every secret that comes up. */
  learn(secret: string): void;
  /** Called when the server may show the user something else from now on: see `Authorization`. */
  authorizedAnew(): void;
}

/** How the person stands with one server, over all its launches. */
export class Access {
  readonly #ports: AuthorizationPorts | undefined;
  readonly #changed: () => void;
  readonly #patience = new SignInAttemptLimit();
  /** Of the last launch. */
  #authorization: Authorization | undefined;
  #signedIn = false;

  /** @param changed Called when `signingIn` or `signedIn` has changed. */
  constructor(ports: AuthorizationPorts | undefined, changed: () => void) {
    this.#ports = ports;
    this.#changed = changed;
  }

  get signingIn(): boolean {
    return this.#authorization?.anyOpen ?? false;
  }

  get signedIn(): boolean {
    return this.#signedIn;
  }

  /** Looks whether there are tokens for a server that was not launched yet. Never rejects. */
  async look(definition: ServerDefinition): Promise<void> {
    if (this.#ports && definition.entry.type !== 'stdio') {
      this.#setSignedIn(await isSignedIn(definition, this.#ports).catch(() => false));
    }
  }

  /**
   * To be called before a launch that sends credentials of its entry.
   * @throws HostError `AuthorizationDeclined` when they would go unencrypted, and the user does not want that.
   */
  async admit({ definition, spec, signal }: Omit<LaunchAccess, 'learn' | 'authorizedAnew'>): Promise<void> {
    if (spec.type !== 'stdio' && isExposed(spec.url) && sendsSecrets(spec.headers, spec.secrets) && this.#ports) {
      await new UnencryptedConsent(definition, spec.url, this.#ports).check(signal);
    }
  }

  /** Absent where the entry has credentials of its own, or wants no sign-in. */
  begin({ definition, spec, signal, learn, authorizedAnew }: LaunchAccess): Authorization | undefined {
    this.#authorization = undefined;
    if (!this.#ports || spec.type === 'stdio' || spec.oauth === false || hasCredentials(spec.headers)) {
      return undefined;
    }
    const settings = spec.oauth ?? {};
    const authorization = new Authorization({
      definition,
      resource: spec.url,
      settings,
      ports: this.#ports,
      patience: this.#patience,
      learn,
    });
    authorization.onDidChange(() => {
      this.#signedIn = authorization.signedIn;
      this.#changed();
    });
    authorization.onDidAuthorizeAnew(authorizedAnew);
    signal.addEventListener('abort', () => authorization.dispose(), { once: true });
    this.#authorization = authorization;
    return authorization;
  }

  /** A call begins, or the person starts the server. A sign-in under way is not counted anew. */
  renew(origin: CallOrigin): void {
    if (!this.signingIn) {
      if (origin === 'person') {
        this.#patience.renew();
      }
      this.#authorization?.renew(origin);
    }
  }

  /** For a server that does not run. See `signOut`. */
  async signOut(definition: ServerDefinition): Promise<boolean> {
    const revoked = this.#ports === undefined || (await signOut(definition, this.#ports));
    this.#setSignedIn(false);
    return revoked;
  }

  #setSignedIn(signedIn: boolean): void {
    if (this.#signedIn !== signedIn) {
      this.#signedIn = signedIn;
      this.#changed();
    }
  }
}

function sendsSecrets(headers: Readonly<Record<string, string>>, secrets: readonly string[]): boolean {
  const values = Object.values(headers);
  return (
    hasCredentials(headers) || secrets.some((secret) => secret !== '' && values.some((value) => value.includes(secret)))
  );
}

function hasCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
