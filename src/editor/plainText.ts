import { displayName } from '../bridge/display.ts';

/** One line of visible text for a name that somebody else chose. Never empty. */
export function plainName(text: string): string {
  return displayName(text) || '(unnamed)';
}

/** A text of a server's in a tooltip: at most this many characters. */
const LINES_LIMIT = 2000;

/** Several lines of visible text, for a tooltip: line breaks stay, other controls and direction changes go. */
export function plainLines(text: string): string {
  const lines = text
    .slice(0, LINES_LIMIT)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cf}/gu, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text.length > LINES_LIMIT ? `${lines}…` : lines;
}

/** For labels in which the editor draws `$(name)` as an icon: quick picks, progress, the status bar. */
export function withoutIcons(text: string): string {
  return text.replace(/\$\(/g, '\\$(');
}

/** For notifications, in which the editor turns `[text](command:...)` into a link that runs a command. */
export function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}
