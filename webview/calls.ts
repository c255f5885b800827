import type { RunningCall } from '../src/bridge/messages.ts';
import { inOneLine } from '../src/form/text.ts';
import { el } from './dom.ts';
import type { Post } from './host.ts';
import { KeyedList } from './keyedList.ts';
import { ProgressView } from './progress.ts';
import { quoted, serverName } from './screens/attribution.ts';
import { button, progressRing } from './toolkit.ts';
import { doingText } from './words.ts';

/** The calls in flight, each with its progress and a way to cancel it. */
export function drawCalls(post: Post): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'calls', 'aria-label': 'Running calls' }), (call: RunningCall) => {
    const name = `${inOneLine(call.server.name, 80)}, ${doingText(call.target.kind)} ${inOneLine(call.target.name)}`;
    const ring = progressRing();
    const view = new ProgressView(name);
    const update = ({ progress }: RunningCall) => {
      view.show(progress);
      ring.hidden = view.isKnown;
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
          el('p', {}, serverName(call.server), `: ${doingText(call.target.kind)} `, quoted(call.target.name)),
          view.bar,
          view.text,
        ),
        button('Cancel Call', 'secondary', () => post({ type: 'cancelCall', call: call.id })),
      ),
      update,
    };
  });
}
