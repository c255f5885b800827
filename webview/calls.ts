import { t } from '@vscode/l10n';
import type { RunningCall } from '../src/bridge/messages.ts';
import { inOneLine } from '../src/form/text.ts';
import { button, progressRing } from './buttons.ts';
import { el } from './dom.ts';
import { Elapsed } from './elapsed.ts';
import type { Post } from './host.ts';
import { KeyedList } from './keyedList.ts';
import { ProgressView } from './progress.ts';
import { quoted, serverName } from './screens/attribution.ts';
import { runningText, stopName, stopsText } from './words.ts';

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
