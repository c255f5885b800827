import { t } from '@vscode/l10n';
import type { RunningCall } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { quotedName, serverName } from '#webview/shell/attributionView.ts';
import { button, progressRing } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { CallProgress, ElapsedTime } from './callProgress.ts';
import { runningText, stopConsequenceText, stopLabel } from './cardTexts.ts';

/** One line for each call in flight, with its progress and the only button that stops the call and its requests. */
export function drawRunningCalls(post: PostToExtension): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'cards', 'aria-label': t('Running calls') }), (call: RunningCall) => {
    const name = runningText(call.target.kind, inOneLine(call.server.name, 80), inOneLine(call.target.name)).join('');
    const ring = progressRing();
    const callProgress = new CallProgress(name);
    const elapsed = new ElapsedTime();
    const waitingText = el('p', { class: 'call-progress' }, t('Waiting for your answer'));
    const stopButton = button(t('Stop'), 'secondary', () => post({ type: 'stopCall', call: call.id }));
    stopButton.ariaDescription = name;
    const update = ({ progress, elapsed: ms, waiting }: RunningCall) => {
      callProgress.show(progress);
      const waitsForUser = waiting > 0;
      ring.hidden = callProgress.hasTotal || waitsForUser;
      waitingText.hidden = !waitsForUser;
      elapsed.show(waitsForUser ? undefined : ms);
      stopButton.ariaLabel = stopLabel(waiting);
      stopButton.title = stopConsequenceText(waiting) ?? '';
    };
    update(call);
    return {
      element: el(
        'li',
        { class: 'card line-card' },
        ring,
        callProgress.bar,
        el(
          'p',
          { class: 'call-text', title: name },
          ...runningText<Node | string>(call.target.kind, serverName(call.server), quotedName(call.target.name)),
        ),
        el('div', { class: 'line-state' }, elapsed.element, waitingText, callProgress.text),
        stopButton,
      ),
      update,
      dispose: () => elapsed.dispose(),
    };
  });
}
