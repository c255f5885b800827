import * as vscode from 'vscode';
import type { Disposable } from '../core/events.ts';
import type { Inbox } from '../core/inbox/inbox.ts';
import { isByProgram } from '../core/inbox/request.ts';
import { contextKeys } from './contributions.ts';

/** Ticks off the walkthrough's step about answering once the person has decided about a question. */
export function tickOffAnswering(inbox: Inbox): Disposable {
  const listening = inbox.onDidSettle(({ settlement }) => {
    if (settlement.kind === 'decided' && !isByProgram(settlement.decision)) {
      listening.dispose();
      void vscode.commands.executeCommand('setContext', contextKeys.answered, true);
    }
  });
  return listening;
}
