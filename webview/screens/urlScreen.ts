import { t } from '@vscode/l10n';
import type { ScreenOf, ToExtension } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { RequestAttribution, serverName } from '#webview/shell/attribution.ts';
import { ConfirmationBox } from '#webview/shell/confirmationBox.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { siteText } from '#webview/url/urlText.ts';
import { drawFindings, drawOtherHostForm, drawUrl, severeFindings } from '#webview/url/urlView.ts';
import {
  answerAction,
  canDeclineRest,
  declinedBeforeText,
  declineRestLabel,
  exchangeButton,
  infoBanner,
  messageBlock,
} from './elicitationElements.ts';
import { stepText } from './messages.ts';
import { type DrawnScreen, drawScreenFrame } from './screenFrame.ts';
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
export function drawUrlScreen(screen: ScreenOf<'url'>, post: PostToExtension): DrawnScreen {
  const { url, findings } = screen;
  const from = new RequestAttribution(screen.server, screen.call, screen.callEnded === true);
  const steps = new StepsView(screen.steps);
  const send = (message: ToExtension, text: string) => {
    status.problem(undefined);
    bar.setBusy(text);
    post(message);
  };
  const dangers = severeFindings(findings);
  const confirmation = new ConfirmationBox(
    interpolate<Node | string>(
      t('I have checked the address: open {0} anyway'),
      el('bdi', { class: 'url-name', dir: 'ltr' }, siteText(url)),
    ),
    t('Tick the box, then choose the same button once more.'),
    () => bar.ignoreInput(ignoreAfterMoveMs),
  );
  /** Opening the page here and having opened it elsewhere are the same consent and need the same confirmation. */
  const ifConfirmed = (consent: () => void) => {
    if (dangers.length === 0 || confirmation.isChecked) {
      consent();
    } else if (confirmation.show()) {
      bar.ignoreInput(ignoreAfterMoveMs);
    }
  };
  const open: Action = {
    label: t('Open in Browser'),
    appearance: 'primary',
    replies: true,
    run: () =>
      ifConfirmed(() => send({ type: 'openUrl', screen: screen.id, confirmed: confirmation.isChecked }, t('Opening…'))),
  };
  const copy: Action = {
    label: t('Copy URL'),
    appearance: 'secondary',
    replies: false,
    run: () => post({ type: 'copyUrl', screen: screen.id }),
  };
  const opened = answerAction(t('I opened it'), () =>
    ifConfirmed(() => send({ type: 'openedUrl', screen: screen.id, confirmed: confirmation.isChecked }, t('Sending…'))),
  );
  const decline = answerAction(t('Decline'), () => send({ type: 'decline', screen: screen.id }, t('Sending…')));
  const cancel = answerAction(t('Cancel'), () => send({ type: 'cancel', screen: screen.id }, t('Sending…')));
  const rest = answerAction(declineRestLabel(), () => send({ type: 'declineRest', screen: screen.id }, t('Sending…')));
  const before = declinedBeforeText(screen);
  const more = [...(canDeclineRest(screen) ? [rest] : []), opened];
  const bar = new ActionBar([open, copy, decline, cancel, ...more], { ignoreInputMs: screen.ignoreInputMs });
  bar.element.prepend(confirmation.element);

  const status = new UrlStatus();
  const showCopied = (isCopied: boolean) => {
    bar.setHidden(opened, !isCopied);
    status.copied(isCopied);
  };
  showCopied(screen.copied);
  let { copied } = screen;

  const drawn = drawScreenFrame({
    heading: interpolate<Node | string>(t('{0} asks you to open a web page'), serverName(screen.server)),
    content: [
      from.element,
      steps.element,
      infoBanner(before),
      messageBlock(screen.message),
      el(
        'section',
        { class: 'url', 'aria-labelledby': 'url-heading' },
        el('h2', { id: 'url-heading' }, t('The address')),
        drawUrl(url),
        drawOtherHostForm(url),
        drawFindings(findings),
        el(
          'p',
          { class: 'hint' },
          t(
            'It opens in your browser. What you do there is between you and that site; the server is told only that you agreed to open it.',
          ),
        ),
        status.element,
      ),
      exchangeButton(screen, post),
    ],
    bar,
    cancel,
  });
  const asks = t('{0} asks you to open a web page that leads to {1}', inOneLine(screen.server.name, 80), siteText(url));
  return {
    ...drawn,
    announcement: definedOnly([
      screen.steps && stepText(screen.steps),
      asks,
      inOneLine(screen.message, 200) || undefined,
      before,
      ...dangers,
    ]),
    rejected: (summary) => {
      bar.setBusy(undefined);
      status.problem(summary);
    },
    update: (newer) => {
      from.show(newer.callEnded === true);
      steps.show(newer.steps);
      if (newer.copied && !copied) {
        copied = true;
        showCopied(true);
        bar.ignoreInput(ignoreAfterMoveMs);
      }
    },
  };
}

/** The result of the user's last action, shown beside the URL. */
class UrlStatus {
  readonly #copied = el('p', { class: 'hint' });
  readonly #problem = el('p', { class: 'banner-text' });
  readonly #banner = el('div', { class: 'banner warning' }, icon('warning'), this.#problem);
  readonly element = el('div', { class: 'url-said', 'aria-live': 'polite' }, this.#copied, this.#banner);

  constructor() {
    this.problem(undefined);
  }

  copied(isCopied: boolean): void {
    this.#copied.textContent = isCopied
      ? t('Copied. Once you have opened the page yourself, choose “{0}”.', t('I opened it'))
      : '';
  }

  problem(text: string | undefined): void {
    this.#problem.textContent = text ?? '';
    this.#banner.hidden = text === undefined;
  }
}
