/** Writes a value as YAML. `next` decides between the ways to write the same. The value is a record. */
export function renderYaml(value: Readonly<Record<string, unknown>>, next: () => number): string {
  const pick = <T>(...choices: readonly T[]): T => choices[next() % choices.length] as T;
  const lines = new Renderer(pick).mapping(value, 0);
  const newline = pick('\n', '\n', '\r\n');
  const text = [...pick([], [], ['---'], ['# top', '']), ...lines].join('\n') + pick('', '\n', '\n\n# end\n');
  return pick('', '', '', '\ufeff') + text.replaceAll('\n', newline);
}

type Pick = <T>(...choices: readonly T[]) => T;

class Renderer {
  readonly #pick: Pick;

  constructor(pick: Pick) {
    this.#pick = pick;
  }

  /** The lines of a block mapping. */
  mapping(value: Readonly<Record<string, unknown>>, indent: number): string[] {
    return Object.entries(value).flatMap(([key, item]) => [
      ...this.#between(indent),
      ...this.#after(`${' '.repeat(indent)}${this.#key(key)}:`, item, indent, true),
    ]);
  }

  #list(items: readonly unknown[], indent: number): string[] {
    const dash = `${' '.repeat(indent)}-`;
    return items.flatMap((item) => {
      const isRecord = typeof item === 'object' && item !== null && !Array.isArray(item);
      if (!isRecord || Object.keys(item).length === 0 || this.#pick(true, true, false) === false) {
        return [...this.#between(indent), ...this.#after(dash, item, indent, false)];
      }
      // A mapping that begins behind the dash.
      const [first = '', ...rest] = this.mapping(item as Record<string, unknown>, indent + 2).filter(
        (line, index) => index > 0 || !/^ *(?:#|$)/.test(line),
      );
      return /^ *(?:#|$)/.test(first) ? [dash, first, ...rest] : [`${dash} ${first.slice(indent + 2)}`, ...rest];
    });
  }

  /** The lines of a value behind a colon or a dash. */
  #after(head: string, value: unknown, indent: number, isMember: boolean): string[] {
    const comment = this.#pick('', '', '', ' # c: "d"', '  ');
    if (typeof value === 'object' && value !== null) {
      const isEmpty = Object.keys(value).length === 0;
      if (isEmpty || this.#pick('block', 'block', 'flow') === 'flow') {
        return [`${head} ${this.#flow(value)}${comment}`];
      }
      if (Array.isArray(value)) {
        return [head + comment, ...this.#list(value, indent + (isMember ? this.#pick(0, 2) : 2))];
      }
      return [head + comment, ...this.mapping(value as Record<string, unknown>, indent + this.#pick(2, 4))];
    }
    // A command over several lines is refused.
    const isCommand = /(?:command|cmd)['"]?:$/.test(head);
    if (
      typeof value === 'string' &&
      !isCommand &&
      /^[!-~](?:[ -~\n]*[!-~])?$/.test(value) &&
      this.#pick(0, 0, 0, 1) === 1
    ) {
      const inner = value.split('\n').map((line) => (line === '' ? '' : `${' '.repeat(indent + 3)}${line}`));
      return [`${head} |-${comment}`, ...inner];
    }
    return [`${head} ${this.#scalar(value, false)}${comment}`];
  }

  #between(indent: number): string[] {
    return this.#pick<readonly string[]>([], [], [], [''], [`${' '.repeat(indent)}# - a: b`]).slice();
  }

  #key(key: string): string {
    return isPlainText(key) ? this.#pick(key, `"${key}"`, `'${key}'`) : JSON.stringify(key);
  }

  #flow(value: unknown): string {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#flow(item)).join(this.#pick(',', ', '));
      return `[${this.#pick('', ' ')}${items}${items === '' ? '' : this.#pick('', ' ', ',')}]`;
    }
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([key, item]) => `${this.#key(key)}: ${this.#flow(item)}`);
      return `{${this.#pick('', ' ')}${members.join(this.#pick(',', ' , '))}${this.#pick('', ' ')}}`;
    }
    return this.#scalar(value, true);
  }

  #scalar(value: unknown, isFlow: boolean): string {
    if (typeof value !== 'string') return String(value);
    const isPlain = isPlainText(value) || (!isFlow && /^[A-Za-z/][A-Za-z]* [,[\]{}A-Za-z]*[A-Za-z]$/.test(value));
    const isPrintable = /^[ -~\u00a0-\u2027]*$/.test(value);
    const ways = [
      JSON.stringify(value).replace(/[\x7f-\x9f\u2028\u2029\ufeff]/g, escapeCharacter),
      ...(isPrintable ? [`'${value.replaceAll("'", "''")}'`] : []),
      ...(isPlain ? [value] : []),
    ];
    return this.#pick(...ways);
  }
}

function isPlainText(text: string): boolean {
  return (
    /^(?:[A-Za-z/][A-Za-z0-9_./-]*|-[A-Za-z-]+)$/.test(text) && !/^(?:true|false|null|y|n|yes|no|on|off)$/i.test(text)
  );
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
