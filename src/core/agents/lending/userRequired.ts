import { ConsentRequired } from '#core/authorization/unencryptedConsent.ts';
import { HostError } from '#core/common/errors.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { lentTexts } from './lentTexts.ts';

/** The error of what cannot be done without asking the user, who must not be asked now: for an agreement, an input or a sign-in. */
export class UserRequired extends HostError {
  constructor(server: string) {
    super({ name: 'UserRequired', summary: lentTexts.needsUser(server) });
  }
}

/** True if a request has failed because the user has to sign in or to agree, and must not be asked for it. */
export function isForUser(error: unknown, mayAsk: boolean): boolean {
  return !mayAsk && (error instanceof ConsentRequired || (error instanceof SendFailure && error.requiresAuthorization));
}
