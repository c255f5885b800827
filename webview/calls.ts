import type { RunningCall } from '../src/bridge/messages.ts';
import { inOneLine } from '../src/form/text.ts';
import { el } from './dom.ts';
import type { Post } from './host.ts';
import { KeyedList } from './keyedList.ts';
import { quoted, serverName } from './screens/attribution.ts';
import { button, progressRing } from './toolkit.ts';
import { doingText, progressText } from './words.ts';

/** The calls in flight, each with its progress and a way to cancel it. */
export function drawCalls(post: Post): KeyedList<RunningCall> {
  return new KeyedList(el('ul', { class: 'calls', 'aria-label': 'Running calls' }), (call: RunningCall) => {
    const name = `${inOneLine(call.server.name, 80)}, ${doingText(call.target.kind)} ${inOneLine(call.target.name)}`;
    const ring = progressRing();
    const bar = el('progress', { 'aria-label': name });
    const text = el('p', { class: 'call-progress' });
    const update = ({ progress }: RunningCall) => {
      const known = progress?.total !== undefined && progress.total > 0;
      ring.hidden = known;
      bar.hidden = !known;
      if (known) {
        bar.max = progress.total ?? 1;
        bar.value = Math.max(0, Math.min(progress.progress, bar.max));
      }
      text.textContent = progressText(progress);
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
          bar,
          text,
        ),
        button('Cancel Call', 'secondary', () => post({ type: 'cancelCall', call: call.id })),
      ),
      update,
    };
  });
}
