/**
 * The text of a JSON string that begins at `start`, after its quotation mark, up to the closing one, still with its escapes. The rest of
 * the line if it does not end.
 */
export function rawTextAt(line: string, start: number): string {
  let end = line.indexOf('"', start);
  while (end >= 0 && isEscaped(line, end)) {
    end = line.indexOf('"', end + 1);
  }
  return end < 0 ? line.slice(start) : line.slice(start, end);
}

/** The text that `rawTextAt` returns, without escapes; `undefined` if it is not the text of a JSON string. */
export function parseRawText(raw: string): string | undefined {
  if (!raw.includes('\\')) {
    return raw;
  }
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}

/** See `rawTextAt` and `parseRawText`. */
export function readRawText(line: string, start: number): string | undefined {
  return parseRawText(rawTextAt(line, start));
}

/** True if the character at `index` has an odd number of backslashes before it. */
function isEscaped(line: string, index: number): boolean {
  let backslashes = 0;
  while (line[index - 1 - backslashes] === '\\') {
    backslashes += 1;
  }
  return backslashes % 2 === 1;
}
