import type { Failure } from './errors.ts';
import { KnownValues } from './knownValues.ts';
import { type MaskedValues, maskText } from './masking.ts';

const learnedKept = 100;
const marker = '[secret]';

/**
 * Takes known secrets out of text: as they are, and as JSON and URLs spell them. Secrets of one or two characters are
 * left alone: masking every "a" of a log would hide nothing that guessing would not find.
 */
export class SecretMask {
  readonly #known: readonly string[];
  readonly #learned = new Set<string>();
  #withheld: MaskedValues | undefined;

  constructor(secrets: readonly string[]) {
    this.#known = secrets;
  }

  /** Takes in a secret that came up on the way, such as a token. Of these the newest are remembered. */
  learn(secret: string): void {
    this.#learned.delete(secret);
    this.#learned.add(secret);
    for (const oldest of [...this.#learned].slice(0, -learnedKept)) {
      this.#learned.delete(oldest);
    }
    this.#withheld = undefined;
  }

  /** All spellings of the secrets that are known now. */
  get maskedValues(): MaskedValues {
    this.#withheld ??= { values: new KnownValues(this.#spellings()), marker };
    return this.#withheld;
  }

  #spellings(): string[] {
    const secrets = [...this.#known, ...this.#learned];
    return secrets.flatMap((secret) => [...spellingsOf(secret), encodeURIComponent(toWellFormed(secret))]);
  }

  /** `text` without these secrets, and without those of `others`: all are looked for in the text as it is. */
  mask(text: string, ...others: readonly SecretMask[]): string {
    return maskText(text, [this.maskedValues, ...others.map(({ maskedValues: withheld }) => withheld)]);
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
