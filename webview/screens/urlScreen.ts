import { t } from '@vscode/l10n';
import type { ScreenOf, ToExtension } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { mainAppearance } from '#webview/shell/buttons.ts';
import { ConfirmationBox } from '#webview/shell/confirmationBox.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { scrollToStart } from '#webview/shell/scrolling.ts';
import { stepText } from '#webview/shell/shellTexts.ts';
import { siteText } from '#webview/url/urlText.ts';
import { drawBrowserHostname, drawFindings, drawUrl, severeFindingTexts, warningsLink } from '#webview/url/urlView.ts';
import {
  answerAction,
  answerInAgentAction,
  cancelAction,
  canDeclineRest,
  declineAction,
  declinedBeforeText,
  declineRestLabel,
  destructiveText,
  infoLine,
  requestHeading,
  warningLine,
} from './elicitationElements.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';
import { StepsView } from './stepsView.ts';

/**
 * The buttons ignore input for this time after they have moved, so that the second click of a double click confirms
 * nothing. In milliseconds.
 */
const ignoreAfterMoveMs = 500;

/**
 * The screen of a URL elicitation: attribution, message and the whole URL. Only its button opens the page; there is no
 * shortcut. With a severe finding, the user has to tick a box first.
 */
export function drawUrlScreen(screen: ScreenOf<'url'>, post: PostToExtension): ScreenView {
  const { url, findings } = screen;
  const steps = new StepsView(screen.steps);
  const destructive = destructiveText(screen.call);
  const send = (message: ToExtension, text: string) => {
    status.showProblem(undefined);
    actionBar.setBusy(text);
    post(message);
  };
  const dangerTexts = severeFindingTexts(findings);
  const confirmation = new ConfirmationBox(
    interpolate<Node | string>(
      t('I have checked the address: open {0} anyway'),
      el('bdi', { class: 'host-name', dir: 'ltr' }, siteText(url)),
    ),
    t('Tick the box, then choose the same button once more.'),
    () => actionBar.ignoreInput(ignoreAfterMoveMs),
  );
  /**
   * Runs `consent` if no confirmation is needed or the user has confirmed. Otherwise shows the confirmation. One confirmation
   * is enough for "Open in Browser" and "I opened it", because both give the same consent.
   */
  const ifConfirmed = (consent: () => void) => {
    if (dangerTexts.length === 0 || confirmation.isChecked) {
      consent();
    } else if (confirmation.show()) {
      actionBar.ignoreInput(ignoreAfterMoveMs);
    }
  };
  const open: Action = {
    label: t('Open in Browser'),
    appearance: mainAppearance(screen.call?.isDestructive || dangerTexts.length > 0),
    unavailableWhileBusy: true,
    place: 'main',
    note: destructive,
    run: () =>
      ifConfirmed(() => send({ type: 'openUrl', screen: screen.id, confirmed: confirmation.isChecked }, t('Opening…'))),
  };
  const copy: Action = {
    label: t('Copy URL'),
    appearance: 'secondary',
    unavailableWhileBusy: false,
    run: () => post({ type: 'copyUrl', screen: screen.id }),
  };
  const opened = answerAction(t('I opened it'), () =>
    ifConfirmed(() => send({ type: 'openedUrl', screen: screen.id, confirmed: confirmation.isChecked }, t('Sending…'))),
  );
  const decline = declineAction(() => send({ type: 'decline', screen: screen.id }, t('Sending…')));
  const cancel = cancelAction(() => send({ type: 'cancel', screen: screen.id }, t('Sending…')));
  const declineRest = answerAction(declineRestLabel(), () =>
    send({ type: 'declineRest', screen: screen.id }, t('Sending…')),
  );
  const inAgent = answerInAgentAction(screen, () => send({ type: 'answerInAgent', screen: screen.id }, t('Sending…')));
  const declinedBefore = declinedBeforeText(screen);
  const actionBar = new ActionBar([open, decline, cancel], {
    ignoreInputMs: screen.ignoreInputMs,
    elsewhere: definedOnly([copy, opened, declineRest, inAgent]),
  });
  const findingList = drawFindings(findings);
  actionBar.addToLine(
    ...definedOnly([
      warningLine(destructive),
      findingList && warningsLink(findings, () => showFindings(findingList)),
      confirmation.element,
    ]),
  );

  const status = new UrlStatus(actionBar.button(opened));
  const showCopied = (isCopied: boolean) => {
    actionBar.setHidden(opened, !isCopied);
    status.showCopied(isCopied);
  };
  showCopied(screen.copied);
  let { copied } = screen;

  const frame = drawScreenFrame({
    ...requestHeading(
      screen,
      interpolate<Node | string>(t('{0} asks you to open a web page'), serverName(screen.server)),
    ),
    label: t('{0} asks you to open a web page', inOneLine(screen.server.name, 80)),
    content: [
      infoLine(declinedBefore, canDeclineRest(screen) ? actionBar.button(declineRest) : undefined),
      steps.element,
      el(
        'section',
        { class: 'url', 'aria-labelledby': 'url-heading' },
        el('div', { class: 'url-head' }, el('h2', { id: 'url-heading' }, t('The address')), actionBar.button(copy)),
        el('div', {}, drawUrl(url), status.element),
        findingList,
        drawBrowserHostname(url),
        el('p', { class: 'hint' }, answerHint(screen)),
      ),
      inAgent && actionBar.button(inAgent),
    ],
    bar: actionBar,
    cancel,
  });
  const server = inOneLine(screen.server.name, 80);
  const words = inOneLine(screen.message, 200);
  return {
    ...frame,
    announcement: definedOnly([
      screen.steps && stepText(screen.steps),
      t('{0} asks you to open a web page that leads to {1}', server, siteText(url)),
      words === '' ? undefined : t('{0} asks: {1}', server, words),
      declinedBefore,
      ...dangerTexts,
    ]),
    onRejected: (summary) => {
      actionBar.setBusy(undefined);
      status.showProblem(summary);
    },
    update: (newer) => {
      steps.show(newer.steps);
      if (newer.copied && !copied) {
        copied = true;
        showCopied(true);
        actionBar.ignoreInput(ignoreAfterMoveMs);
      }
    },
  };
}

/** What the server learns about the page, and when. */
function answerHint({ answeredAfterPage }: ScreenOf<'url'>): string {
  return answeredAfterPage
    ? t(
        'It opens in your browser. What you do there is between you and that site. Come back and choose “{0}” when you are done: the server learns only then that you agreed to open it.',
        t('Continue'),
      )
    : t(
        'It opens in your browser. What you do there is between you and that site; the server learns only that you agreed to open it.',
      );
}

/** The result of the user's last action, shown beside the URL. */
class UrlStatus {
  readonly #copied = el('p', { class: 'hint' });
  readonly #problem = el('p', { class: 'banner-text' });
  readonly #banner = el('div', { class: 'banner warning' }, icon('warning'), this.#problem);
  readonly element: HTMLElement;

  /** `openedButton`: what the user chooses after opening the page. */
  constructor(openedButton: HTMLElement | undefined) {
    const news = el('div', { 'aria-live': 'polite' }, this.#copied, this.#banner);
    this.element = el('div', { class: 'url-status' }, news, openedButton);
    this.showProblem(undefined);
  }

  showCopied(isCopied: boolean): void {
    this.#copied.textContent = isCopied
      ? t('Copied. Once you have opened the page yourself, choose “{0}”.', t('I opened it'))
      : '';
  }

  showProblem(text: string | undefined): void {
    this.#problem.textContent = text ?? '';
    this.#banner.hidden = text === undefined;
  }
}

/** Scrolls to the findings, and lets a screen reader read them. */
function showFindings(findings: HTMLElement): void {
  findings.tabIndex = -1;
  findings.focus({ preventScroll: true });
  scrollToStart(findings);
}
