const begin = '<!-- figures: written by npm run bench -->';
const end = '<!-- end of the figures -->';

/** Replaces the figures between the two marks of a page. Throws if a mark is missing. */
export function withFigures(page: string, figures: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The page has no place for figures: "${begin}" ... "${end}".`);
  return `${before}${begin}\n\n${figures}\n\n${end}${after}`;
}
