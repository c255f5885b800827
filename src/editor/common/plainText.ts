import { t } from '@vscode/l10n';
import { inBlock, inOneLine } from '#form/text.ts';

/** Letters of right-to-left scripts. Neutral characters beside them in a sentence would be reordered. */
const rightToLeftPattern = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name from a server, a file or a program on one line, for a sentence of this extension. Never empty. */
export function plainName(text: string): string {
  const name = inOneLine(text) || t('(unnamed)');
  return rightToLeftPattern.test(name) ? `\u2068${name}\u2069` : name;
}

/** A text of several lines and bounded length, for a tooltip or a notification. */
export function plainLines(text: string): string {
  return inBlock(text, 2000).trim();
}

/** Escapes `$(name)`, which the editor draws as an icon in quick picks, in progress and in the status bar. */
export function withoutIcons(text: string): string {
  return text.replace(/\\?\$\(/g, '\\$(');
}

/** Breaks `[text](command:...)`, which the editor turns into a link that runs a command in notifications. */
export function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}

/** Replaces square brackets. An open one in the text before a link would make the text between them a part of the link. */
export function withoutBrackets(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')');
}
