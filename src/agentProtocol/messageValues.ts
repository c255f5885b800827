/** Returns a value with the type that was checked. @throws UnreadableValue for any other value */
type ValueReader<T> = (value: unknown) => T;

/** Thrown by readers, and caught in this part. */
class UnreadableValue extends Error {}

/** The value of a JSON text; `undefined` if it is not JSON or has another shape. Never throws. */
export function readJsonText<T>(text: string, read: ValueReader<T>): T | undefined {
  try {
    return read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A text of at most `maxLength` UTF-16 code units. */
export function textUpTo(maxLength: number): ValueReader<string> {
  return (value) => (typeof value === 'string' && value.length <= maxLength ? value : refuse());
}

export function textLike(pattern: RegExp): ValueReader<string> {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : refuse());
}

/** One of these texts. */
export function oneOfTexts<const T extends string>(...texts: readonly T[]): ValueReader<T> {
  return (value) => texts.find((text) => text === value) ?? refuse();
}

/** A whole number from `min` on. */
export function integerFrom(min = 0): ValueReader<number> {
  return (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value >= min ? value : refuse());
}

/** A finite number that is not negative. */
export function amount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : refuse();
}

export function flag(value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse();
}

/** Any value of JSON, or none. What is in it is read by others. */
export function anyValue(value: unknown): unknown {
  return value;
}

/** Absent, or what `read` accepts. */
export function optional<T>(read: ValueReader<T>): ValueReader<T | undefined> {
  return (value) => (value === undefined ? undefined : read(value));
}

export function listOf<T>(read: ValueReader<T>, maxLength: number): ValueReader<readonly T[]> {
  return (value) => (Array.isArray(value) && value.length <= maxLength ? value.map((part) => read(part)) : refuse());
}

/** An object with any keys. A key `__proto__` stays a key. */
export function mapOf<T>(read: ValueReader<T>): ValueReader<Readonly<Record<string, T>>> {
  return (value) => Object.fromEntries(Object.entries(asObject(value)).map(([key, part]) => [key, read(part)]));
}

/** An object with these members. Others are left out, because a newer end may send more. */
export function objectWith<T extends object>(
  readers: { readonly [K in keyof T]-?: ValueReader<T[K]> },
): ValueReader<T> {
  return (value) => {
    const object = asObject(value);
    const members = Object.entries<ValueReader<unknown>>(readers).map(([name, read]) => [
      name,
      read(Object.hasOwn(object, name) ? object[name] : undefined),
    ]);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
}

/** An object of one of several kinds, each with its reader, told by the text in the member `tag`. */
export function taggedBy<T extends object>(
  tag: string,
  readers: Readonly<Record<string, ValueReader<T>>>,
): ValueReader<T> {
  return (value) => {
    const kind = asObject(value)[tag];
    const read = typeof kind === 'string' && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
    return read ? read(value) : refuse();
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse();
}

function refuse(): never {
  throw new UnreadableValue();
}
