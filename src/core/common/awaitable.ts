/** Something that may be there already: what needs no waiting is not made to wait. */
export type Awaitable<T> = T | Promise<T>;

/** Calls `use` with a value: at once where it is there, else when it comes. `use` must not throw. */
export function whenReady<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
