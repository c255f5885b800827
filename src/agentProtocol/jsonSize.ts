const [quote, backslash, comma, colon, openArray, openObject] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b];

/** True if JSON text has more values than `max`, counted by its commas, colons and opening brackets. Does not parse it. */
export function hasMoreValues(json: string, max: number): boolean {
  if (json.length <= max) return false;
  let values = 0;
  let isInString = false;
  for (let index = 0; index < json.length && values <= max; index += 1) {
    const code = json.charCodeAt(index);
    if (code === quote) isInString = !isInString;
    else if (isInString) index += code === backslash ? 1 : 0;
    else if (code === comma || code === colon || code === openArray || code === openObject) values += 1;
  }
  return values > max;
}
