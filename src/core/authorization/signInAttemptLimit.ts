import type { HostError } from '#core/common/errors.ts';

/** The number of sign-ins between two actions of the user. */
const maxSignIns = 3;

/**
 * Limits how often programs and a server can make the host ask the user to sign in: three times over all runs of the
 * server. The count starts again after each action of the user.
 */
export class SignInAttemptLimit {
  #signIns = 0;
  #failure: HostError | undefined;

  get isReached(): boolean {
    return this.#signIns >= maxSignIns;
  }

  /** Why the last sign-in failed; `undefined` if it did not. */
  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** Counts a sign-in for which the user was asked. */
  add(failure: HostError | undefined): void {
    this.#signIns += 1;
    this.#failure = failure;
  }

  /** Starts the count again: after the user has started or called the server, and after the server has accepted a sign-in. */
  reset(): void {
    this.#signIns = 0;
    this.#failure = undefined;
  }
}
