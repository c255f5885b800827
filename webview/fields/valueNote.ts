import { t } from '@vscode/l10n';
import { lengthNearLimitText } from '#form/constraintTexts.ts';
import { formatProblem } from '#form/formats.ts';
import { utcOffsetsOf } from '#form/localTime.ts';
import type { NumberField, TextField, TextInput } from '#form/model.ts';
import { sentText } from '#form/sentValues.ts';
import { codePointCount } from '#form/text.ts';
import { localDateTime, localUtcOffset, zoneName } from '#webview/fields/dates/localClock.ts';
import { pagePresses } from '#webview/shell/presses/pointerPresses.ts';
import type { HelpLine } from './helpLine.ts';

/** The delay of a changed note after the last key, so that screen readers announce it once. In milliseconds. */
const announceDelayMs = 500;

/**
 * The note in the help line of a text field: the value that is sent for its text, the host of its URL, or, near the limit,
 * the length of the text.
 */
export class ValueNote {
  readonly #help: HelpLine;
  readonly #field: TextField | NumberField;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(help: HelpLine, field: TextField | NumberField) {
    this.#help = help;
    this.#field = field;
  }

  show(input: TextInput): void {
    const field = this.#field;
    if (field.kind === 'number' || field.list) {
      return;
    }
    clearTimeout(this.#pause);
    const text = valueText(field, input);
    if (text === undefined) {
      this.#help.showNote(lengthNearLimitText(field, codePointCount(input.text)), false);
    } else if (this.#help.element.isConnected) {
      this.#pause = setTimeout(
        () => pagePresses().runNowOrAfterPress(() => this.#help.showNote(text)),
        announceDelayMs,
      );
    } else {
      this.#help.showNote(text);
    }
  }
}

function valueText(field: TextField, input: TextInput): string | undefined {
  return field.format === 'uri' ? hostNoteText(field, input) : sentAsText(field, input);
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
