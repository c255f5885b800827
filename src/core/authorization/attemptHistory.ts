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

/** What was asked of the user and the authorization server for one launch: it decides what may be asked again. */
export class AttemptHistory {
  readonly #options: AttemptHistoryOptions;
  /** What came of the last sign-in. Nothing that runs in the background asks again. */
  #failure: HostError | undefined;
  /** Scopes that were asked for, separated by spaces. */
  #scopes: string | undefined;

  constructor(options: AttemptHistoryOptions) {
    this.#options = options;
  }

  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** A call begins, or the user starts the server: what has failed may be tried again. See `Patience` as well. */
  reset(origin: CallOrigin): void {
    this.#failure = undefined;
    if (origin === 'person') {
      this.#scopes = undefined;
    }
  }

  /** Throws HostError when the user is not to be asked to sign in. */
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
   * The scopes to ask for now. Throws HostError when all that the server wants was asked for already.
   * @param granted Those of the grant that there is. @param asks The user signs in for it.
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

  /** `undefined`: what happened is no failure of signing in. */
  setFailure(failure: HostError | undefined): void {
    this.#failure = failure;
  }

  failureFor(why: string, remedy: string): HostError {
    const { server, settings } = this.#options;
    return new HostError({ name: 'AuthorizationFailed', summary: `${needOf(server, settings)} ${why}`, remedy });
  }
}
