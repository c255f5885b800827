import type { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { initialInputs } from '#test/host/initialInputs.ts';

/**
 * Answers every request of the inbox: submits each form with its initial values, and declines each URL. As in the panel, the
 * inputs are checked by the validator before the inbox gets the answer.
 */
export function answerEverything(inbox: Inbox, validator: AnswerValidator): void {
  inbox.onDidArrive((request) => {
    void decisionOn(request, validator).then((decision) => inbox.decide(request.id, decision));
  });
}

async function decisionOn(request: ElicitationRequest, validator: AnswerValidator): Promise<Decision> {
  if (request.mode === 'url') {
    return { action: 'decline' };
  }
  const answer = await validator.validate(
    { form: request.form, owner: request.server.id },
    initialInputs(request.form),
  );
  // A form whose initial values are invalid is cancelled.
  return answer.ok ? { action: 'accept', content: answer.content } : { action: 'cancel' };
}
