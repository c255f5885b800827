import { t } from '@vscode/l10n';
import type { HeldCall } from '#bridge/messages.ts';
import { inBlock, inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { quoted, serverName } from '#webview/shell/attribution.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { Elapsed } from '#webview/shell/elapsed.ts';
import type { Post } from '#webview/shell/host.ts';
import { icon } from '#webview/shell/icons.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import { ProgressView } from '#webview/shell/progress.ts';
import { scrolling } from '#webview/shell/scrolling.ts';
import { attemptsText, callText, heldText, stopsText } from '#webview/shell/words.ts';
import { addressText, siteText } from '#webview/url/address.ts';
import { drawAddress } from '#webview/url/urlView.ts';

/** A card appears by itself, and may take the keyboard. In milliseconds. */
const QUIET = 500;

/** The calls that wait for opened pages or for the person's word, each with what it waits for and a way on. */
export function drawHolds(post: Post): KeyedList<HeldCall> {
  return new KeyedList(el('ul', { class: 'calls', 'aria-label': t('Calls that wait for you') }), (hold: HeldCall) =>
    drawHold(hold, post),
  );
}

function drawHold(hold: HeldCall, post: Post): KeyedItem<HeldCall> {
  // Where no call is known there is nothing that could go on: only the card goes away.
  const goesOn = hold.resends || hold.call !== undefined;
  const go: Action = {
    label: goLabel(hold, goesOn),
    look: 'primary',
    decides: true,
    run: () => post({ type: 'continueHold', hold: hold.id }),
  };
  const stop: Action = {
    label: hold.call ? t('Stop the Call') : t('Stop'),
    look: 'secondary',
    decides: false,
    run: () => post({ type: 'stopHold', hold: hold.id }),
  };
  const bar = new ActionBar([go, stop], { quietFor: QUIET, place: 'card' });
  bar.setHidden(stop, !goesOn);
  const visits = drawVisits(hold.id, post);
  const elapsed = new Elapsed();
  const stops = el('p', { class: 'hint' });
  const progress = new ProgressView(inOneLine(hold.call?.name ?? hold.server.name));
  const what = el('p');
  const attempts = el('p', { class: 'call-progress' });
  let trying = false;
  const update = (newer: HeldCall) => {
    what.replaceChildren(...heldText<Node | string>(newer, whoHolds(newer)));
    attempts.textContent = attemptsText(newer) ?? '';
    elapsed.show(newer.elapsed);
    stops.textContent = stopsText(newer.waiting) ?? '';
    progress.show(newer.progress);
    visits.show(
      newer.visits.map((visit, index) => ({ ...visit, id: `${index} ${addressText(visit.address)}`, index })),
    );
    if (trying !== newer.trying) {
      trying = newer.trying;
      bar.setBusy(trying ? t('Asking the server again…') : undefined);
    }
  };
  update(hold);
  return {
    element: el(
      'li',
      { class: 'call hold' },
      what,
      visits.element,
      attempts,
      progress.bar,
      el('div', { class: 'call-state' }, elapsed.element, progress.text),
      stops,
      bar.element,
    ),
    update,
    focus: () => bar.focus(go),
    quieten: (ms) => bar.quieten(ms),
    dispose: () => {
      bar.dispose();
      elapsed.dispose();
    },
  };
}

/** The server, and which of its calls. */
function whoHolds({ server, call }: HeldCall): Node {
  return call
    ? el('span', {}, ...callText<Node | string>(call.kind, serverName(server), quoted(call.name)))
    : serverName(server);
}

function goLabel({ visits, withheld }: HeldCall, goesOn: boolean): string {
  if (withheld) {
    return t('Allow');
  }
  if (visits.length === 0) {
    return t('Continue');
  }
  return goesOn ? t("I'm done: continue") : t('Put Away');
}

type ListedVisit = HeldCall['visits'][number] & { readonly id: string; readonly index: number };

/** The pages, each with its address whole. */
function drawVisits(hold: string, post: Post): KeyedList<ListedVisit> {
  return new KeyedList(el('ul', { class: 'visits' }), (visit: ListedVisit) => {
    const { index, address, message } = visit;
    const press = (label: string, name: string, type: 'reopenVisit' | 'copyVisit') => {
      const element = button(label, 'secondary', () => post({ type, hold, visit: index }));
      element.ariaLabel = name;
      return element;
    };
    const site = siteText(address);
    const state = el('p', { class: 'visit-state' });
    const update = ({ done }: ListedVisit) => {
      state.replaceChildren(icon(done ? 'check' : 'dot'), done ? t('Done') : t('Not done yet'));
    };
    update(visit);
    return {
      element: el(
        'li',
        { class: 'visit' },
        message.trim()
          ? scrolling(
              el('p', { class: 'visit-message', dir: 'auto' }, inBlock(message, 500)),
              t('What the server says'),
            )
          : undefined,
        drawAddress(address),
        el(
          'div',
          { class: 'visit-row' },
          state,
          press(t('Reopen'), t('Reopen: {0}', site), 'reopenVisit'),
          press(t('Copy URL'), t('Copy URL: {0}', site), 'copyVisit'),
        ),
      ),
      update,
    };
  });
}
