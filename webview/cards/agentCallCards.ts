import { t } from '@vscode/l10n';
import type { RunningCall } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { ignoreInputMs } from '#webview/shell/presses/inputPause.ts';
import { agentStateText, askedText } from './agentTexts.ts';
import { ElapsedTime } from './callProgress.ts';

/** One line for each call for which its agent has stopped waiting, or waits again, with the button that ends what nobody waits for. */
export function drawAgentCalls(post: PostToExtension): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'cards', 'aria-label': t('Agents that wait') }), (call: RunningCall) => {
    const name = inOneLine(call.target.name, 80);
    const text = el('p', { title: name });
    const asked = new ElapsedTime(askedText);
    const dismiss: Action = {
      label: t({ message: 'Dismiss', comment: 'a call' }),
      appearance: 'secondary',
      unavailableWhileBusy: false,
      run: () => post({ type: 'stopCall', call: call.id }),
    };
    const actionBar = new ActionBar([dismiss], { place: 'card' });
    setAttributes(actionBar.button(dismiss) ?? actionBar.element, {
      title: t('Ends the call. Your answer is not sent.'),
      'aria-description': name,
    });
    let canDismiss = false;
    const update = (newer: RunningCall) => {
      text.textContent = agentStateText(newer);
      asked.show(newer.elapsed);
      const couldDismiss = canDismiss;
      canDismiss = newer.agent?.state === 'parked';
      if (!canDismiss && document.activeElement && actionBar.element.contains(document.activeElement)) {
        // At once, and not when the page is drawn: the panel then moves the focus.
        actionBar.button(dismiss)?.blur();
      }
      actionBar.element.hidden = !canDismiss;
      if (canDismiss && !couldDismiss) {
        actionBar.ignoreInput(ignoreInputMs);
      }
    };
    update(call);
    return {
      element: el(
        'li',
        { class: 'card line-card' },
        icon('info'),
        el('div', { class: 'agent-text' }, text, ' ', asked.element),
        actionBar.element,
      ),
      update,
      dispose: () => {
        actionBar.dispose();
        asked.dispose();
      },
    };
  });
}
