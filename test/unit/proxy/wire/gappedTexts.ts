import fc from 'fast-check';
import { keyText, space, valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

/**
 * Texts of messages in which the places are marked that the proxy may change. No JSON text has these characters, so that what is between
 * the gaps can be compared as it is.
 */
const [open, middle, close] = ['\u0001', '\u0002', '\u0003'];
const gapPattern = new RegExp(`${open}(\\w+)${middle}([^${open}${middle}${close}]*)${close}`, 'g');

/** A place with a name. `original`: what stands there; empty where something may be added. */
export function gap(name: string, original = ''): string {
  return `${open}${name}${middle}${original}${close}`;
}

/** What stands in gaps, by their names, or what is made of the original. */
export type GapContents = Readonly<Record<string, string | ((original: string) => string)>>;

/** The text with these contents of its gaps, and the original ones of the others. */
export function fill(text: string, contents: GapContents = {}): string {
  return text.replace(gapPattern, (_, name: string, original: string) => {
    const content = contents[name] ?? original;
    return typeof content === 'string' ? content : content(original);
  });
}

interface Member {
  readonly key: string;
  readonly value: string;
  /** The name of the gap that the member fills, with one comma. */
  readonly removable?: string;
}

export type Members = fc.Arbitrary<readonly Member[]>;

/** The member, or none. */
export function maybe(key: string, value: fc.Arbitrary<string>, removable?: string): Members {
  return fc.option(member(key, value, removable)).map((one) => one ?? []);
}

export function member(key: string, value: fc.Arbitrary<string>, removable?: string): Members {
  return value.map((text) => [{ key, value: text, ...(removable ? { removable } : {}) }]);
}

/**
 * The text of an object with these members among unknown ones, in any order, some keys with an escape.
 * @param added the names of gaps at its start; with `Only` behind each name if the object is empty
 */
export function objectText(known: readonly Members[], added: readonly string[] = []): fc.Arbitrary<string> {
  const unknown = fc.tuple(keyText, valueText).map(([key, value]) => ({ key: `x${key.slice(1, -1)}`, value }));
  return fc
    .record({
      known: fc.tuple(...known).map((parts) => parts.flat()),
      unknown: fc.array(unknown, { maxLength: 2 }),
      order: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
      spaces: fc.tuple(space, space, space),
    })
    .map(({ known: named, unknown: others, order, spaces: [first, second, third] }) => {
      const escaped = named.map((each, index) =>
        (order[index] ?? 0) % 5 === 0 ? { ...each, key: escapeFirst(each.key) } : each,
      );
      const members: readonly Member[] = [...escaped, ...others]
        .map((each, index) => ({ each, at: order[index] ?? 0 }))
        .sort((one, other) => one.at - other.at)
        .map(({ each }) => each);
      const start = added.map((name) => gap(members.length > 0 ? name : `${name}Only`)).join('');
      const comma = `${second},${first}`;
      const texts = members.map(({ key, value, removable }, index) => {
        const text = `"${key}"${second}:${third}${value}`;
        const before = index === 0 || (index === 1 && members[0]?.removable) ? '' : comma;
        if (!removable) return `${before}${text}`;
        return gap(removable, index === 0 && members.length > 1 ? `${text}${comma}` : `${before}${text}`);
      });
      return `{${start}${first}${texts.join('')}${second}}`;
    });
}

function escapeFirst(key: string): string {
  return `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`;
}

const idForms: readonly ((count: number) => string)[] = [
  (count) => `${count}`,
  (count) => `${count}.0`,
  (count) => `${count}${'0'.repeat(20)}`,
  (count) => `"${count}"`,
  (count) => `"${count}\\u0061\\/\\ud800"`,
];
let lastId = 0;

/** The text of an id or a token that no other message has. */
export const uniqueId: fc.Arbitrary<string> = fc.constantFrom(...idForms).map((form) => {
  lastId += 1;
  return form(lastId);
});

/** How an id is written that stands for one that the proxy has replaced. */
export function writtenAgain(id: string): string {
  return id.startsWith('"') ? JSON.stringify(JSON.parse(id)) : id;
}
