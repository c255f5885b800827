import { skeletonOf } from '#core/guard/url/unicodeScripts.ts';

/**
 * The configured names of the servers. Finds names that the user could confuse, because they differ only in letters of another
 * alphabet, in a digit in place of a letter, or in spaces and hyphens.
 */
export class KnownServerNames {
  readonly #bySkeleton = new Map<string, string[]>();

  constructor(names: readonly string[]) {
    for (const name of new Set(names)) {
      const skeleton = skeletonOfName(name);
      const namesOfSkeleton = this.#bySkeleton.get(skeleton);
      if (namesOfSkeleton) {
        namesOfSkeleton.push(name);
      } else {
        this.#bySkeleton.set(skeleton, [name]);
      }
    }
  }

  /** Another configured name that the user could confuse with this one. */
  lookAlikeName(name: string): string | undefined {
    const skeleton = skeletonOfName(name);
    return skeleton === '' ? undefined : this.#bySkeleton.get(skeleton)?.find((other) => other !== name);
  }

  /** The configured name of another server that a server imitates by the name it reports. `configuredName`: its configured name. */
  impersonatedName(reportedName: string, configuredName: string): string | undefined {
    const skeleton = skeletonOfName(reportedName);
    const isSameName = skeleton === '' || skeleton === skeletonOfName(configuredName);
    return isSameName ? undefined : this.#bySkeleton.get(skeleton)?.[0];
  }
}

/** The number of UTF-16 code units that are compared, because a reported name may have any length. */
const maxComparedLength = 200;

function skeletonOfName(name: string): string {
  const plain = skeletonOf(name.slice(0, maxComparedLength).normalize('NFKC').toLowerCase());
  return plain.replace(/[\s\p{P}\p{Cf}]/gu, '');
}
