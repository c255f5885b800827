/** Creates an object at its first use and not while the module is loaded, because that would delay the start of VS Code. */
export function lazy<T extends object>(create: () => T): () => T {
  let object: T | undefined;
  return () => {
    object ??= create();
    return object;
  };
}
