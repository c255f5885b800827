import { decodeKey, findMember, hasKey, type ObjectSpan, readObject, skipSpace } from './jsonBytes.ts';

/** The keys that lead to a value in a message: `['params', '_meta', 'progressToken']`. */
export type JsonPath = readonly string[];

/** A change of a message: the JSON text of the new value; `undefined` removes the member. */
export type JsonChange = readonly [path: JsonPath, json: string | undefined];

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * One JSON-RPC message as the bytes that came. Values are read in place, and changed by replacing their bytes, because
 * `JSON.parse` and `JSON.stringify` together change numbers such as 12345678901234567890, 1.0 and 1e400, the order of keys, and
 * characters that are escaped.
 */
export class Envelope {
  /** The whole line with its line end. */
  readonly line: Buffer;
  /** The id as JSON text: see `idText`. `undefined` for a notification, and for the id `null`. */
  readonly id: string | undefined;
  readonly method: string | undefined;
  readonly #objects = new Map<number, ObjectSpan | undefined>();
  readonly #root: ObjectSpan;

  private constructor(line: Buffer, root: ObjectSpan) {
    this.line = line;
    this.#root = root;
    const id = this.text(['id']);
    this.id = id === undefined || id === 'null' ? undefined : idText(id);
    const method = this.value(['method']);
    this.method = typeof method === 'string' ? method : undefined;
  }

  /** Reads a line; `undefined` if it is no object: a blank line, a batch, or output that is no message. */
  static read(line: Buffer): Envelope | undefined {
    const root = readObject(line, skipSpace(line, 0));
    return root && skipSpace(line, root.end) === line.length ? new Envelope(line, root) : undefined;
  }

  /** True for a result or an error with an id. */
  get isResponse(): boolean {
    return this.method === undefined && this.id !== undefined && (this.has(['result']) || this.has(['error']));
  }

  has(path: JsonPath): boolean {
    return this.#find(path) !== undefined;
  }

  /** The value as the JSON text that came; `undefined` if it is absent. */
  text(path: JsonPath): string | undefined {
    const found = this.#find(path);
    return found && this.line.toString('utf8', found.start, found.end);
  }

  /** The value; `undefined` if it is absent or no JSON. */
  value(path: JsonPath): unknown {
    const text = this.text(path);
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** The keys of an object; none if the value is absent or no object. */
  keys(path: JsonPath): readonly string[] {
    const members = this.#objectAt(path)?.members ?? [];
    return members.map(({ keyStart, keyEnd }) => decodeKey(this.line, keyStart, keyEnd) ?? '');
  }

  /** The line with these changes. A missing member is added, with the objects that lead to it; every other byte stays. */
  with(changes: readonly JsonChange[]): Buffer {
    // Where members of one object are added and removed, the commas depend on the changes before: removals come first.
    const ordered = [...changes].sort(([, one], [, other]) => Number(one !== undefined) - Number(other !== undefined));
    const parents = ordered.map(([path]) => JSON.stringify(path.slice(0, -1)));
    const isFirst = (index: number) => parents.indexOf(parents[index] ?? '') === index;
    const later = ordered.filter((_, index) => !isFirst(index));
    const bytes = this.#edited(ordered.filter((_, index) => isFirst(index)));
    return later.length === 0 ? bytes : (Envelope.read(bytes)?.with(later) ?? bytes);
  }

  /** @param changes each of a member of another object */
  #edited(changes: readonly JsonChange[]): Buffer {
    const edits = changes
      .flatMap(([path, json]) => (json === undefined ? this.#removal(path) : this.#replacement(path, json)))
      .sort((one, other) => one.start - other.start);
    const parts: Buffer[] = [];
    let end = 0;
    for (const edit of edits) {
      parts.push(this.line.subarray(end, edit.start), Buffer.from(edit.text));
      end = edit.end;
    }
    return edits.length === 0 ? this.line : Buffer.concat([...parts, this.line.subarray(end)]);
  }

  #replacement(path: JsonPath, json: string): Edit[] {
    const found = this.#find(path);
    if (found) return [{ start: found.start, end: found.end, text: json }];
    const [parentPath, key] = [path.slice(0, -1), path.at(-1) ?? ''];
    const parent = this.#objectAt(parentPath);
    const member = `${JSON.stringify(key)}:${json}`;
    if (!parent) return this.#replacement(parentPath, `{${member}}`);
    const at = parent.start + 1;
    return [{ start: at, end: at, text: parent.members.length > 0 ? `${member},` : member }];
  }

  /** Removes every member with the key, each with one comma. */
  #removal(path: JsonPath): Edit[] {
    const members = this.#objectAt(path.slice(0, -1))?.members ?? [];
    const key = path.at(-1);
    const isRemoved = (member: (typeof members)[number]) => key !== undefined && hasKey(this.line, member, key);
    const firstKept = members.findIndex((member) => !isRemoved(member));
    const [first, last, kept] = [members[0], members.at(-1), members[firstKept]];
    if (!first || !last) return [];
    if (!kept) return [{ start: first.keyStart, end: last.end, text: '' }];
    const before = firstKept > 0 ? [{ start: first.keyStart, end: kept.keyStart, text: '' }] : [];
    const after = members.flatMap((member, index) => {
      const previous = members[index - 1];
      return previous && index > firstKept && isRemoved(member)
        ? [{ start: previous.end, end: member.end, text: '' }]
        : [];
    });
    return [...before, ...after];
  }

  #find(path: JsonPath): { readonly start: number; readonly end: number } | undefined {
    const key = path.at(-1);
    if (key === undefined) return this.#root;
    const parent = this.#objectAt(path, path.length - 1);
    return parent && findMember(this.line, parent, key);
  }

  /** The object that the first `length` keys lead to. */
  #objectAt(path: JsonPath, length = path.length): ObjectSpan | undefined {
    let object: ObjectSpan | undefined = this.#root;
    for (let index = 0; object && index < length; index += 1) {
      const member = findMember(this.line, object, path[index] ?? '');
      object = member && this.#readObject(member.start);
    }
    return object;
  }

  #readObject(start: number): ObjectSpan | undefined {
    if (!this.#objects.has(start)) this.#objects.set(start, readObject(this.line, start));
    return this.#objects.get(start);
  }
}

/**
 * The JSON text by which ids and tokens are compared: 1 and "1" differ. The same string may be escaped in several ways, so a
 * string has the text that `JSON.stringify` gives it; a number keeps its text.
 */
export function idText(json: string): string {
  if (!json.startsWith('"')) return json;
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
