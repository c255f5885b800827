import { skeletonOf } from '#core/guard/url/unicodeScripts.ts';

/**
 * The names that the person knows their servers by, to notice one that could be taken for another: in letters of another
 * alphabet, with a digit for a letter, with another space or hyphen.
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

  /** The one that a name could be taken for, without being it. */
  lookAlike(name: string): string | undefined {
    const skeleton = skeletonOfName(name);
    return skeleton === '' ? undefined : this.#bySkeleton.get(skeleton)?.find((other) => other !== name);
  }

  /** The one that a server passes itself off as, whose own name is another. */
  impersonated(selfName: string, ownName: string): string | undefined {
    const skeleton = skeletonOfName(selfName);
    const isOwn = skeleton === '' || skeleton === skeletonOfName(ownName);
    return isOwn ? undefined : this.#bySkeleton.get(skeleton)?.[0];
  }
}

/** As much as is compared: names can be chosen by servers. */
const compared = 200;

function skeletonOfName(name: string): string {
  const plain = skeletonOf(name.slice(0, compared).normalize('NFKC').toLowerCase());
  return plain.replace(/[\s\p{P}\p{Cf}]/gu, '');
}
