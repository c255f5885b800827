import { t } from '@vscode/l10n';
import type { Notice } from '#bridge/messages.ts';
import { spaceAfter } from '#form/language.ts';
import { inBlock, inOneLine, quotation } from '#form/text.ts';
import { quotedName } from '#webview/shell/attributionView.ts';
import { button, iconButton } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';

/** Notices above the screen, each until it is dismissed. */
export function drawNoticeList(post: PostToExtension): KeyedList<Notice> {
  return new KeyedList(el('ul', { class: 'notices', 'aria-label': t('Notices') }), (notice: Notice) => {
    const { serverId } = notice;
    const text = el('span');
    const runAgainButton = button(t('Run Again With These Answers'), 'primary', () =>
      post({ type: 'runNoticedCall', notice: notice.id }),
    );
    const update = (newer: Notice) => {
      text.replaceChildren(...noticeParts<Node | string>(newer, quotedName));
      runAgainButton.hidden = newer.runAgain === undefined;
    };
    update(notice);
    return {
      element: el(
        'li',
        { class: `banner ${notice.severity}` },
        icon(notice.severity),
        el(
          'div',
          { class: 'banner-body' },
          el(
            'p',
            { dir: 'auto' },
            el('span', { class: 'visually-hidden' }, `${severityLabel(notice.severity)} `),
            text,
          ),
          runAgainButton,
          serverId === undefined
            ? undefined
            : button(t('Show Log'), 'secondary', () => post({ type: 'showLog', serverId })),
        ),
        iconButton(t('Dismiss'), icon('close'), () => post({ type: 'dismissNotice', notice: notice.id })),
      ),
      update,
    };
  });
}

/** A notice as one text, for screen readers. */
export function noticeText(notice: Notice): string {
  return noticeParts(notice, quotation).join('');
}

/** The sentence about the request that is closed, if there is one, and the text. `quoted`: draws the words of a server. */
function noticeParts<T>({ closed, text }: Notice, quoted: (words: string) => T): (T | string)[] {
  if (!closed) {
    return [inBlock(text)];
  }
  const server = inOneLine(closed.server, 80);
  const sentence =
    closed.words === '' ? t('The question from {0} is closed.') : t('The question {0} from {1} is closed.');
  const names = closed.words === '' ? [server] : [quoted(closed.words), server];
  return [...interpolate<T | string>(sentence, ...names), spaceAfter(sentence), inBlock(text)];
}

function severityLabel(severity: Notice['severity']): string {
  switch (severity) {
    case 'info':
      return t('Information:');
    case 'warning':
      return t('Warning:');
    case 'error':
      return t('Error:');
  }
}
