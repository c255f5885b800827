import { t } from '@vscode/l10n';
import { formatProblem } from '#form/formats.ts';
import { offsetsOf } from '#form/localTime.ts';
import type { TextField, TextInput } from '#form/model.ts';
import { sentText } from '#form/sentText.ts';
import { localClocks, localDateTime, zoneName } from '#webview/fields/dates/localClock.ts';

/** What was typed, with what the clocks here make of it where it is a date and time. */
export function typedText(format: TextField['format'], text: string): TextInput {
  const offsets = format === 'date-time' ? offsetsOf(text, localClocks) : undefined;
  return { kind: 'text', text, touched: true, ...(offsets ? { offsets } : {}) };
}

/** "Sent as 2026-11-21T14:30:00+01:00, your local time (Europe/Berlin).": what becomes of a date and time that was typed. */
export function sentAs(field: TextField, input: TextInput): string | undefined {
  const sent = sentText(field, input);
  if (field.format !== 'date-time' || formatProblem('date-time', sent)) {
    return undefined;
  }
  // What was typed elsewhere keeps the zone of that place.
  const here = offsetsOf(input.text, localClocks);
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
