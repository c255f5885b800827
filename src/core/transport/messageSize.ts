import { endOfText } from '../../form/laidOutJson.ts';

/**
 * Parts of one message: entries of lists, properties, lists and objects. A message of 16 Mi characters can have millions of
 * empty objects, which take seconds and hundreds of MB to read; of so many parts none takes a second.
 */
export const mostParts = 500_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const openObject = 0x7b;

/** Whether JSON has more parts than a message may have. Looks at its characters only, before it is read. */
export function hasTooManyParts(json: string): boolean {
  return json.length > mostParts && partsIn(json) > mostParts;
}

/** How many parts JSON has, counted by its characters; not counted beyond one more than `most`. */
export function partsIn(json: string, most = mostParts): number {
  let parts = 0;
  for (let at = 0; at < json.length && parts <= most; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfText(json, at);
    } else if (code === comma || code === colon || code === openList || code === openObject) {
      parts += 1;
    }
  }
  return parts;
}
