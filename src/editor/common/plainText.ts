import { t } from '@vscode/l10n';
import { inBlock, inOneLine } from '#form/text.ts';

/** Letters of right-to-left scripts: neutral characters of our own sentence beside them would be reordered. */
const rightToLeftPattern = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name from a server, a file or a program as one line for a sentence of ours. Never empty. */
export function plainName(text: string): string {
  const name = inOneLine(text) || t('(unnamed)');
  return rightToLeftPattern.test(name) ? `\u2068${name}\u2069` : name;
}

/** Several lines for a tooltip or a notification, of bounded length. */
export function plainLines(text: string): string {
  return inBlock(text, 2000).trim();
}

/** For labels in which the editor draws `$(name)` as an icon: quick picks, progress, the status bar. */
export function withoutIcons(text: string): string {
  return text.replace(/\\?\$\(/g, '\\$(');
}

/** For notifications, in which the editor turns `[text](command:...)` into a link that runs a command. */
export function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}
