/** Takes what is secret out of a text, and leaves the rest as it is. */
export type Mask = (text: string) => string;

/** UTF-16 code units that are looked through. Only what was refused, or never read, is longer. */
const mostRead = 100_000;
const hidden = '[secret]';

/** `mask` for texts of any length, in bounded time: of a longer text nothing is left where a secret is in its beginning. */
export function boundedMask(mask: Mask): Mask {
  return (text) => {
    const read = text.slice(0, mostRead);
    const clean = mask(read);
    if (clean === read) {
      return text;
    }
    return read.length === text.length ? clean : hidden;
  };
}

/** A number is secret where its digits are. */
export function maskNumber(value: number, mask: Mask): number | string {
  const digits = String(value);
  return mask(digits) === digits ? value : hidden;
}
