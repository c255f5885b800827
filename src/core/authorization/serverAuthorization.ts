import type { CallOrigin } from '#core/model/call.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { AuthorizationServices } from './authorizationServices.ts';
import { RunAuthorization } from './runAuthorization.ts';
import { SignInAttemptLimit } from './signInAttemptLimit.ts';
import { isSignedIn, signOut } from './signOut.ts';
import { isSentUnencrypted, UnencryptedConsent } from './unencryptedConsent.ts';

interface RunParameters {
  readonly definition: ServerDefinition;
  readonly spec: LaunchSpec;
  /** Aborted when the run ends. */
  readonly signal: AbortSignal;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
  /** Called when the user signed in or more was permitted: see `RunAuthorization.onDidChangeGrant`. */
  authorizationChanged(): void;
}

/** The authorization of one server over all its runs: whether the user is signed in, and the sign-in of the current run. */
export class ServerAuthorization {
  readonly #services: AuthorizationServices | undefined;
  readonly #onChange: () => void;
  readonly #attemptLimit = new SignInAttemptLimit();
  /** Of the last run. */
  #authorization: RunAuthorization | undefined;
  #signedIn = false;

  /** @param onChange Called when `signingIn` or `signedIn` changes. */
  constructor(services: AuthorizationServices | undefined, onChange: () => void) {
    this.#services = services;
    this.#onChange = onChange;
  }

  get signingIn(): boolean {
    return this.#authorization?.anyOpen ?? false;
  }

  get signedIn(): boolean {
    return this.#signedIn;
  }

  /** Reads from the store whether there are tokens for a server that has not run yet. Never rejects. */
  async loadSignedIn(definition: ServerDefinition): Promise<void> {
    if (this.#services && definition.entry.type !== 'stdio') {
      this.#setSignedIn(await isSignedIn(definition, this.#services).catch(() => false));
    }
  }

  /**
   * Asks the user before credentials of the entry are sent unencrypted. To be called before each run.
   * @throws HostError `AuthorizationDeclined` if the user does not consent.
   */
  async checkEncryption({
    definition,
    spec,
    signal,
  }: Omit<RunParameters, 'maskSecret' | 'authorizationChanged'>): Promise<void> {
    if (
      spec.type !== 'stdio' &&
      isSentUnencrypted(spec.url) &&
      sendsSecrets(spec.headers, spec.secrets) &&
      this.#services
    ) {
      await new UnencryptedConsent(definition, spec.url, this.#services).check(signal);
    }
  }

  /** The authorization of a run; `undefined` where the entry has credentials of its own, or `"oauth": false`. */
  startRun({
    definition,
    spec,
    signal,
    maskSecret,
    authorizationChanged,
  }: RunParameters): RunAuthorization | undefined {
    this.#authorization = undefined;
    if (!this.#services || spec.type === 'stdio' || spec.oauth === false || hasCredentials(spec.headers)) {
      return undefined;
    }
    const settings = spec.oauth ?? {};
    const authorization = new RunAuthorization({
      definition,
      resource: spec.url,
      settings,
      services: this.#services,
      attemptLimit: this.#attemptLimit,
      maskSecret,
    });
    authorization.onDidChange(() => {
      this.#signedIn = authorization.signedIn;
      this.#onChange();
    });
    authorization.onDidChangeGrant(authorizationChanged);
    signal.addEventListener('abort', () => authorization.dispose(), { once: true });
    this.#authorization = authorization;
    return authorization;
  }

  /** To be called when a call begins or the user starts the server. Does nothing while a sign-in is under way. */
  resetAttempts(origin: CallOrigin): void {
    if (!this.signingIn) {
      if (origin === 'person') {
        this.#attemptLimit.reset();
      }
      this.#authorization?.resetAttempts(origin);
    }
  }

  /** Signs out of a server that does not run: see `signOut`. */
  async signOut(definition: ServerDefinition): Promise<boolean> {
    const revoked = this.#services === undefined || (await signOut(definition, this.#services));
    this.#setSignedIn(false);
    return revoked;
  }

  #setSignedIn(signedIn: boolean): void {
    if (this.#signedIn !== signedIn) {
      this.#signedIn = signedIn;
      this.#onChange();
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
