import { inOneLine } from './text.ts';

/** A pattern that only one text matches, such as `^DELETE$` or `^(DELETE)$`; a punctuation mark may be escaped. */
const literalPattern = /^\^(?<open>\((?:\?:)?)?(?<literal>(?:[^\\^$.*+?()[\]{}|]|\\[^\p{L}\p{N}])+)(?<close>\))?\$$/u;

/** A dot inside a name, such as that of a host: servers often leave it unescaped. */
const dotInName = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu;

/** True if the pattern stands for one text. An unescaped dot inside a name counts as a dot. */
export function matchesOneText(pattern: string): boolean {
  return onlyTextOf(pattern.replace(dotInName, '\\.')) !== undefined;
}

/** The only text that matches a pattern, if it can be shown in one line exactly as it has to be typed. */
export function literalOfPattern(pattern: string): string | undefined {
  const text = onlyTextOf(pattern);
  return text !== undefined && inOneLine(text, 80) === text ? text : undefined;
}

function onlyTextOf(pattern: string): string | undefined {
  const { open, literal, close } = literalPattern.exec(pattern)?.groups ?? {};
  return (open === undefined) === (close === undefined) ? literal?.replace(/\\(.)/gu, '$1') : undefined;
}
