/** Makes something when it is first asked for, and not while modules are loaded: the editor waits for that when it starts. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
