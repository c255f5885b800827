import { bothEnds } from '#core/guard/sensitive/parsedText.ts';
import { type SecretShape, secretIn } from '#core/guard/sensitive/secretShapes.ts';
import { type Mask, maskNumber } from '#core/record/entries/entryText.ts';
import { isRecord } from '#form/json.ts';
import { hiddenPaths } from './hiddenArguments.ts';
import type { KeptCall } from './keptCall.ts';
import { maxLinesSearched, maxSearched } from './resultLimits.ts';

/** The text in place of a secret. */
export const hiddenSecret = '[secret]';
/** The text that replaces the rest of a text that was not searched. */
const notSearched = '[not searched for secrets, so not kept]';
/** The length of the shortest text that is searched, in UTF-16 code units. No secret shape is shorter. */
const minSecretLength = 8;
/** The number of UTF-16 code units that are searched at the beginning and at the end of a line. */
const searchedLengths = [80_000, 20_000] as const;
/** The number of UTF-16 code units that are searched together, before their lines are searched one by one. */
const blockLength = 2000;
/**
 * The keys of base64 data, in which secrets cannot be recognized by shape.
 * Source: MCP specification, schema, "ImageContent", "BlobResourceContents".
 */
const base64Keys: ReadonlySet<string> = new Set(['data', 'blob']);

/**
 * Returns the call without the secrets that `mask` replaces and without texts in the shape of a secret. Names of servers and
 * tools stay; the URI of a resource is masked. `isSendable`: false if the arguments contain secrets; then the request is left
 * out.
 */
export function withoutSecretsOf(call: KeptCall, mask: Mask, isSendable: boolean): KeptCall {
  const masker = new ResultMasker(mask);
  const { request } = call;
  const result = masker.value(call.result);
  const unmasked = call.outcome.kind === 'result' ? { ...call.outcome, parts: [] } : call.outcome;
  const outcome = { ...(masker.value(unmasked) as KeptCall['outcome']), kind: unmasked.kind } as KeptCall['outcome'];
  const past = masker.value(call.past);
  const shownArguments = masker.value(call.shownArguments);
  const { target } = call;
  const isClean = isSendable && JSON.stringify(masker.value(request)) === JSON.stringify(request);
  return {
    ...call,
    target: target.kind === 'resource' ? { ...target, name: String(masker.value(target.name)) } : target,
    result,
    outcome,
    past: past as KeptCall['past'],
    shownArguments: shownArguments as KeptCall['shownArguments'],
    hiddenPaths: [...(call.hiddenPaths ?? []), ...hiddenPaths(call.shownArguments, shownArguments)],
    request: isClean ? request : undefined,
  };
}

/** The arguments without what `mask` replaces, and without texts in the shape of a secret. */
export function maskArguments(
  args: Readonly<Record<string, unknown>>,
  mask: Mask,
): Readonly<Record<string, unknown>> | undefined {
  const masked = new ResultMasker(mask).value(args);
  return isRecord(masked) ? masked : undefined;
}

/** Masks the texts and numbers of one call, within its search limits. */
class ResultMasker {
  readonly #mask: Mask;
  #lengthLeft = maxSearched;
  #linesLeft = maxLinesSearched;

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
      return value.map((item) => this.value(item));
    }
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [this.#mask(name), this.value(item, name)]))
      : value;
  }

  #text(text: string, key: string): string {
    const masked = this.#mask(text);
    if (this.#lengthLeft <= 0 || masked.length < minSecretLength || base64Keys.has(key)) {
      return masked;
    }
    const shape = this.#secretIn(masked);
    if (!shape) {
      return masked;
    }
    return shape.kind === 'privateKey' ? hiddenSecret : this.#maskBlocks(masked);
  }

  #secretIn(text: string): SecretShape | undefined {
    const searched = bothEnds(text, ...searchedLengths);
    this.#lengthLeft -= searched.length;
    return secretIn(searched);
  }

  /** Masks a text that contains a secret, block by block. Blocks beyond the search limit are left out. */
  #maskBlocks(text: string): string {
    const blocks: string[] = [];
    for (const block of blocksOf(text)) {
      if (this.#lengthLeft <= 0) {
        blocks.push(notSearched);
        break;
      }
      blocks.push(this.#secretIn(block) ? this.#maskLines(block) : block);
    }
    return blocks.join('\n');
  }

  #maskLines(block: string): string {
    const lines = block.split('\n');
    this.#linesLeft -= lines.length;
    return this.#linesLeft < 0
      ? hiddenSecret
      : lines.map((line) => (secretIn(bothEnds(line, ...searchedLengths)) ? hiddenSecret : line)).join('\n');
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
