/** A value, or a promise of one: a value that exists is used at once. */
export type Awaitable<T> = T | Promise<T>;

/** Calls `use` with a value, at once or when its promise resolves. `use` must not throw. */
export function whenReady<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
