import { t } from '@vscode/l10n';
import { formatProblem } from '#form/formats.ts';
import { utcOffsetsOf } from '#form/localTime.ts';
import type { NumberField, TextField, TextInput } from '#form/model.ts';
import { sentText } from '#form/sentText.ts';
import { localClocks, localDateTime, zoneName } from '#webview/fields/dates/localClock.ts';
import { el } from '#webview/shell/dom.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';

/** After so many ms without a key, screen readers hear what becomes of what was typed. */
const PAUSE = 500;

/** A line beneath a text field that says what becomes of what stands in it. Only date-times and web addresses have one. */
export class FieldNote {
  readonly id: string | undefined;
  readonly element: HTMLElement | string = '';
  readonly #field: TextField | undefined;
  readonly #said: HTMLElement | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(field: TextField | NumberField, id: string) {
    if (field.kind === 'text' && !field.list && (field.format === 'date-time' || field.format === 'uri')) {
      this.#field = field;
      this.id = `${id}-note`;
      this.#said = el('p', { id: this.id, class: 'note', dir: 'auto', 'aria-live': 'polite' });
      this.element = this.#said;
    }
  }

  show(input: TextInput): void {
    if (!this.#field || !this.#said) {
      return;
    }
    const said = this.#said;
    const text = (this.#field.format === 'uri' ? siteOf(this.#field, input) : sentAs(this.#field, input)) ?? '';
    clearTimeout(this.#pause);
    if (text === '' || !said.isConnected) {
      said.textContent = text;
    } else if (said.textContent !== text) {
      this.#pause = setTimeout(
        () =>
          pagePresses().whenReleased(() => {
            said.textContent = text;
          }),
        PAUSE,
      );
    }
  }
}

/** "Leads to example.com.": whose website an address belongs to, whatever else is written in it. */
function siteOf(field: TextField, input: TextInput): string | undefined {
  const address = sentText(field, input);
  if (!/^https?:/i.test(address) || formatProblem('uri', address) || !URL.canParse(address)) {
    return undefined;
  }
  return t('Leads to {0}.', new URL(address).host);
}

/** What was typed, with what the clocks here make of it where it is a date and time. */
export function typedText(format: TextField['format'], text: string): TextInput {
  const offsets = format === 'date-time' ? utcOffsetsOf(text, localClocks) : undefined;
  return { kind: 'text', text, touched: true, ...(offsets ? { offsets } : {}) };
}

/** "Sent as 2026-11-21T14:30:00+01:00, your local time (Europe/Berlin).": what becomes of a date and time that was typed. */
export function sentAs(field: TextField, input: TextInput): string | undefined {
  const sent = sentText(field, input);
  if (field.format !== 'date-time' || formatProblem('date-time', sent)) {
    return undefined;
  }
  // What was typed elsewhere keeps the zone of that place.
  const here = utcOffsetsOf(input.text, localClocks);
  if (here?.length === 1 && here[0] === input.offsets?.[0]) {
    return t('Sent as {0}, your local time ({1}).', sent, zoneName());
  }
  const moment = new Date(sent);
  const local = Number.isNaN(moment.getTime()) ? sent : localDateTime(moment);
  // A leap second has no name on the clocks here; and what is the same here needs no second name.
  if (new Date(local).getTime() !== moment.getTime() || local.slice(-6) === offsetIn(sent)) {
    return t('Sent as {0}.', sent);
  }
  return t('Sent as {0}. That is {1} in your local time ({2}).', sent, spoken(local), zoneName());
}

function offsetIn(sent: string): string {
  return /z$/i.test(sent) ? '+00:00' : sent.slice(-6);
}

/** `2026-11-21 15:30`. */
function spoken(local: string): string {
  return local.slice(0, 16).replace('T', ' ');
}
