import { completeDateTime } from './localTime.ts';
import type { TextField, TextInput } from './model.ts';

/**
 * What is sent of what was typed into a text field, when nothing is wrong with it. A text goes out character by character;
 * what has a format goes out without the spaces around it, and a date and time in full.
 */
export function sentText({ format }: TextField, { text, offsets }: TextInput): string {
  if (format === undefined) {
    return text;
  }
  return format === 'date-time' ? completeDateTime(text.trim(), offsets) : text.trim();
}

/** What is sent of what was typed into a list: each line that is not blank. */
export function sentLines(field: TextField, { text, offsets }: TextInput): string[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => sentText(field, { kind: 'text', text: line, touched: true, offsets }));
}
