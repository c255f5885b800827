import type { Failure } from '../errors.ts';

const shortest = 3;
const learnedKept = 100;

/**
 * Takes known secrets out of text: as they are, and as JSON and URLs spell them. Secrets of one or two characters are
 * left alone: masking every "a" of a log would hide nothing that guessing would not find.
 */
export class Secrets {
  readonly #known: readonly string[];
  readonly #learned = new Set<string>();
  #spellings: readonly string[] = [];

  constructor(secrets: readonly string[]) {
    this.#known = secrets;
    this.#spell();
  }

  /** Takes in a secret that came up on the way, such as a token. Of these the newest are remembered. */
  learn(secret: string): void {
    this.#learned.delete(secret);
    this.#learned.add(secret);
    for (const oldest of [...this.#learned].slice(0, -learnedKept)) {
      this.#learned.delete(oldest);
    }
    this.#spell();
  }

  #spell(): void {
    const secrets = [...this.#known, ...this.#learned];
    const spellings = secrets.flatMap((secret) => [...spellingsOf(secret), encodeURIComponent(toWellFormed(secret))]);
    // Longest first: a secret inside another must not leave the other's rest behind.
    this.#spellings = [...new Set(spellings)]
      .filter(({ length }) => length >= shortest)
      .sort((a, b) => b.length - a.length);
  }

  mask(text: string): string {
    return this.#spellings.reduce((masked, spelling) => masked.replaceAll(spelling, '[secret]'), text);
  }

  /** A failure is shown, and may be copied around. */
  maskFailure({ name, summary, remedy, detail }: Failure): Failure {
    return {
      name,
      summary: this.mask(summary),
      remedy: remedy && this.mask(remedy),
      detail: detail && this.mask(detail),
    };
  }
}

/** A value as it may stand in text: itself, inside a JSON string, and its longer lines one by one. */
export function spellingsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter(({ length }) => length >= 8) : [];
  return [value, ...lines].flatMap((text) => {
    const inJson = JSON.stringify(text).slice(1, -1);
    return [text, inJson, inAscii(inJson)];
  });
}

/** As Python and PHP write JSON unless told otherwise: everything beyond ASCII escaped. */
function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `encodeURIComponent` throws on half a surrogate pair. */
function toWellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
