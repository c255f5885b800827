import { t } from '@vscode/l10n';
import type { ShownSuspendedCall } from '#bridge/messages.ts';
import { inBlock, inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { quotedName, serverName } from '#webview/shell/attribution.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { scrollable } from '#webview/shell/scrolling.ts';
import { addressText, siteText } from '#webview/url/addressText.ts';
import { drawAddress } from '#webview/url/addressView.ts';
import { CallProgress, ElapsedTime } from './callProgress.ts';
import { attemptsText, callSubjectText, stopConsequenceText, suspendedText } from './messages.ts';

/** A card appears by itself, and may take the keyboard. In milliseconds. */
const QUIET = 500;

/** The calls that wait for opened pages or for the person's word, each with what it waits for and a way on. */
export function drawSuspendedCalls(post: PostToExtension): KeyedList<ShownSuspendedCall> {
  return new KeyedList(
    el('ul', { class: 'calls', 'aria-label': t('Calls that wait for you') }),
    (hold: ShownSuspendedCall) => drawSuspendedCall(hold, post),
  );
}

function drawSuspendedCall(hold: ShownSuspendedCall, post: PostToExtension): KeyedItem<ShownSuspendedCall> {
  // Where no call is known there is nothing that could go on: only the card goes away.
  const goesOn = hold.retriesCall || hold.call !== undefined;
  const go: Action = {
    label: continueLabel(hold, goesOn),
    appearance: 'primary',
    decides: true,
    run: () => post({ type: 'resumeSuspendedCall', suspendedCall: hold.id }),
  };
  const stop: Action = {
    label: hold.call ? t('Stop the Call') : t('Stop'),
    appearance: 'secondary',
    decides: false,
    run: () => post({ type: 'stopSuspendedCall', suspendedCall: hold.id }),
  };
  const bar = new ActionBar([go, stop], { ignoreInputMs: QUIET, place: 'card' });
  bar.setHidden(stop, !goesOn);
  const visits = drawOpenedPages(hold.id, post);
  const elapsed = new ElapsedTime();
  const stops = el('p', { class: 'hint' });
  const progress = new CallProgress(inOneLine(hold.call?.name ?? hold.server.name));
  const what = el('p');
  const attempts = el('p', { class: 'call-progress' });
  let trying = false;
  const update = (newer: ShownSuspendedCall) => {
    what.replaceChildren(...suspendedText<Node | string>(newer, callSubject(newer)));
    attempts.textContent = attemptsText(newer) ?? '';
    elapsed.show(newer.elapsed);
    stops.textContent = stopConsequenceText(newer.waiting) ?? '';
    progress.show(newer.progress);
    visits.show(
      newer.openedPages.map((visit, index) => ({ ...visit, id: `${index} ${addressText(visit.address)}`, index })),
    );
    if (trying !== newer.retrying) {
      trying = newer.retrying;
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
function callSubject({ server, call }: ShownSuspendedCall): Node {
  return call
    ? el('span', {}, ...callSubjectText<Node | string>(call.kind, serverName(server), quotedName(call.name)))
    : serverName(server);
}

function continueLabel({ openedPages: visits, withheld }: ShownSuspendedCall, goesOn: boolean): string {
  if (withheld) {
    return t('Allow');
  }
  if (visits.length === 0) {
    return t('Continue');
  }
  return goesOn ? t("I'm done: continue") : t('Put Away');
}

type ListedPage = ShownSuspendedCall['openedPages'][number] & { readonly id: string; readonly index: number };

/** The pages, each with its address whole. */
function drawOpenedPages(hold: string, post: PostToExtension): KeyedList<ListedPage> {
  return new KeyedList(el('ul', { class: 'visits' }), (visit: ListedPage) => {
    const { index, address, message } = visit;
    const press = (label: string, name: string, type: 'reopenPage' | 'copyPageUrl') => {
      const element = button(label, 'secondary', () => post({ type, suspendedCall: hold, page: index }));
      element.ariaLabel = name;
      return element;
    };
    const site = siteText(address);
    const state = el('p', { class: 'visit-state' });
    const update = ({ done }: ListedPage) => {
      state.replaceChildren(icon(done ? 'check' : 'dot'), done ? t('Done') : t('Not done yet'));
    };
    update(visit);
    return {
      element: el(
        'li',
        { class: 'visit' },
        message.trim()
          ? scrollable(
              el('p', { class: 'visit-message', dir: 'auto' }, inBlock(message, 500)),
              t('What the server says'),
            )
          : undefined,
        drawAddress(address),
        el(
          'div',
          { class: 'visit-row' },
          state,
          press(t('Reopen'), t('Reopen: {0}', site), 'reopenPage'),
          press(t('Copy URL'), t('Copy URL: {0}', site), 'copyPageUrl'),
        ),
      ),
      update,
    };
  });
}
