/** Creates an object at its first use, and not while modules are loaded, which delays the start of the editor. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
