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
import { siteText } from '#webview/url/addressText.ts';
import { drawAddress, drawFindings, drawOtherHostForm, severeFindings } from '#webview/url/addressView.ts';
import { StepList } from './callSteps.ts';
import {
  answerAction,
  canDeclineRest,
  declinedBeforeText,
  declineRestLabel,
  infoBanner,
  messageBlock,
  wireButton,
} from './elicitationParts.ts';
import { stepText } from './messages.ts';
import { type DrawnScreen, drawScreenFrame } from './screenFrame.ts';

/** What has just come moves the buttons, and a second click of a double click is no second step. In milliseconds. */
const MOVED = 500;

/**
 * A server wants a web page opened: who, why, and the whole address. It is opened by its button alone; there is no
 * shortcut for that. Where something is severe about the address, the button first demands a second step.
 */
export function drawUrlScreen(screen: ScreenOf<'url'>, post: PostToExtension): DrawnScreen {
  const { address, findings } = screen;
  const from = new RequestAttribution(screen.server, screen.call, screen.callEnded === true);
  const steps = new StepList(screen.steps);
  const send = (message: ToExtension, text: string) => {
    said.problem(undefined);
    bar.setBusy(text);
    post(message);
  };
  const severe = severeFindings(findings);
  const second = new ConfirmationBox(
    interpolate<Node | string>(
      t('I have checked the address: open {0} anyway'),
      el('bdi', { class: 'url-name', dir: 'ltr' }, siteText(address)),
    ),
    t('Tick the box, then choose the same button once more.'),
    () => bar.quieten(MOVED),
  );
  /** Opening it here and having opened it elsewhere are the same consent, and take the same second step. */
  const confirmed = (consent: () => void) => {
    if (severe.length === 0 || second.isChecked) {
      consent();
    } else if (second.show()) {
      bar.quieten(MOVED);
    }
  };
  const open: Action = {
    label: t('Open in Browser'),
    appearance: 'primary',
    decides: true,
    run: () =>
      confirmed(() => send({ type: 'openUrl', screen: screen.id, confirmed: second.isChecked }, t('Opening…'))),
  };
  const copy: Action = {
    label: t('Copy URL'),
    appearance: 'secondary',
    decides: false,
    run: () => post({ type: 'copyUrl', screen: screen.id }),
  };
  const opened = answerAction(t('I opened it'), () =>
    confirmed(() => send({ type: 'openedUrl', screen: screen.id, confirmed: second.isChecked }, t('Sending…'))),
  );
  const decline = answerAction(t('Decline'), () => send({ type: 'decline', screen: screen.id }, t('Sending…')));
  const cancel = answerAction(t('Cancel'), () => send({ type: 'cancel', screen: screen.id }, t('Sending…')));
  const rest = answerAction(declineRestLabel(), () => send({ type: 'declineRest', screen: screen.id }, t('Sending…')));
  const before = declinedBeforeText(screen);
  const more = [...(canDeclineRest(screen) ? [rest] : []), opened];
  const bar = new ActionBar([open, copy, decline, cancel, ...more], { ignoreInputMs: screen.ignoreInputMs });
  bar.element.prepend(second.element);

  const said = new UrlStatus();
  const showCopied = (isCopied: boolean) => {
    bar.setHidden(opened, !isCopied);
    said.copied(isCopied);
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
        drawAddress(address),
        drawOtherHostForm(address),
        drawFindings(findings),
        el(
          'p',
          { class: 'hint' },
          t(
            'It opens in your browser. What you do there is between you and that site; the server is told only that you agreed to open it.',
          ),
        ),
        said.element,
      ),
      wireButton(screen, post),
    ],
    bar,
    cancel,
  });
  const asks = t(
    '{0} asks you to open a web page that leads to {1}',
    inOneLine(screen.server.name, 80),
    siteText(address),
  );
  return {
    ...drawn,
    announcement: definedOnly([
      screen.steps && stepText(screen.steps),
      asks,
      inOneLine(screen.message, 200) || undefined,
      before,
      ...severe,
    ]),
    rejected: (summary) => {
      bar.setBusy(undefined);
      said.problem(summary);
    },
    update: (newer) => {
      from.show(newer.callEnded === true);
      steps.show(newer.steps);
      if (newer.copied && !copied) {
        copied = true;
        showCopied(true);
        bar.quieten(MOVED);
      }
    },
  };
}

/** What came of the person's last step, said where they are. */
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
