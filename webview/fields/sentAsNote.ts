import { t } from '@vscode/l10n';
import { formatProblem } from '#form/formats.ts';
import { utcOffsetsOf } from '#form/localTime.ts';
import type { NumberField, TextField, TextInput } from '#form/model.ts';
import { sentText } from '#form/sentValues.ts';
import { localClocks, localDateTime, zoneName } from '#webview/fields/dates/localClock.ts';
import { el } from '#webview/shell/dom.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';

/** Screen readers announce the note this long after the last key. In milliseconds. */
const announceDelayMs = 500;

/** A note below a text field that says what is sent for its text. Only for date-times and web addresses. */
export class FieldNote {
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
    const text = (this.#field.format === 'uri' ? hostText(this.#field, input) : sentAs(this.#field, input)) ?? '';
    clearTimeout(this.#pause);
    if (text === '' || !element.isConnected) {
      element.textContent = text;
    } else if (element.textContent !== text) {
      this.#pause = setTimeout(
        () =>
          pagePresses().whenReleased(() => {
            element.textContent = text;
          }),
        announceDelayMs,
      );
    }
  }
}

/** "Leads to example.com.": the host of an http or https URL. */
function hostText(field: TextField, input: TextInput): string | undefined {
  const address = sentText(field, input);
  if (!/^https?:/i.test(address) || formatProblem('uri', address) || !URL.canParse(address)) {
    return undefined;
  }
  return t('Leads to {0}.', new URL(address).host);
}

/** The typed text as an input; for a date-time with the local UTC offsets. */
export function typedText(format: TextField['format'], text: string): TextInput {
  const offsets = format === 'date-time' ? utcOffsetsOf(text, localClocks) : undefined;
  return { kind: 'text', text, touched: true, ...(offsets ? { offsets } : {}) };
}

/**
 * "Sent as 2026-11-21T14:30:00+01:00, your local time (Europe/Berlin).": the value that is sent for a typed date-time.
 */
export function sentAs(field: TextField, input: TextInput): string | undefined {
  const sent = sentText(field, input);
  if (field.format !== 'date-time' || formatProblem('date-time', sent)) {
    return undefined;
  }
  // A text that was typed in another zone keeps that zone.
  const here = utcOffsetsOf(input.text, localClocks);
  if (here?.length === 1 && here[0] === input.offsets?.[0]) {
    return t('Sent as {0}, your local time ({1}).', sent, zoneName());
  }
  const moment = new Date(sent);
  const local = Number.isNaN(moment.getTime()) ? sent : localDateTime(moment);
  // The local clock has no leap seconds; and an equal local time needs no second text.
  if (new Date(local).getTime() !== moment.getTime() || local.slice(-6) === offsetIn(sent)) {
    return t('Sent as {0}.', sent);
  }
  return t('Sent as {0}. That is {1} in your local time ({2}).', sent, dateAndTime(local), zoneName());
}

function offsetIn(sent: string): string {
  return /z$/i.test(sent) ? '+00:00' : sent.slice(-6);
}

/** `2026-11-21 15:30`. */
function dateAndTime(local: string): string {
  return local.slice(0, 16).replace('T', ' ');
}
