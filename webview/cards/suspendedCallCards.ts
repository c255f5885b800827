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
import { siteText, urlText } from '#webview/url/urlText.ts';
import { drawUrl } from '#webview/url/urlView.ts';
import { CallProgress, ElapsedTime } from './callProgress.ts';
import { attemptsText, callSubjectText, stopConsequenceText, suspendedText } from './messages.ts';

/** New cards ignore input for this time, because they appear by themselves and may take the focus. In milliseconds. */
const ignoreInputMs = 500;

/** One card for each suspended call, with what it waits for and a button to continue. */
export function drawSuspendedCalls(post: PostToExtension): KeyedList<ShownSuspendedCall> {
  return new KeyedList(
    el('ul', { class: 'calls', 'aria-label': t('Calls that wait for you') }),
    (suspended: ShownSuspendedCall) => drawSuspendedCall(suspended, post),
  );
}

function drawSuspendedCall(suspended: ShownSuspendedCall, post: PostToExtension): KeyedItem<ShownSuspendedCall> {
  // Without a known call nothing can continue; the button only removes the card.
  const canContinue = suspended.retriesCall || suspended.call !== undefined;
  const resume: Action = {
    label: continueLabel(suspended, canContinue),
    appearance: 'primary',
    replies: true,
    run: () => post({ type: 'resumeSuspendedCall', suspendedCall: suspended.id }),
  };
  const stop: Action = {
    label: suspended.call ? t('Stop the Call') : t('Stop'),
    appearance: 'secondary',
    replies: false,
    run: () => post({ type: 'stopSuspendedCall', suspendedCall: suspended.id }),
  };
  const bar = new ActionBar([resume, stop], { ignoreInputMs, place: 'card' });
  bar.setHidden(stop, !canContinue);
  const pages = drawOpenedPages(suspended.id, post);
  const elapsed = new ElapsedTime();
  const stops = el('p', { class: 'hint' });
  const progress = new CallProgress(inOneLine(suspended.call?.name ?? suspended.server.name));
  const what = el('p');
  const attempts = el('p', { class: 'call-progress' });
  let isRetrying = false;
  const update = (newer: ShownSuspendedCall) => {
    what.replaceChildren(...suspendedText<Node | string>(newer, callSubject(newer)));
    attempts.textContent = attemptsText(newer) ?? '';
    elapsed.show(newer.elapsed);
    stops.textContent = stopConsequenceText(newer.waiting) ?? '';
    progress.show(newer.progress);
    pages.show(newer.openedPages.map((page, index) => ({ ...page, id: `${index} ${urlText(page.url)}`, index })));
    if (isRetrying !== newer.retrying) {
      isRetrying = newer.retrying;
      bar.setBusy(isRetrying ? t('Asking the server again…') : undefined);
    }
  };
  update(suspended);
  return {
    element: el(
      'li',
      { class: 'call hold' },
      what,
      pages.element,
      attempts,
      progress.bar,
      el('div', { class: 'call-state' }, elapsed.element, progress.text),
      stops,
      bar.element,
    ),
    update,
    focus: () => bar.focus(resume),
    ignoreInput: (ms) => bar.ignoreInput(ms),
    dispose: () => {
      bar.dispose();
      elapsed.dispose();
    },
  };
}

/** The server and, if known, its call. */
function callSubject({ server, call }: ShownSuspendedCall): Node {
  return call
    ? el('span', {}, ...callSubjectText<Node | string>(call.kind, serverName(server), quotedName(call.name)))
    : serverName(server);
}

function continueLabel({ openedPages, withheld }: ShownSuspendedCall, canContinue: boolean): string {
  if (withheld) {
    return t('Allow');
  }
  if (openedPages.length === 0) {
    return t('Continue');
  }
  return canContinue ? t("I'm done: continue") : t('Put Away');
}

type ListedPage = ShownSuspendedCall['openedPages'][number] & { readonly id: string; readonly index: number };

/** The opened pages, each with its whole URL. */
function drawOpenedPages(suspendedCall: string, post: PostToExtension): KeyedList<ListedPage> {
  return new KeyedList(el('ul', { class: 'visits' }), (page: ListedPage) => {
    const { index, url, message } = page;
    const press = (label: string, name: string, type: 'reopenPage' | 'copyPageUrl') => {
      const element = button(label, 'secondary', () => post({ type, suspendedCall, page: index }));
      element.ariaLabel = name;
      return element;
    };
    const site = siteText(url);
    const state = el('p', { class: 'visit-state' });
    const update = ({ done }: ListedPage) => {
      state.replaceChildren(icon(done ? 'check' : 'dot'), done ? t('Done') : t('Not done yet'));
    };
    update(page);
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
        drawUrl(url),
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
