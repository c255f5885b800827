import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { asksForSecret, nameAsksForSecret } from '#core/guard/sensitive/asksForSecret.ts';
import { bothEnds } from '#core/guard/sensitive/parsedText.ts';
import { secretIn } from '#core/guard/sensitive/secretShapes.ts';
import { maxDraftBytes } from './draftLimits.ts';
import { secretProperties } from './schemaSecrets.ts';

/** The number of property names that are evaluated for one schema and its texts, and of short values in one text. */
const maxNames = 2000;
/** The longest text value that may name a secret beside it, in UTF-16 code units. */
const maxNameLength = 100;
/** The number of UTF-16 code units that are read from the beginning and from the end of one value. */
const lengthsReadOfValue = [80_000, 20_000] as const;

/** A text in JSON without the values of its secrets. */
interface RedactedJson {
  /** `undefined` if the secrets cannot be located, because the text is incomplete or too long. */
  readonly text: string | undefined;
  /** The names of the properties with a secret, each once. */
  readonly secrets: readonly string[];
}

/** Finds the secrets in arguments as JSON: by their names, by their descriptions in the schema, and by their shapes. */
export class JsonSecrets {
  readonly #schema: unknown;
  readonly #masked: readonly string[];
  readonly #names = new Map<string, boolean>();
  /** True if the secret properties of the schema are known; `undefined` before the schema was read. */
  #isSchemaRead: boolean | undefined;
  /** The short text values of the last call of `redact`; true if the text names a secret. */
  #texts = new Map<string, boolean>();
  /** True if the last text contained a secret that could not be located, a part of which may still be in the text. */
  #hasUnlocatedSecret = false;

  /** `schema`: the raw schema of the arguments. `masked`: the names of further properties with secrets. */
  constructor(schema: unknown, masked: readonly string[] = []) {
    this.#schema = schema;
    this.#masked = masked;
  }

  /** Replaces each secret in the text by an empty string. */
  redact(text: string): RedactedJson {
    try {
      this.#isSchemaRead ??= this.#readSchema();
      if (this.#isSchemaRead && text.length <= maxDraftBytes) {
        return this.#redactReadable(text);
      }
    } catch {
      // The text is nested too deeply or has too many names, so its secrets cannot be located.
    }
    return { text: undefined, secrets: [] };
  }

  #redactReadable(text: string): RedactedJson {
    const known = this.#texts;
    this.#texts = new Map();
    const errors: ParseError[] = [];
    const tree = parseTree(text, errors);
    const secrets: { readonly name: string; readonly value: Node }[] = [];
    visitValues(tree, '', (name, value) => {
      const isSecret =
        this.#isSecretName(name) ||
        (isTextOrNumber(value)
          ? hasSecret(String(value.value))
          : this.#textsIn(value).some((name) => this.#namesSecret(name, known)));
      if (isSecret) {
        // The name is kept, so that the value stays a secret when the user deletes a character of it.
        this.#names.set(name, true);
        secrets.push({ name, value });
      }
      return isSecret;
    });
    this.#hasUnlocatedSecret =
      text.trim() !== '' && secrets.length === 0 && (this.#hasUnlocatedSecret || hasSecret(text));
    if (errors.length > 0) {
      // The text is incomplete, so the ends of values are unknown: the text is returned only if there is no sign of a secret.
      const words = text.match(/[\p{L}_$][\p{L}\p{N}_$-]*/gu) ?? [];
      const isHarmless =
        secrets.length === 0 && !this.#hasUnlocatedSecret && !words.some((word) => this.#isSecretName(word));
      return { text: isHarmless ? text : undefined, secrets: [] };
    }
    if (secrets.some(({ value }) => value === tree)) {
      return { text: undefined, secrets: [] };
    }
    let redacted = text;
    for (const { value } of secrets.toReversed()) {
      redacted = `${redacted.slice(0, value.offset)}""${redacted.slice(value.offset + value.length)}`;
    }
    const names = [...new Set(secrets.map(({ name }) => name))];
    // A text without located secrets has been searched above.
    const isUnsafe = this.#hasUnlocatedSecret || (secrets.length > 0 && hasSecret(redacted));
    return { text: isUnsafe ? undefined : redacted, secrets: names };
  }

  /** The short texts that are direct values of an object or an array, without those that are secrets themselves. */
  #textsIn({ children = [] }: Node): readonly string[] {
    return children
      .map((child) => {
        const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
        return key && this.#isSecretName(String(key.value)) ? undefined : value?.value;
      })
      .filter((value) => typeof value === 'string' && value.length <= maxNameLength);
  }

  #isSecretName(name: string): boolean {
    const cached = this.#names.get(name);
    if (cached !== undefined) {
      return cached;
    }
    // `>` and not `>=`, because values without a name take one entry.
    if (this.#names.size > maxNames) {
      throw new RangeError('There are too many names to evaluate.');
    }
    const isSecret = nameAsksForSecret(name);
    this.#names.set(name, isSecret);
    return isSecret;
  }

  /** True if a text names a secret, as in `{"name": "Authorization", "value": "..."}`. All values beside it are then secrets. */
  #namesSecret(text: string, known: ReadonlyMap<string, boolean>): boolean {
    const isName = this.#texts.get(text) ?? known.get(text) ?? asksForSecret(text);
    if (this.#texts.set(text, isName).size > maxNames) {
      throw new RangeError('There are too many texts to evaluate.');
    }
    return isName;
  }

  /** Reads the schema, because a property with a harmless name may have the title of a secret. False if it cannot be read. */
  #readSchema(): boolean {
    try {
      for (const [name, isSecret] of secretProperties(this.#schema)) {
        this.#names.set(name, isSecret);
      }
      for (const name of this.#masked) {
        this.#names.set(name, true);
      }
      return true;
    } catch {
      return false;
    }
  }
}

/** Calls `visit` for each value, with the name of its innermost property. Does not descend into a value if `visit` returns true. */
function visitValues(node: Node | undefined, name: string, visit: (name: string, value: Node) => boolean): void {
  if (!node || (node.type !== 'property' && visit(name, node))) {
    return;
  }
  if (node.type === 'property') {
    const [key, value] = node.children ?? [];
    visitValues(value, String(key?.value ?? ''), visit);
    return;
  }
  for (const child of node.children ?? []) {
    visitValues(child, name, visit);
  }
}

function isTextOrNumber({ type }: Node): boolean {
  return type === 'string' || type === 'number';
}

function hasSecret(text: string): boolean {
  return secretIn(bothEnds(text, ...lengthsReadOfValue)) !== undefined;
}
