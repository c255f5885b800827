import { computeScopeUnion } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { needOf } from '#core/authorization/oauth/authorizationFailure.ts';
import type { Challenge } from '#core/authorization/oauth/challenge.ts';
import { scopesToRequest } from '#core/authorization/oauth/scopes.ts';
import { HostError } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';
import type { SignInAttemptLimit } from './signInAttemptLimit.ts';

interface AttemptHistoryOptions {
  /** The configured name. */
  readonly server: string;
  readonly settings: OAuthSettings;
  readonly attemptLimit: SignInAttemptLimit;
}

/** Records, for one run, failed sign-ins and requested scopes, and decides what may be asked for again. */
export class AttemptHistory {
  readonly #options: AttemptHistoryOptions;
  /** Of the last attempt. While it is set, nothing in the background tries again. */
  #failure: HostError | undefined;
  /** Scopes that were requested, separated by spaces. */
  #scopes: string | undefined;

  constructor(options: AttemptHistoryOptions) {
    this.#options = options;
  }

  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** Allows another attempt: to be called when a call begins or the user starts the server. See `SignInAttemptLimit` as well. */
  reset(origin: CallOrigin): void {
    this.#failure = undefined;
    if (origin === 'person') {
      this.#scopes = undefined;
    }
  }

  /** Throws HostError if the user must not be asked to sign in. */
  checkMayAsk(): void {
    const { attemptLimit } = this.#options;
    const failure = this.#failure ?? (attemptLimit.isReached ? attemptLimit.failure : undefined);
    if (failure || attemptLimit.isReached) {
      throw (
        failure ??
        this.failureFor(
          t('It sends you to sign in again and again.'),
          t('Whoever runs the server has to look into it.'),
        )
      );
    }
  }

  /**
   * The scopes to request. Throws HostError if all scopes that the server demands were requested before.
   * @param granted The scopes of the present grant. @param asks True if the user has to sign in for them.
   */
  scopesToRequest(challenge: Challenge, granted: readonly string[], asks: boolean): readonly string[] {
    const scopes = scopesToRequest(challenge, this.#options.settings, granted, this.#scopes);
    if (scopes) {
      return scopes;
    }
    const list = inOneLine(challenge.scopes.join(' '), 200);
    throw this.failureFor(
      list
        ? t('It refuses this for want of permissions that were already asked for: {0}.', list)
        : t('It refuses this for want of permissions, and does not say which.'),
      asks
        ? t('Sign in as somebody who may do this, or ask whoever runs the server.')
        : t('Ask whoever runs the server to allow this.'),
    );
  }

  addRequestedScopes(...scopes: readonly (readonly string[])[]): void {
    this.#scopes = computeScopeUnion(this.#scopes, ...scopes.map((some) => some.join(' ')));
  }

  /** `undefined`: the last attempt did not fail because of authorization. */
  setFailure(failure: HostError | undefined): void {
    this.#failure = failure;
  }

  failureFor(why: string, remedy: string): HostError {
    const { server, settings } = this.#options;
    return new HostError({ name: 'AuthorizationFailed', summary: `${needOf(server, settings)} ${why}`, remedy });
  }
}
