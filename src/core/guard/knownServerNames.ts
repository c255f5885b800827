import { skeletonOf } from '#core/guard/url/unicodeScripts.ts';

/**
 * The configured names of the servers. Finds names that the user could confuse: with letters of another alphabet, a digit in place of
 * a letter, or another space or hyphen.
 */
export class KnownServerNames {
  readonly #bySkeleton = new Map<string, string[]>();

  constructor(names: readonly string[]) {
    for (const name of new Set(names)) {
      const skeleton = skeletonOfName(name);
      const alike = this.#bySkeleton.get(skeleton);
      if (alike) {
        alike.push(name);
      } else {
        this.#bySkeleton.set(skeleton, [name]);
      }
    }
  }

  /** Another configured name that the user could confuse with this one. */
  lookAlike(name: string): string | undefined {
    const skeleton = skeletonOfName(name);
    return skeleton === '' ? undefined : this.#bySkeleton.get(skeleton)?.find((other) => other !== name);
  }

  /** The configured name of another server that this server's own name `selfName` imitates. `ownName`: its configured name. */
  impersonated(selfName: string, ownName: string): string | undefined {
    const skeleton = skeletonOfName(selfName);
    const isOwn = skeleton === '' || skeleton === skeletonOfName(ownName);
    return isOwn ? undefined : this.#bySkeleton.get(skeleton)?.[0];
  }
}

/** UTF-16 code units that are compared: a server chooses its own name. */
const compared = 200;

function skeletonOfName(name: string): string {
  const plain = skeletonOf(name.slice(0, compared).normalize('NFKC').toLowerCase());
  return plain.replace(/[\s\p{P}\p{Cf}]/gu, '');
}
