import { t } from '@vscode/l10n';
import type { RunningCall } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { quoted, serverName } from '#webview/shell/attribution.ts';
import { button, progressRing } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { Elapsed } from '#webview/shell/elapsed.ts';
import type { Post } from '#webview/shell/host.ts';
import { KeyedList } from '#webview/shell/keyedList.ts';
import { ProgressView } from '#webview/shell/progress.ts';
import { runningText, stopName, stopsText } from '#webview/shell/words.ts';

/** The calls in flight, each with its progress and the one way to stop it and all that it asks. */
export function drawCalls(post: Post): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'calls', 'aria-label': t('Running calls') }), (call: RunningCall) => {
    const name = runningText(call.target.kind, inOneLine(call.server.name, 80), inOneLine(call.target.name)).join('');
    const ring = progressRing();
    const view = new ProgressView(name);
    const elapsed = new Elapsed();
    const stop = button(t('Stop the Call'), 'secondary', () => post({ type: 'stopCall', call: call.id }));
    const stops = el('p', { class: 'hint call-stops' });
    const update = ({ progress, elapsed: ms, waiting }: RunningCall) => {
      view.show(progress);
      ring.hidden = view.isKnown;
      elapsed.show(ms);
      const text = stopsText(waiting);
      stops.textContent = text ?? '';
      stops.hidden = text === undefined;
      stop.ariaLabel = stopName(waiting);
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
            ...runningText<Node | string>(call.target.kind, serverName(call.server), quoted(call.target.name)),
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
