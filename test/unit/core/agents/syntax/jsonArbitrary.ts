/** Writes a value as JSON with comments, trailing commas and white space. `next` decides between the ways to write the same. */
export function renderJson(value: unknown, next: () => number): string {
  const pick = (...choices: string[]) => choices[next() % choices.length] ?? '';
  const newline = pick('\n', '\r\n');
  const style = pick('indented', 'compact', 'wild');
  const bom = pick('', '', '\ufeff');
  if (style === 'indented') {
    return bom + JSON.stringify(value, null, Number(pick('2', '4'))).replaceAll('\n', newline) + pick('', newline);
  }
  if (style === 'compact') {
    return bom + JSON.stringify(value);
  }
  const gap = () => pick('', ' ', newline, `${newline}  `, ' /* "a": {} */ ', ` // , "b"${newline}`, '\t');
  const render = (item: unknown): string => {
    if (Array.isArray(item)) {
      const items = item.map((inner) => `${gap()}${render(inner)}${gap()}`);
      return `[${items.join(',')}${items.length > 0 ? pick('', ',') : ''}${gap()}]`;
    }
    if (typeof item === 'object' && item !== null) {
      const members = Object.entries(item).map(
        ([key, inner]) => `${gap()}${JSON.stringify(key)}${gap()}:${gap()}${render(inner)}${gap()}`,
      );
      return `{${members.join(',')}${members.length > 0 ? pick('', ',') : ''}${gap()}}`;
    }
    return JSON.stringify(item);
  };
  return bom + gap() + render(value) + gap();
}
