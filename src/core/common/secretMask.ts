import type { Failure } from './errors.ts';
import { KnownValues } from './knownValues.ts';
import { evictOldest } from './lruCache.ts';
import { type MaskedValues, maskText } from './masking.ts';

const maxLearned = 100;
const marker = '[secret]';

/**
 * Masks known secrets in text, as they are and as JSON and URLs spell them. Secrets of one or two characters are not masked:
 * masking every "a" of a log would hide nothing that could not be guessed.
 */
export class SecretMask {
  readonly #known: readonly string[];
  readonly #learned = new Set<string>();
  #withheld: MaskedValues | undefined;

  constructor(secrets: readonly string[]) {
    this.#known = secrets;
  }

  /** Adds a secret that came up during the connection, such as a token. The newest 100 of these are remembered. */
  learn(secret: string): void {
    this.#learned.delete(secret);
    this.#learned.add(secret);
    evictOldest(this.#learned, maxLearned);
    this.#withheld = undefined;
  }

  /** All spellings of the known secrets. */
  get maskedValues(): MaskedValues {
    this.#withheld ??= { values: new KnownValues(this.#spellings()), marker };
    return this.#withheld;
  }

  #spellings(): string[] {
    const secrets = [...this.#known, ...this.#learned];
    return secrets.flatMap((secret) => [...spellingsOf(secret), encodeURIComponent(toWellFormed(secret))]);
  }

  /** `text` with these secrets masked, and those of `others`. All are searched in the text as it was before masking. */
  mask(text: string, ...others: readonly SecretMask[]): string {
    return maskText(text, [this.maskedValues, ...others.map(({ maskedValues: withheld }) => withheld)]);
  }

  /** Masks a failure, which is shown and may be copied. */
  maskFailure({ name, summary, remedy, detail }: Failure): Failure {
    return {
      name,
      summary: this.mask(summary),
      remedy: remedy && this.mask(remedy),
      detail: detail && this.mask(detail),
    };
  }
}

/** The spellings of a value in text: the value and each of its longer lines, plain and inside a JSON string. */
export function spellingsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter(({ length }) => length >= 8) : [];
  return [value, ...lines].flatMap((text) => {
    const inJson = JSON.stringify(text).slice(1, -1);
    return [text, inJson, inAscii(inJson)];
  });
}

/** JSON with everything beyond ASCII escaped, as Python and PHP write it by default. */
function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `encodeURIComponent` throws on half a surrogate pair. */
function toWellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
