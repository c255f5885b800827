import { bothEnds } from '#core/guard/sensitive/parsedText.ts';
import { type SecretShape, secretIn } from '#core/guard/sensitive/secretShapes.ts';
import { type Mask, maskNumber } from '#core/record/entries/entryText.ts';
import { isRecord } from '#form/json.ts';
import type { KeptCall } from './keptCall.ts';
import { maxLinesSearched, maxSearched } from './resultLimits.ts';

const hidden = '[secret]';
/** Replaces the rest of a text that was not searched. */
const notSearched = '[not searched for secrets, so not kept]';
/** UTF-16 code units. No secret shape is shorter. */
const minSecretLength = 8;
/** UTF-16 code units of one line that are searched: at its beginning and at its end. */
const readLengths = [80_000, 20_000] as const;
/** UTF-16 code units of lines that are searched together, before they are searched one by one. */
const blockLength = 2000;
/**
 * Keys of base64 data, in which secrets cannot be recognized by shape.
 * Source: MCP specification, schema, "ImageContent", "BlobResourceContents".
 */
const encoded: ReadonlySet<string> = new Set(['data', 'blob']);

/**
 * Returns the call without the secrets that `mask` knows and without texts in the shape of a secret. `isSendable` is false if
 * the arguments have secrets too; then the request is left out. Names of servers and tools stay; the URI of a resource is
 * masked.
 */
export function withoutSecretsOf(call: KeptCall, mask: Mask, isSendable: boolean): KeptCall {
  const masker = new ResultMasker(mask);
  const { request } = call;
  const result = masker.value(call.result);
  const shown = call.outcome.kind === 'result' ? { ...call.outcome, parts: [] } : call.outcome;
  const outcome = { ...(masker.value(shown) as KeptCall['outcome']), kind: shown.kind } as KeptCall['outcome'];
  const past = masker.value(call.past);
  const { target } = call;
  const isClean = isSendable && JSON.stringify(masker.value(request)) === JSON.stringify(request);
  return {
    ...call,
    target: target.kind === 'resource' ? { ...target, name: String(masker.value(target.name)) } : target,
    result,
    outcome,
    past: past as KeptCall['past'],
    request: isClean ? request : undefined,
  };
}

/** Masks the texts and numbers of one call, within its search limits. */
class ResultMasker {
  readonly #mask: Mask;
  #left = maxSearched;
  #lines = maxLinesSearched;

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  value(value: unknown, key = ''): unknown {
    if (typeof value === 'string') {
      return this.#text(value, key);
    }
    if (typeof value === 'number') {
      return maskNumber(value, this.#mask);
    }
    if (Array.isArray(value)) {
      return value.map((one) => this.value(one));
    }
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [this.#mask(name), this.value(one, name)]))
      : value;
  }

  #text(text: string, key: string): string {
    const masked = this.#mask(text);
    if (this.#left <= 0 || masked.length < minSecretLength || encoded.has(key)) {
      return masked;
    }
    const found = this.#secretIn(masked);
    if (!found) {
      return masked;
    }
    return found.kind === 'privateKey' ? hidden : this.#withoutBlocks(masked);
  }

  #secretIn(text: string): SecretShape | undefined {
    const searched = bothEnds(text, ...readLengths);
    this.#left -= searched.length;
    return secretIn(searched);
  }

  /** Masks a text that contains a secret, block by block. Blocks beyond the search limit are left out. */
  #withoutBlocks(text: string): string {
    const kept: string[] = [];
    for (const block of blocksOf(text)) {
      if (this.#left <= 0) {
        kept.push(notSearched);
        break;
      }
      kept.push(this.#secretIn(block) ? this.#withoutLines(block) : block);
    }
    return kept.join('\n');
  }

  #withoutLines(block: string): string {
    const lines = block.split('\n');
    this.#lines -= lines.length;
    return this.#lines < 0
      ? hidden
      : lines.map((line) => (secretIn(bothEnds(line, ...readLengths)) ? hidden : line)).join('\n');
  }
}

/** Splits a text into blocks of whole lines: short lines together, a long line alone. */
function* blocksOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const last = text.lastIndexOf('\n', start + blockLength);
    const end = last > start ? last : text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? text.length : end);
    start = end === -1 ? text.length + 1 : end + 1;
  }
}
