import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { mainAppearance } from '#webview/shell/buttons.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { destructiveText, messageBlock, warningLine } from './elicitationElements.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';
import { moreAnswersText } from './screenTexts.ts';
import { drawAnswers } from './stepsView.ts';

type NotDelivered = ScreenOf<'notDelivered'>;

/** The screen of a reply that was not delivered, or whose delivery is unknown: the reason, the user's answers, and the actions. */
export function drawNotDeliveredScreen(screen: NotDelivered, post: PostToExtension): ScreenView {
  const send = (type: 'sendAgain' | 'runAgain' | 'cancel', text: string) => {
    actionBar.setBusy(text);
    post({ type, screen: screen.id });
  };
  const sendAgain: Action = {
    label: t('Send Again'),
    appearance: mainAppearance(screen.call?.isDestructive),
    unavailableWhileBusy: true,
    place: 'main',
    run: () => send('sendAgain', t('Sending…')),
  };
  const runAgain: Action = {
    label: t('Run Again With These Answers'),
    appearance: mainAppearance(screen.call?.isDestructive),
    unavailableWhileBusy: true,
    place: 'main',
    run: () => send('runAgain', t('Starting…')),
  };
  const leave: Action = {
    label: screen.hasCallEnded ? t('Close') : t('Stop'),
    appearance: 'secondary',
    unavailableWhileBusy: true,
    place: 'cancel',
    run: () => send('cancel', screen.hasCallEnded ? t('Closing…') : t('Stopping…')),
  };
  const retryActions =
    screen.hasCallEnded || screen.reason === 'moved' ? (screen.isCallKnown ? [runAgain] : []) : [sendAgain];
  const actionBar = new ActionBar([...retryActions, leave], { ignoreInputMs: screen.ignoreInputMs });
  if (retryActions.length > 0) {
    actionBar.addToLine(...definedOnly([warningLine(destructiveText(screen.call))]));
  }
  const heading = headingText(screen);
  const reason = reasonText(screen);
  const nextStep = nextStepText(screen);
  const frame = drawScreenFrame({
    heading: [heading],
    content: [
      el('p', {}, ...interpolate<Node | string>(t('Your answer to {0}'), serverName(screen.server))),
      el('div', { class: 'banner warning' }, icon('warning'), el('p', { class: 'banner-text' }, reason)),
      el('p', {}, nextStep),
      messageBlock(screen.message),
      drawYourAnswers(screen),
    ],
    bar: actionBar,
    ...(retryActions[0] && { submit: retryActions[0] }),
  });
  return { ...frame, announcement: definedOnly([inOneLine(screen.server.name, 80), heading, reason, nextStep]) };
}

function headingText({ state, status }: NotDelivered): string {
  if (state === 'unknown') {
    return t('It is not known whether the answer arrived');
  }
  return status === undefined ? t('The answer did not arrive') : t('The answer did not arrive ({0})', String(status));
}

function reasonText({ reason, state, status, retryAfter }: NotDelivered): string {
  switch (reason) {
    case 'http':
      return httpText(status, retryAfter);
    case 'signIn':
      return t('The server requires you to sign in, and signing in failed.');
    case 'notSent':
      return t('The server could not be reached, so nothing of the answer was sent.');
    case 'expired':
      return t('The server does not accept this answer any more. It may have come too late.');
    case 'noResult':
      return t('The connection broke before the server gave a result. It has probably read the answer.');
    case 'noResponse':
      return t('The reply does not come from an MCP server; a proxy may have sent it. The server may have the answer.');
    case 'serverEnded':
      return t('The server ended before it gave a result. It may have read the answer.');
    case 'stopped':
      return t('The call was stopped while the answer was sent.');
    case 'takenBack':
      return t('The server withdrew the question while the answer was sent.');
    case 'moved':
      return t('Another window asks this now, so nothing of the answer was sent.');
    case 'broken':
      return state === 'unknown'
        ? t('The connection broke while the answer was sent. The server may have it.')
        : t('The connection broke before the answer was sent.');
  }
}

function httpText(status: number | undefined, retryAfter: number | undefined): string {
  if (retryAfter !== undefined && (status === 429 || status === 503)) {
    return retryAfter === 1
      ? t('The server accepts no more requests for now. It asks you to wait 1 second.')
      : t('The server accepts no more requests for now. It asks you to wait {0} seconds.', formatNumber(retryAfter));
  }
  switch (status) {
    case 401:
      return t('The server refused the answer: you are not signed in, and it does not say how to sign in.');
    case 403:
      return t('The server refused the answer: you do not have the permission that it requires.');
    case 404:
      return t('The server refused the answer: it does not know what the answer belongs to.');
    case 429:
      return t('The server refused the answer: it had too many requests.');
    default:
      return status === undefined
        ? t('The server refused the answer.')
        : t('The server refused the answer with HTTP status {0}.', String(status));
  }
}

function nextStepText({ hasCallEnded, action, isCallKnown, reason }: NotDelivered): string {
  if (reason === 'moved') {
    return t('Answer it there. What you answered here is kept, and filled in when it is asked here again.');
  }
  if (!hasCallEnded) {
    return action === 'accept'
      ? t(
          'The call still waits for the answer. You can send the same answer again, or stop the call; your answer is kept.',
        )
      : t('The call still waits for the answer. You can send the same answer again, or stop the call.');
  }
  return isCallKnown
    ? t(
        'The call is over. You can run it again: it starts from the beginning, and the form is filled in with these answers when the server asks again. The tool may already have done its work: check before you run it again.',
      )
    : t('The call is over. Your answers are kept, and filled in when the server asks again.');
}

function drawYourAnswers({ action, answers, moreAnswers }: NotDelivered): HTMLElement | undefined {
  if (action !== 'accept' || answers.length === 0) {
    return undefined;
  }
  return el(
    'section',
    { 'aria-labelledby': 'answers-heading' },
    el('h2', { id: 'answers-heading' }, t('Your answers')),
    drawAnswers(answers),
    moreAnswers > 0 ? el('p', { class: 'hint' }, moreAnswersText(moreAnswers)) : undefined,
  );
}
