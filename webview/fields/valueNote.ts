import { t } from '@vscode/l10n';
import { formatProblem } from '#form/formats.ts';
import { utcOffsetsOf } from '#form/localTime.ts';
import type { NumberField, TextField, TextInput } from '#form/model.ts';
import { sentText } from '#form/sentValues.ts';
import { localDateTime, localUtcOffset, zoneName } from '#webview/fields/dates/localClock.ts';
import { el } from '#webview/shell/dom.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';

/** The delay of a changed note after the last key, so that screen readers announce it once. In milliseconds. */
const announceDelayMs = 500;

/** A note below a text field: the value that is sent for its text, or the host of its URL. Empty for other formats. */
export class ValueNote {
  readonly id: string | undefined;
  readonly element: HTMLElement | string = '';
  readonly #field: TextField | undefined;
  readonly #text: HTMLElement | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(field: TextField | NumberField, id: string) {
    if (field.kind === 'text' && !field.list && (field.format === 'date-time' || field.format === 'uri')) {
      this.#field = field;
      this.id = `${id}-note`;
      this.#text = el('p', { id: this.id, class: 'note', dir: 'auto', 'aria-live': 'polite' });
      this.element = this.#text;
    }
  }

  show(input: TextInput): void {
    if (!this.#field || !this.#text) {
      return;
    }
    const element = this.#text;
    const text =
      (this.#field.format === 'uri' ? hostNoteText(this.#field, input) : sentAsText(this.#field, input)) ?? '';
    clearTimeout(this.#pause);
    if (text === '' || !element.isConnected) {
      element.textContent = text;
    } else if (element.textContent !== text) {
      this.#pause = setTimeout(
        () =>
          pagePresses().runNowOrAfterPress(() => {
            element.textContent = text;
          }),
        announceDelayMs,
      );
    }
  }
}

/** "Leads to example.com.": the host of an http or https URL. */
function hostNoteText(field: TextField, input: TextInput): string | undefined {
  const url = sentText(field, input);
  if (!/^https?:/i.test(url) || formatProblem('uri', url) || !URL.canParse(url)) {
    return undefined;
  }
  return t('Leads to {0}.', new URL(url).host);
}

/** The input for a typed text; for a date-time with the local UTC offsets. */
export function typedText(format: TextField['format'], text: string): TextInput {
  const offsets = format === 'date-time' ? utcOffsetsOf(text, localUtcOffset) : undefined;
  return { kind: 'text', text, touched: true, ...(offsets ? { offsets } : {}) };
}

/**
 * "Sent as 2026-11-21T14:30:00+01:00, your local time (Europe/Berlin).": the value that is sent for a typed date-time.
 */
export function sentAsText(field: TextField, input: TextInput): string | undefined {
  const sent = sentText(field, input);
  if (field.format !== 'date-time' || formatProblem('date-time', sent)) {
    return undefined;
  }
  // The text itself may have an offset, which is then kept.
  const localOffsets = utcOffsetsOf(input.text, localUtcOffset);
  if (localOffsets?.length === 1 && localOffsets[0] === input.offsets?.[0]) {
    return t('Sent as {0}, your local time ({1}).', sent, zoneName());
  }
  const moment = new Date(sent);
  const local = Number.isNaN(moment.getTime()) ? sent : localDateTime(moment);
  // A leap second has no local time; and a local time that equals the sent text need not be shown.
  if (new Date(local).getTime() !== moment.getTime() || local.slice(-6) === offsetIn(sent)) {
    return t('Sent as {0}.', sent);
  }
  return t('Sent as {0}. That is {1} in your local time ({2}).', sent, dateAndTime(local), zoneName());
}

function offsetIn(sent: string): string {
  return /z$/i.test(sent) ? '+00:00' : sent.slice(-6);
}

/** A local date-time without seconds and offset: `2026-11-21 15:30`. */
function dateAndTime(local: string): string {
  return local.slice(0, 16).replace('T', ' ');
}
