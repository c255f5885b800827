import type { CallOrigin } from '#core/model/call.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { AuthorizationServices } from './authorizationServices.ts';
import { RunAuthorization } from './runAuthorization.ts';
import { SignInAttemptLimit } from './signInAttemptLimit.ts';
import { isSignedIn, signOutByDefinition } from './signOut.ts';
import { isSentUnencrypted, UnencryptedConsent } from './unencryptedConsent.ts';

interface RunParameters {
  readonly definition: ServerDefinition;
  readonly spec: LaunchSpec;
  /** Fires when the run ends. */
  readonly signal: AbortSignal;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
  /** Called with a line for the log. */
  warn?(line: string): void;
  /** Called when the user has signed in or there are more permissions: see `RunAuthorization.onDidChangeGrant`. */
  onGrantChange(): void;
}

/** The authorization of one server over all its runs. */
export class ServerAuthorization {
  readonly #services: AuthorizationServices | undefined;
  readonly #onChange: () => void;
  readonly #attemptLimit = new SignInAttemptLimit();
  /** The authorization of the last run. */
  #authorization: RunAuthorization | undefined;
  #isSignedIn = false;

  /** @param onChange Called when `isSigningIn` or `isSignedIn` changes. */
  constructor(services: AuthorizationServices | undefined, onChange: () => void) {
    this.#services = services;
    this.#onChange = onChange;
  }

  get isSigningIn(): boolean {
    return this.#authorization?.anyOpen ?? false;
  }

  get isSignedIn(): boolean {
    return this.#isSignedIn;
  }

  /** Reads from the store whether there are tokens for a server that has not run yet. Never rejects. */
  async loadSignedIn(definition: ServerDefinition): Promise<void> {
    if (this.#services && definition.entry.type !== 'stdio') {
      this.#setSignedIn(await isSignedIn(definition, this.#services).catch(() => false));
    }
  }

  /**
   * Asks the user before credentials of the entry are sent unencrypted. Called before each run.
   * @param isInteractive False if the user must not be asked.
   * @throws HostError `AuthorizationDeclined` if the user does not consent; `ConsentRequired` if the user would have to be asked.
   */
  async checkEncryption(
    { definition, spec, signal }: Pick<RunParameters, 'definition' | 'spec' | 'signal'>,
    isInteractive = true,
  ): Promise<void> {
    if (
      spec.type !== 'stdio' &&
      isSentUnencrypted(spec.url) &&
      sendsSecrets(spec.headers, spec.secrets) &&
      this.#services
    ) {
      await new UnencryptedConsent(definition, spec.url, this.#services).check(signal, isInteractive);
    }
  }

  /** Creates the authorization of a run; `undefined` if the entry has credentials in its headers, or `"oauth": false`. */
  startRun({ definition, spec, signal, maskSecret, warn, onGrantChange }: RunParameters): RunAuthorization | undefined {
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
      ...(warn && { warn }),
    });
    authorization.onDidChange(() => {
      this.#isSignedIn = authorization.isSignedIn;
      this.#onChange();
    });
    authorization.onDidChangeGrant(onGrantChange);
    signal.addEventListener('abort', () => authorization.dispose(), { once: true });
    this.#authorization = authorization;
    return authorization;
  }

  /** Allows another sign-in: called when a call begins or the user starts the server. Does nothing during a sign-in. */
  resetAttempts(origin: CallOrigin): void {
    if (!this.isSigningIn) {
      if (origin === 'user') {
        this.#attemptLimit.reset();
      }
      this.#authorization?.resetAttempts(origin);
    }
  }

  /** Signs out of a server that does not run: see `signOut`. */
  async signOut(definition: ServerDefinition): Promise<boolean> {
    const isRevoked = this.#services === undefined || (await signOutByDefinition(definition, this.#services));
    this.#setSignedIn(false);
    return isRevoked;
  }

  #setSignedIn(isSignedIn: boolean): void {
    if (this.#isSignedIn !== isSignedIn) {
      this.#isSignedIn = isSignedIn;
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
