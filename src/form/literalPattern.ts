import { inOneLine } from './text.ts';

/** A pattern that only one text matches, such as `^DELETE$` or `^(DELETE)$`; a punctuation mark may be escaped. */
const literalPattern = /^\^(?<open>\((?:\?:)?)?(?<literal>(?:[^\\^$.*+?()[\]{}|]|\\[^\p{L}\p{N}])+)(?<close>\))?\$$/u;

/** The only text that matches a pattern, if it can be shown in one line exactly as it has to be typed. */
export function literalOfPattern(pattern: string): string | undefined {
  const { open, literal, close } = literalPattern.exec(pattern)?.groups ?? {};
  if (literal === undefined || (open === undefined) !== (close === undefined)) {
    return undefined;
  }
  const text = literal.replace(/\\(.)/gu, '$1');
  return inOneLine(text, 80) === text ? text : undefined;
}
