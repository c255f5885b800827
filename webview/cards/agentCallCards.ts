import { t } from '@vscode/l10n';
import type { RunningCall } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { agentStateText, askedText } from './agentTexts.ts';
import { ElapsedTime } from './callProgress.ts';

/** One line for each call for which its agent has stopped waiting, or waits again, with the button that ends what nobody waits for. */
export function drawAgentCalls(post: PostToExtension): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'cards', 'aria-label': t('Agents that wait') }), (call: RunningCall) => {
    const name = inOneLine(call.target.name, 80);
    const text = el('p', { class: 'agent-text', title: name });
    const asked = new ElapsedTime(askedText);
    const dismissButton = button(t('Dismiss'), 'secondary', () => post({ type: 'stopCall', call: call.id }));
    dismissButton.title = t('Ends the call. Your answer is not sent.');
    dismissButton.ariaDescription = name;
    const update = (newer: RunningCall) => {
      text.textContent = agentStateText(newer);
      asked.show(newer.elapsed);
      dismissButton.hidden = newer.agent?.state !== 'parked';
    };
    update(call);
    return {
      element: el('li', { class: 'card line-card' }, icon('info'), text, asked.element, dismissButton),
      update,
      dispose: () => asked.dispose(),
    };
  });
}
