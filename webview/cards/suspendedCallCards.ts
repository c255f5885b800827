import { t } from '@vscode/l10n';
import type { ShownSuspendedCall } from '#bridge/messages.ts';
import { inBlock, inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { quotedName, serverName } from '#webview/shell/attributionView.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { ignoreInputMs } from '#webview/shell/presses/inputPause.ts';
import { scrollable } from '#webview/shell/scrolling.ts';
import { siteText, urlText } from '#webview/url/urlText.ts';
import { drawUrl } from '#webview/url/urlView.ts';
import { CallProgress, ElapsedTime } from './callProgress.ts';
import { attemptsText, callSubjectText, stopConsequenceText, suspendedText } from './cardTexts.ts';

/** One card for each suspended call, with the reason why it is suspended and a button to continue. */
export function drawSuspendedCalls(post: PostToExtension): KeyedList<ShownSuspendedCall> {
  return new KeyedList(
    el('ul', { class: 'cards', 'aria-label': t('Calls that wait for you') }),
    (suspended: ShownSuspendedCall) => drawSuspendedCall(suspended, post),
  );
}

function drawSuspendedCall(suspended: ShownSuspendedCall, post: PostToExtension): KeyedItem<ShownSuspendedCall> {
  // If the call is unknown, it cannot continue, and the button only removes the card.
  const canContinue = suspended.retriesCall || suspended.call !== undefined;
  const resume: Action = {
    label: continueLabel(suspended, canContinue),
    appearance: 'primary',
    unavailableWhileBusy: true,
    ...(suspended.answersRequest && { note: t('Tells the server that you agreed to open the page.') }),
    run: () => post({ type: 'resumeSuspendedCall', suspendedCall: suspended.id }),
  };
  const stop: Action = {
    label: suspended.call ? t('Stop the Call') : t('Stop'),
    appearance: 'secondary',
    unavailableWhileBusy: false,
    ...(suspended.answersRequest && { note: t('Tells the server that you did not decide. It gets no answers.') }),
    run: () => post({ type: 'stopSuspendedCall', suspendedCall: suspended.id }),
  };
  const actionBar = new ActionBar([resume, stop], { ignoreInputMs, place: 'card' });
  actionBar.setHidden(stop, !canContinue);
  const pages = drawOpenedPages(suspended.id, post);
  const elapsed = new ElapsedTime();
  const consequence = el('p', { class: 'hint' });
  const progress = new CallProgress(inOneLine(suspended.call?.name ?? suspended.server.name));
  const reason = el('p', { class: 'call-reason' });
  const attempts = el('p', { class: 'call-progress', 'aria-live': 'polite' });
  let isRetrying = false;
  const update = (newer: ShownSuspendedCall) => {
    reason.replaceChildren(...suspendedText<Node | string>(newer, callSubject(newer)));
    attempts.textContent = attemptsText(newer) ?? '';
    // Otherwise the call does not run: it waits for the user.
    elapsed.show(newer.retrying ? newer.elapsed : undefined);
    consequence.textContent = stopConsequenceText(newer.waiting) ?? '';
    progress.show(newer.progress);
    pages.show(newer.openedPages.map((page, index) => ({ ...page, id: `${index} ${urlText(page.url)}`, index })));
    if (isRetrying !== newer.retrying) {
      isRetrying = newer.retrying;
      actionBar.setBusy(isRetrying ? t('Asking the server again…') : undefined);
    }
  };
  update(suspended);
  return {
    element: el(
      'li',
      { class: 'card column-card' },
      reason,
      pages.element,
      attempts,
      progress.bar,
      el('div', { class: 'call-state' }, elapsed.element, progress.text),
      consequence,
      answerHint(suspended),
      actionBar.element,
    ),
    update,
    focus: () => actionBar.focus(resume),
    ignoreInput: (ms) => actionBar.ignoreInput(ms),
    dispose: () => {
      actionBar.dispose();
      elapsed.dispose();
    },
  };
}

/** The server and, if the call is known, its target: the subject of the card's sentence. */
function callSubject({ server, call }: ShownSuspendedCall): Node {
  return call
    ? el('span', {}, ...callSubjectText<Node | string>(call.kind, serverName(server), quotedName(call.name)))
    : serverName(server);
}

/** Explains the buttons where they reply to the server. */
function answerHint({ answersRequest }: ShownSuspendedCall): HTMLElement | undefined {
  return answersRequest
    ? el(
        'p',
        { class: 'hint' },
        t(
          'The server does not know yet that you agreed. “{0}” tells it so: choose it when you are done with the page. “{1}” tells it that you did not decide.',
          t('Continue'),
          t('Stop'),
        ),
      )
    : undefined;
}

function continueLabel({ openedPages, withheld }: ShownSuspendedCall, canContinue: boolean): string {
  if (withheld) {
    return t('Allow');
  }
  if (openedPages.length === 0) {
    return t('Continue');
  }
  return canContinue ? t('Continue') : t('Dismiss');
}

type OpenedPageItem = ShownSuspendedCall['openedPages'][number] & { readonly id: string; readonly index: number };

/** The opened pages, each with its whole URL. */
function drawOpenedPages(suspendedCall: string, post: PostToExtension): KeyedList<OpenedPageItem> {
  return new KeyedList(el('ul', { class: 'opened-pages' }), (page: OpenedPageItem) => {
    const { index, url, message } = page;
    const pageButton = (label: string, accessibleName: string, type: 'reopenPage' | 'copyPageUrl') => {
      const element = button(label, 'secondary', () => post({ type, suspendedCall, page: index }));
      element.ariaLabel = accessibleName;
      return element;
    };
    const site = siteText(url);
    const state = el('p', { class: 'opened-page-state' });
    const update = ({ done }: OpenedPageItem) => {
      state.replaceChildren(
        icon(done ? 'check' : 'dot'),
        done ? t({ message: 'Done', comment: 'the page' }) : t('Not done yet'),
      );
    };
    update(page);
    return {
      element: el(
        'li',
        { class: 'opened-page' },
        message.trim()
          ? scrollable(
              el('p', { class: 'opened-page-message', dir: 'auto' }, inBlock(message, 500)),
              t('What the server says'),
            )
          : undefined,
        drawUrl(url),
        el(
          'div',
          { class: 'opened-page-row' },
          state,
          pageButton(t('Reopen'), t('Reopen: {0}', site), 'reopenPage'),
          pageButton(t('Copy URL'), t('Copy URL: {0}', site), 'copyPageUrl'),
        ),
      ),
      update,
    };
  });
}
