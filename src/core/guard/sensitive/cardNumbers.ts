/** Finds numbers of payment cards. Sources: ISO/IEC 7812 (Luhn), and the ranges that the card networks publish. */

/** The range of the first digits (from, to), and the possible numbers of digits. */
type Range = readonly [from: string, to: string, ...lengths: number[]];

const ranges: readonly Range[] = [
  ['4', '4', 16, 19], // Visa
  ['51', '55', 16], // Mastercard
  ['2221', '2720', 16], // Mastercard
  ['34', '34', 15], // American Express
  ['37', '37', 15], // American Express
  ['6011', '6011', 16, 19], // Discover
  ['644', '649', 16, 19], // Discover
  ['65', '65', 16, 19], // Discover, RuPay
  ['300', '305', 14, 16], // Diners Club
  ['36', '36', 14], // Diners Club
  ['38', '39', 14, 16], // Diners Club
  ['3528', '3589', 16, 19], // JCB
  ['62', '62', 16, 19], // UnionPay
  ['60', '60', 16], // RuPay
  ['81', '82', 16], // RuPay
  ['2200', '2204', 16], // Mir
  ['9792', '9792', 16], // Troy
  ['5018', '5018', 16, 19], // Maestro
  ['5020', '5020', 16, 19], // Maestro
  ['5038', '5038', 16, 19], // Maestro
  ['5893', '5893', 16, 19], // Maestro
  ['6304', '6304', 16, 19], // Maestro
  ['6759', '6759', 16, 19], // Maestro
  ['6761', '6763', 16, 19], // Maestro
];

/** The groups of digits in which card numbers are written. */
const groupings: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 4, 3],
  [6, 13],
  [4, 4, 4, 2],
];
/** The groups of old Visa numbers. 13 digits without groups are not searched, because they are mostly phone numbers. */
const oldVisa: readonly number[] = [4, 3, 3, 3];

/** Matches digits with single spaces or dashes between them, not inside a word, a decimal number or a phone number. */
const digitRun = /(?<![\p{L}\d_+.,])\d(?:[ \u00a0-]?\d)*(?![\p{L}\d_])/gu;
/** Matches the beginning of an IBAN at the end of a text. */
const ibanStart = /[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]{4})*[ \u00a0-]?$/;
const maxIbanLength = 42;

/** True if a text contains the number of a payment card: digits of a known network with a valid checksum. */
export function hasCardNumber(text: string): boolean {
  for (const match of text.matchAll(digitRun)) {
    if (match[0].length >= 13 && isCard(match[0]) && !followsIban(text, match.index)) {
      return true;
    }
  }
  return false;
}

/** True if a run of digits contains a card number that starts at one of its groups. The expiry date may follow in the same run. */
function isCard(run: string): boolean {
  const groups = run.split(/[ \u00a0-]/);
  return groups.some((group, start) => {
    if (group.length >= 14) {
      return isCardNumber(group);
    }
    const isGrouped = groupings.some((grouping) => isCardNumber(digitsIn(groups, start, grouping)));
    const old = digitsIn(groups, start, oldVisa);
    return isGrouped || (old.startsWith('4') && hasLuhnChecksum(old));
  });
}

/** The digits of the groups from `start`, if the lengths of the groups are those of `grouping`, otherwise the empty string. */
function digitsIn(groups: readonly string[], start: number, grouping: readonly number[]): string {
  return grouping.every((length, index) => groups[start + index]?.length === length)
    ? groups.slice(start, start + grouping.length).join('')
    : '';
}

function followsIban(text: string, index: number): boolean {
  return ibanStart.test(text.slice(Math.max(0, index - maxIbanLength), index));
}

function isCardNumber(digits: string): boolean {
  return (
    digits !== '' &&
    ranges.some(([from, to, ...lengths]) => {
      const beginning = digits.slice(0, from.length);
      return lengths.includes(digits.length) && beginning >= from && beginning <= to;
    }) &&
    !/^(\d)\1*$/.test(digits) &&
    hasLuhnChecksum(digits)
  );
}

/** True if the checksum of ISO/IEC 7812 (Luhn) is valid. */
export function hasLuhnChecksum(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, isDoubled = false; at >= 0; at -= 1, isDoubled = !isDoubled) {
    const doubled = Number(digits[at]) * (isDoubled ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}
