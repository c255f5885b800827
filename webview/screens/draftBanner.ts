import { t } from '@vscode/l10n';
import type { DraftLabel } from '#bridge/messages.ts';
import { formatList, language, paragraph } from '#form/language.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';

interface DraftBannerOptions {
  readonly screen: string;
  readonly post: PostToExtension;
  /** Posts the edits that are not posted yet. */
  flush(): void;
}

/** The line of a form that has a draft. Its button offers the draft, starts over, or undoes that. */
export class DraftBanner {
  /** `undefined` if there is no draft. */
  readonly element: HTMLElement | undefined;
  readonly #text = el('p', { class: 'draft-text', 'aria-live': 'polite' });
  readonly #button: HTMLElement;
  #hasStartedOver = false;

  constructor(draft: DraftLabel | undefined, { screen, post, flush }: DraftBannerOptions) {
    this.#button = button('', 'link', () => {
      flush();
      post({ type: this.#hasStartedOver ? 'undoStartOver' : 'startOver', screen });
    });
    this.element = draft && el('div', { class: 'info-line draft' }, icon('info'), this.#text, this.#button);
    this.show(draft);
  }

  show(draft: DraftLabel | undefined): void {
    if (draft) {
      this.#hasStartedOver = draft.startedOver;
      this.#text.textContent = draftText(draft);
      this.#button.textContent = buttonText(draft);
    }
  }
}

function buttonText({ offered, startedOver }: DraftLabel): string {
  if (offered) {
    return t('Use What You Typed Before');
  }
  return startedOver ? t('Undo') : t('Start Over');
}

/** The text of the banner: the origin of the form's content, and the secrets that are missing in it. */
export function draftText({ minutes, missing, offered, isMessageDifferent, startedOver }: DraftLabel): string {
  if (offered) {
    return minutes === 0
      ? t('You filled in the same form a moment ago, for another message.')
      : t('You filled in the same form {0}, for another message.', relativeTimeText(minutes));
  }
  if (startedOver) {
    return t('You started over. Undo brings back what you had filled in.');
  }
  const origin =
    minutes === 0
      ? t('Your earlier answers are filled in (just now).')
      : t('Your earlier answers are filled in ({0}).', relativeTimeText(minutes));
  const difference = isMessageDifferent ? t('The message was different then.') : undefined;
  return paragraph([origin, difference, missingText(missing)]);
}

/** The line that names what the arguments of an earlier call had and is missing, because secrets are not kept; none if nothing is. */
export function missingLine(missing: readonly string[] = []): HTMLElement | undefined {
  return missing.length === 0
    ? undefined
    : el('div', { class: 'info-line missing' }, icon('info'), el('p', { class: 'draft-text' }, missingText(missing)));
}

function missingText(missing: readonly string[]): string {
  const [first, ...others] = missing;
  if (first === undefined) {
    return '';
  }
  return others.length === 0
    ? t('“{0}” is a secret and was not kept: fill it in again.', first)
    : t('Secrets were not kept. Fill these in again: {0}.', formatList(missing).join(''));
}

/** "10 minutes ago", "yesterday". */
function relativeTimeText(minutes: number): string {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  if (minutes < 60) {
    return format.format(-minutes, 'minute');
  }
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}
