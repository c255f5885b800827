/** A value or a promise of it. A value that exists already can be used at once, without a turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;

/** Calls `use` with a value, at once or when its promise resolves. `use` must not throw. */
export function whenReady<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
