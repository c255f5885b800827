import { t } from '@vscode/l10n';
import type { RunningCall } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { quotedName, serverName } from '#webview/shell/attribution.ts';
import { button, progressRing } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { CallProgress, ElapsedTime } from './callProgress.ts';
import { runningText, stopConsequenceText, stopLabel } from './messages.ts';

/** One card for each call in flight, with its progress and the only button that stops it and its requests. */
export function drawRunningCalls(post: PostToExtension): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'calls', 'aria-label': t('Running calls') }), (call: RunningCall) => {
    const name = runningText(call.target.kind, inOneLine(call.server.name, 80), inOneLine(call.target.name)).join('');
    const ring = progressRing();
    const view = new CallProgress(name);
    const elapsed = new ElapsedTime();
    const stop = button(t('Stop the Call'), 'secondary', () => post({ type: 'stopCall', call: call.id }));
    const stops = el('p', { class: 'hint call-stops' });
    const update = ({ progress, elapsed: ms, waiting }: RunningCall) => {
      view.show(progress);
      ring.hidden = view.isKnown;
      elapsed.show(ms);
      const text = stopConsequenceText(waiting);
      stops.textContent = text ?? '';
      stops.hidden = text === undefined;
      stop.ariaLabel = stopLabel(waiting);
    };
    update(call);
    return {
      element: el(
        'li',
        { class: 'call' },
        ring,
        el(
          'div',
          { class: 'call-text' },
          el(
            'p',
            {},
            ...runningText<Node | string>(call.target.kind, serverName(call.server), quotedName(call.target.name)),
          ),
          view.bar,
          el('div', { class: 'call-state' }, elapsed.element, view.text),
          stops,
        ),
        stop,
      ),
      update,
      dispose: () => elapsed.dispose(),
    };
  });
}
