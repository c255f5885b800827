/** A parsed command line, or the reason why it cannot be parsed. */
type CommandLine =
  | { readonly ok: true; readonly command: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly problem: 'empty' | 'openQuote' };

/**
 * Splits a command line into a command and its arguments. Single and double quotes hold words together. Inside double quotes, a
 * backslash escapes a quote or another backslash; elsewhere a backslash is an ordinary character, so Windows paths need no
 * escaping. Nothing is expanded: no shell runs the command.
 */
export function splitCommandLine(line: string): CommandLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote === '"' && character === '\\' && (next === '"' || next === '\\')) {
      word = (word ?? '') + next;
      at++;
    } else if (quote !== undefined) {
      if (character === quote) {
        quote = undefined;
      } else {
        word = (word ?? '') + character;
      }
    } else if (character === '"' || character === "'") {
      quote = character;
      // Empty quotes are an empty argument.
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) {
        words.push(word);
      }
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== undefined) {
    return { ok: false, problem: 'openQuote' };
  }
  if (word !== undefined) {
    words.push(word);
  }
  const [command, ...args] = words;
  return command ? { ok: true, command, args } : { ok: false, problem: 'empty' };
}
