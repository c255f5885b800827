/**
 * Parts of one message: entries of lists, properties, lists and objects. A message of 16 Mi characters can have millions of
 * empty objects, which take seconds and hundreds of MB to read; of so many parts none takes a second.
 */
export const mostParts = 500_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const openObject = 0x7b;

/** Whether JSON has more parts than a message may have. Looks at its characters only, before it is read. */
export function hasTooManyParts(json: string): boolean {
  return json.length > mostParts && partsIn(json) > mostParts;
}

/** How many parts JSON has, counted by its characters; not counted beyond one more than a message may have. */
export function partsIn(json: string): number {
  let parts = 0;
  for (let at = 0; at < json.length && parts <= mostParts; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfText(json, at);
    } else if (code === comma || code === colon || code === openList || code === openObject) {
      parts += 1;
    }
  }
  return parts;
}

/** Where the text ends that begins at this quotation mark. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) {
      escapes += 1;
    }
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return json.length;
}
