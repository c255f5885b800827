type Attributes = Readonly<Record<string, string | number>>;

/** An SVG element with its children. Attribute values are escaped, children are not: texts come from `textElement`. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? rounded(value) : value)}"`,
  );
  const open = `<${name}${written.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

/** Any text as the contents of an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * The lines of a text that fit into a width, broken at spaces. The width of a text is estimated, because it depends on the
 * fonts of the reader: most characters of most fonts are narrower than the estimate.
 */
export function wrapText(text: string, width: number, fontSize: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, fontSize) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The estimated width of a text in px. */
export function textWidth(text: string, fontSize: number): number {
  return text.length * fontSize * 0.56;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
