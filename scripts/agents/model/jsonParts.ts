type Fields = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty one. Bodies of agents are read leniently: what is missing counts as empty. */
export function membersOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The objects in a list; none if the value is no list. */
export function objectsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** All texts in the content of a tool's result, in whatever shape an agent sends it. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join('\n');
  if (typeof value !== 'object' || value === null) return '';
  const { text, content, output, error } = membersOf(value);
  return [text, content, output, error].map(textIn).filter(Boolean).join('\n');
}
