/** Names that a person or a file gave: which are refused, and how a refused one is shown. */

const longestName = 100;

/** Control characters, line separators, characters that reorder text, that show nothing, or that are half a character. */
const unprintable =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** What is wrong with a name, or `undefined` for a good one. */
export function nameFault(name: string): { readonly message: string; readonly remedy: string } | undefined {
  if (name.trim() === '') {
    return { message: 'The name is empty.', remedy: 'Give it a name.' };
  }
  if (name.search(unprintable) !== -1) {
    return {
      message: 'The name has a control character, or one that is invisible or changes the direction of text.',
      remedy: 'Write the name with visible characters only.',
    };
  }
  if (name.length > longestName) {
    return {
      message: `The name is ${name.length} characters long.`,
      remedy: `Use a name of at most ${longestName} characters.`,
    };
  }
  return undefined;
}

/**
 * Foreign text made fit for one line: unprintable characters written out as `\u{202e}`, and cut off behind `longest`
 * characters.
 */
export function printable(text: string, longest = longestName): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
