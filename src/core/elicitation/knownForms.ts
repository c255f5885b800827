import { sha256 } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';
import { readRequestedSchema, type SchemaReading } from '#form/schema/readSchema.ts';

/** Forms that are kept. */
const mostForms = 50;
/** UTF-16 code units of a schema's JSON; longer ones are read each time. */
const longestKnown = 10_000;

/** The forms of schemas that were asked with before, the newest: a server asks with the same ones again and again. */
export class KnownForms {
  /** By the digest of the schema: what is in its text need not stay in memory. */
  readonly #forms = new LruCache<SchemaReading>(mostForms);

  /** As `readRequestedSchema` reads it. `json` is the schema's own. */
  read(schema: unknown, json: string): SchemaReading {
    // What the patterns of a form may cost is counted for each form by itself.
    if (json.length > longestKnown || json.includes('"pattern"')) {
      return readRequestedSchema(schema);
    }
    const key = sha256(json);
    const known = this.#forms.get(key);
    if (known) {
      return known;
    }
    const reading = readRequestedSchema(schema);
    this.#forms.set(key, reading);
    return reading;
  }
}
