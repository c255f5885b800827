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

/** One card for each call in flight, with its progress and the only button that stops the call and its requests. */
export function drawRunningCalls(post: PostToExtension): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'cards', 'aria-label': t('Running calls') }), (call: RunningCall) => {
    const name = runningText(call.target.kind, inOneLine(call.server.name, 80), inOneLine(call.target.name)).join('');
    const ring = progressRing();
    const callProgress = new CallProgress(name);
    const elapsed = new ElapsedTime();
    const stopButton = button(t('Stop the Call'), 'secondary', () => post({ type: 'stopCall', call: call.id }));
    const consequence = el('p', { class: 'hint' });
    const update = ({ progress, elapsed: ms, waiting }: RunningCall) => {
      callProgress.show(progress);
      ring.hidden = callProgress.hasTotal;
      elapsed.show(ms);
      const text = stopConsequenceText(waiting);
      consequence.textContent = text ?? '';
      consequence.hidden = text === undefined;
      stopButton.ariaLabel = stopLabel(waiting);
    };
    update(call);
    return {
      element: el(
        'li',
        { class: 'card' },
        ring,
        el(
          'div',
          { class: 'call-text' },
          el(
            'p',
            {},
            ...runningText<Node | string>(call.target.kind, serverName(call.server), quotedName(call.target.name)),
          ),
          callProgress.bar,
          el('div', { class: 'call-state' }, elapsed.element, callProgress.text),
          consequence,
        ),
        stopButton,
      ),
      update,
      dispose: () => elapsed.dispose(),
    };
  });
}
