import type { Failure } from './errors.ts';
import { KnownValues } from './knownValues.ts';
import { evictOldest } from './lruCache.ts';
import { type MaskedValues, maskText } from './masking.ts';

const maxAdded = 100;
const marker = '[secret]';

/**
 * Masks known secrets in texts, also in the spellings of JSON and of URLs. Secrets of one or two characters are not masked:
 * with every "a" of a log masked, the secret could still be guessed.
 */
export class SecretMask {
  readonly #initial: readonly string[];
  readonly #added = new Set<string>();
  #maskedValues: MaskedValues | undefined;

  constructor(secrets: readonly string[]) {
    this.#initial = secrets;
  }

  /** Adds a secret that was obtained during the connection, such as a token. The newest 100 added secrets are kept. */
  add(secret: string): void {
    this.#added.delete(secret);
    this.#added.add(secret);
    evictOldest(this.#added, maxAdded);
    this.#maskedValues = undefined;
  }

  /** All spellings of the known secrets. */
  get maskedValues(): MaskedValues {
    this.#maskedValues ??= { values: new KnownValues(this.#spellings()), marker };
    return this.#maskedValues;
  }

  #spellings(): string[] {
    const secrets = [...this.#initial, ...this.#added];
    return secrets.flatMap((secret) => [...spellingsOf(secret), encodeURIComponent(toWellFormed(secret))]);
  }

  /** `text` with these secrets masked, and those of `others`. All are searched in the original text. */
  mask(text: string, ...others: readonly SecretMask[]): string {
    return maskText(text, [this.maskedValues, ...others.map(({ maskedValues }) => maskedValues)]);
  }

  /** Masks the texts of a failure, which are shown and may be copied. */
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

/** JSON with all non-ASCII characters escaped, as Python and PHP write it by default. */
function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Replaces half surrogate pairs, for which `encodeURIComponent` throws. */
function toWellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
