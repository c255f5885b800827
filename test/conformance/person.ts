import type { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { initialInputs } from '#form/formInputs.ts';

/**
 * Sits in front of the inbox as a person would, without a screen: presses Submit on every form as it stands, and
 * declines to open pages. What is submitted goes the way of the panel: inputs, judge, inbox.
 */
export function answerEverything(inbox: Inbox, judge: AnswerValidator): void {
  inbox.onDidArrive((request) => {
    void decisionOn(request, judge).then((decision) => inbox.decide(request.id, decision));
  });
}

async function decisionOn(request: ElicitationRequest, judge: AnswerValidator): Promise<Decision> {
  if (request.mode === 'url') {
    return { action: 'decline' };
  }
  const answer = await judge.answer({ form: request.form, owner: request.server.id }, initialInputs(request.form));
  // A form that cannot be submitted as it stands is closed, as a person who knows no better would.
  return answer.ok ? { action: 'accept', content: answer.content } : { action: 'cancel' };
}
