import type { Inbox } from '../../src/core/inbox/inbox.ts';
import type { Judge } from '../../src/core/inbox/judge.ts';
import type { Decision, ElicitationRequest } from '../../src/core/inbox/request.ts';
import { initialInputs } from '../../src/form/inputs.ts';

/**
 * Sits in front of the inbox as a person would, without a screen: presses Submit on every form as it stands, and
 * declines to open pages. What is submitted goes the way of the panel: inputs, judge, inbox.
 */
export function answerEverything(inbox: Inbox, judge: Judge): void {
  inbox.onDidArrive((request) => {
    void decisionOn(request, judge).then((decision) => inbox.decide(request.id, decision));
  });
}

async function decisionOn(request: ElicitationRequest, judge: Judge): Promise<Decision> {
  if (request.mode === 'url') {
    return { action: 'decline' };
  }
  const answer = await judge.answer({ form: request.form, owner: request.server.id }, initialInputs(request.form));
  // A form that cannot be submitted as it stands is closed, as a person who knows no better would.
  return answer.ok ? { action: 'accept', content: answer.content } : { action: 'cancel' };
}
