import { computeScopeUnion } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { needOf } from '#core/authorization/oauth/authorizationFailure.ts';
import type { AuthorizationChallenge } from '#core/authorization/oauth/challenge.ts';
import { scopesToRequest } from '#core/authorization/oauth/scopes.ts';
import { HostError } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import type { SignInAttemptLimit } from './signInAttemptLimit.ts';

interface AttemptHistoryOptions {
  /** The configured name. */
  readonly server: string;
  readonly settings: OAuthSettings;
  readonly attemptLimit: SignInAttemptLimit;
}

/** The failed sign-ins and the requested scopes of one run. Decides which sign-ins and scopes may be requested again. */
export class AttemptHistory {
  readonly #options: AttemptHistoryOptions;
  /** The failure of the last attempt, while no other attempt is allowed. */
  #failure: HostError | undefined;
  /** Scopes that were requested, separated by spaces. */
  #scopes: string | undefined;

  constructor(options: AttemptHistoryOptions) {
    this.#options = options;
  }

  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** Allows another attempt: called when a call begins or the user starts the server. See also `SignInAttemptLimit`. */
  reset(origin: CallOrigin): void {
    this.#failure = undefined;
    if (origin === 'user') {
      this.#scopes = undefined;
    }
  }

  /** Throws HostError if the user must not be asked to sign in. */
  checkMayAsk(): void {
    const { attemptLimit } = this.#options;
    const failure = this.#failure ?? (attemptLimit.isReached ? attemptLimit.failure : undefined);
    if (failure || attemptLimit.isReached) {
      throw failure ?? this.failureFor(t('It keeps asking you to sign in.'), t('Contact the operator of the server.'));
    }
  }

  /**
   * The scopes to request. Throws HostError if all scopes that the server demands were requested before.
   * @param grantedScopes The scopes of the present grant. @param asksUser True if the user has to sign in for the scopes.
   */
  scopesToRequest(
    challenge: AuthorizationChallenge,
    grantedScopes: readonly string[],
    asksUser: boolean,
  ): readonly string[] {
    const scopes = scopesToRequest(challenge, this.#options.settings, grantedScopes, this.#scopes);
    if (scopes) {
      return scopes;
    }
    const list = inOneLine(challenge.scopes.join(' '), 200);
    throw this.failureFor(
      list
        ? t('It refuses this because of missing permissions, which were already requested: {0}.', list)
        : t('It refuses this because of missing permissions, and does not say which.'),
      asksUser
        ? t('Sign in as somebody who may do this, or ask the operator of the server.')
        : t('Ask the operator of the server to allow this.'),
    );
  }

  addRequestedScopes(...scopes: readonly (readonly string[])[]): void {
    this.#scopes = computeScopeUnion(this.#scopes, ...scopes.map((list) => list.join(' ')));
  }

  /** Sets the failure of the last attempt. `undefined`: the attempt succeeded, was aborted, or failed for another reason. */
  setFailure(failure: HostError | undefined): void {
    this.#failure = failure;
  }

  failureFor(reason: string, remedy: string): HostError {
    const { server, settings } = this.#options;
    return new HostError({
      name: 'AuthorizationFailed',
      summary: paragraph([needOf(server, settings), reason]),
      remedy,
    });
  }
}
