import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { bothEnds } from '#core/guard/sensitive/parsedText.ts';
import { secretIn } from '#core/guard/sensitive/secretShapes.ts';
import { longestDraftBytes } from './draftLimits.ts';
import { asksForSecret, secretProperties } from './schemaSecrets.ts';

/** Names of properties that are looked at, in the schema and in all that was written for it; and as many short texts. */
const MOST_NAMES = 2000;
/** UTF-16 code units of a text that may be the name of a secret which stands beside it. */
const LONGEST_NAME = 100;
/** UTF-16 code units that are read of one value: of its beginning, and of its end. */
const READ = [80_000, 20_000] as const;

/** A text in JSON without the values of its secrets. */
interface RedactedJson {
  /** `undefined` where the secrets cannot be told from the rest: it is not finished, or too long. */
  readonly text: string | undefined;
  /** The properties that had a secret, by name, each once. */
  readonly secrets: readonly string[];
}

/** Finds the secrets in arguments that are written as JSON: by their names, by what the schema says of them, by their shapes. */
export class JsonSecrets {
  readonly #schema: unknown;
  readonly #names = new Map<string, boolean>();
  /** Whether the schema says which properties are secrets; `undefined`: it was not looked at yet. */
  #isClear: boolean | undefined;
  /** The short texts of the last time, and whether they name a secret. */
  #texts = new Map<string, boolean>();
  /** There was a secret, nobody knows where: half of it may still be there. */
  #hasSeen = false;

  /** `schema`: the raw schema that the text is written for. */
  constructor(schema: unknown) {
    this.#schema = schema;
  }

  redact(text: string): RedactedJson {
    try {
      this.#isClear ??= this.#readSchema();
      if (this.#isClear && text.length <= longestDraftBytes) {
        return this.#without(text);
      }
    } catch {
      // Nested so deeply that it cannot be read, or too much of it.
    }
    return { text: undefined, secrets: [] };
  }

  #without(text: string): RedactedJson {
    const known = this.#texts;
    this.#texts = new Map();
    const errors: ParseError[] = [];
    const tree = parseTree(text, errors);
    const secrets: { readonly name: string; readonly value: Node }[] = [];
    collect(tree, '', (name, value) => {
      const isSecret =
        this.#isSecretName(name) ||
        (isPlain(value) ? hasSecret(String(value.value)) : textsIn(value).some((one) => this.#namesSecret(one, known)));
      if (isSecret) {
        // What is called so now stays a secret when a character of it is taken away.
        this.#names.set(name, true);
        secrets.push({ name, value });
      }
      return isSecret;
    });
    this.#hasSeen = text.trim() !== '' && secrets.length === 0 && (this.#hasSeen || hasSecret(text));
    if (errors.length > 0) {
      // It is being written: where a value ends is not known, so there must be no sign of a secret at all.
      const words = text.match(/[\p{L}_$][\p{L}\p{N}_$-]*/gu) ?? [];
      const isOpen = secrets.length === 0 && !this.#hasSeen && !words.some((word) => this.#isSecretName(word));
      return { text: isOpen ? text : undefined, secrets: [] };
    }
    if (secrets.some(({ value }) => value === tree)) {
      return { text: undefined, secrets: [] };
    }
    let open = text;
    for (const { value } of secrets.toReversed()) {
      open = `${open.slice(0, value.offset)}""${open.slice(value.offset + value.length)}`;
    }
    const names = [...new Set(secrets.map(({ name }) => name))];
    return { text: this.#hasSeen || hasSecret(open) ? undefined : open, secrets: names };
  }

  #isSecretName(name: string): boolean {
    const known = this.#names.get(name);
    if (known !== undefined) {
      return known;
    }
    // And one for what has no name.
    if (this.#names.size > MOST_NAMES) {
      throw new RangeError('There are too many names to look at.');
    }
    const isSecret = asksForSecret(name);
    this.#names.set(name, isSecret);
    return isSecret;
  }

  /** `{"name": "Authorization", "value": "..."}`: what names a secret makes one of all that it stands with. */
  #namesSecret(text: string, known: ReadonlyMap<string, boolean>): boolean {
    const isName = this.#texts.get(text) ?? known.get(text) ?? asksForSecret(text);
    if (this.#texts.set(text, isName).size > MOST_NAMES) {
      throw new RangeError('There are too many texts to look at.');
    }
    return isName;
  }

  /** Whether it can be told which properties are secrets: a harmless name may have a title that is none. */
  #readSchema(): boolean {
    try {
      for (const [name, isSecret] of secretProperties(this.#schema)) {
        this.#names.set(name, isSecret);
      }
      return true;
    } catch {
      return false;
    }
  }
}

/** Tells of every value and the property that it is in, innermost name; one that `take` wants is not looked into. */
function collect(node: Node | undefined, name: string, take: (name: string, value: Node) => boolean): void {
  if (!node || (node.type !== 'property' && take(name, node))) {
    return;
  }
  if (node.type === 'property') {
    const [key, value] = node.children ?? [];
    collect(value, String(key?.value ?? ''), take);
    return;
  }
  for (const child of node.children ?? []) {
    collect(child, name, take);
  }
}

/** The short texts that stand directly in an object or a list. */
function textsIn({ children = [] }: Node): readonly string[] {
  return children
    .map((child) => (child.type === 'property' ? child.children?.[1]?.value : child.value))
    .filter((value) => typeof value === 'string' && value.length <= LONGEST_NAME);
}

function isPlain({ type }: Node): boolean {
  return type === 'string' || type === 'number';
}

function hasSecret(text: string): boolean {
  return secretIn(bothEnds(text, ...READ)) !== undefined;
}
