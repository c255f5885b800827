import type { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { initialInputs } from '#test/host/initialInputs.ts';

/**
 * Answers every request of the inbox: submits each form, and declines each URL. As in the panel, the inputs are checked by the
 * validator before the inbox gets the answer.
 * @param inputsFor what the user enters
 */
export function answerEverything(inbox: Inbox, validator: AnswerValidator, inputsFor = initialInputs): void {
  inbox.onDidArrive((request) => {
    void decisionOn(request, validator, inputsFor).then((decision) => inbox.decide(request.id, decision));
  });
}

async function decisionOn(
  request: ElicitationRequest,
  validator: AnswerValidator,
  inputsFor: typeof initialInputs,
): Promise<Decision> {
  if (request.mode === 'url') {
    return { action: 'decline' };
  }
  const { form, server } = request;
  const answer = await validator.validate({ form, owner: server.id }, inputsFor(form));
  // A form whose values are invalid is cancelled.
  return answer.ok ? { action: 'accept', content: answer.content } : { action: 'cancel' };
}
