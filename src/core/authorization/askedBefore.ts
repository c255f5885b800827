import { computeScopeUnion } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import type { Challenge } from '#core/authorization/oauth/challenge.ts';
import { wantOf } from '#core/authorization/oauth/failures.ts';
import { scopesToAsk } from '#core/authorization/oauth/scopes.ts';
import { HostError } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';
import type { SignInAttemptLimit } from './signInAttemptLimit.ts';

interface AskedBeforeParts {
  /** The configured name. */
  readonly server: string;
  readonly settings: OAuthSettings;
  readonly patience: SignInAttemptLimit;
}

/** What was asked of the user and the authorization server for one launch: it decides what may be asked again. */
export class AskedBefore {
  readonly #parts: AskedBeforeParts;
  /** What came of the last sign-in. Nothing that runs in the background asks again. */
  #failure: HostError | undefined;
  /** Scopes that were asked for, separated by spaces. */
  #scopes: string | undefined;

  constructor(parts: AskedBeforeParts) {
    this.#parts = parts;
  }

  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** A call begins, or the user starts the server: what has failed may be tried again. See `Patience` as well. */
  renew(origin: CallOrigin): void {
    this.#failure = undefined;
    if (origin === 'person') {
      this.#scopes = undefined;
    }
  }

  /** Throws HostError when the user is not to be asked to sign in. */
  checkPatience(): void {
    const { patience } = this.#parts;
    const failure = this.#failure ?? (patience.isOver ? patience.failure : undefined);
    if (failure || patience.isOver) {
      throw (
        failure ??
        this.failed(t('It sends you to sign in again and again.'), t('Whoever runs the server has to look into it.'))
      );
    }
  }

  /**
   * The scopes to ask for now. Throws HostError when all that the server wants was asked for already.
   * @param granted Those of the grant that there is. @param asks The user signs in for it.
   */
  scopesFor(challenge: Challenge, granted: readonly string[], asks: boolean): readonly string[] {
    const scopes = scopesToAsk(challenge, this.#parts.settings, granted, this.#scopes);
    if (scopes) {
      return scopes;
    }
    const list = inOneLine(challenge.scopes.join(' '), 200);
    throw this.failed(
      list
        ? t('It refuses this for want of permissions that were already asked for: {0}.', list)
        : t('It refuses this for want of permissions, and does not say which.'),
      asks
        ? t('Sign in as somebody who may do this, or ask whoever runs the server.')
        : t('Ask whoever runs the server to allow this.'),
    );
  }

  succeeded(...scopes: readonly (readonly string[])[]): void {
    this.#scopes = computeScopeUnion(this.#scopes, ...scopes.map((some) => some.join(' ')));
  }

  /** `undefined`: what happened is no failure of signing in. */
  cameToNothing(failure: HostError | undefined): void {
    this.#failure = failure;
  }

  failed(why: string, remedy: string): HostError {
    const { server, settings } = this.#parts;
    return new HostError({ name: 'AuthorizationFailed', summary: `${wantOf(server, settings)} ${why}`, remedy });
  }
}
