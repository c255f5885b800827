import { withUnit } from '#test/bench/lib/amounts.ts';
import { type Comparison, type Finding, findingsOf, quantile } from '#test/bench/lib/findings.ts';

const begin = (bench: string) => `<!-- bench: ${bench} -->`;
const end = (bench: string) => `<!-- end of bench: ${bench} -->`;
/** The end of a row of the table at the beginning of the page. */
const rowEnd = (bench: string) => ` <!-- ${bench} --> |`;

/** The benches that have a section on the page, in the order of the page. */
export function sectionsOn(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- bench: (\w+) -->$/gm)].map(([, bench = '']) => bench);
}

/** Replaces what stands between the two marks of a bench. Throws if a mark is missing. */
export function withSection(page: string, bench: string, text: string): string {
  const [before, rest] = page.split(begin(bench));
  const after = rest?.split(end(bench))[1];
  if (before === undefined || after === undefined)
    throw new Error(`The page has no place for the bench: "${begin(bench)}" ... "${end(bench)}".`);
  return `${before}${begin(bench)}\n\n${text}\n\n${end(bench)}${after}`;
}

/**
 * Replaces the rows of a bench in the table at the beginning of the page by those of these findings. If no comparison belongs
 * into the table, the rows stay. Throws if there are new rows but no row to replace.
 */
export function withOverview(page: string, bench: string, findings: readonly Finding[]): string {
  const rows = overviewRows(findings).map((cells) => `| ${cells.join(' | ')}${rowEnd(bench)}`);
  if (rows.length === 0) return page;
  const lines = page.split('\n');
  const first = lines.findIndex((line) => line.endsWith(rowEnd(bench)));
  if (first === -1)
    throw new Error(`The table at the beginning of the page has no row that ends with "${rowEnd(bench)}".`);
  const others = (part: readonly string[]) => part.filter((line) => !line.endsWith(rowEnd(bench)));
  return [...lines.slice(0, first), ...rows, ...others(lines.slice(first))].join('\n');
}

/** A row for each text: the text, what was measured, and what it is compared with. All are medians. */
function overviewRows(findings: readonly Finding[]): readonly (readonly string[])[] {
  const rows = new Map<string, Comparison[]>();
  for (const comparison of findingsOf(findings, 'comparison')) {
    const { overview } = comparison;
    if (overview !== undefined) rows.set(overview, [...(rows.get(overview) ?? []), comparison]);
  }
  return [...rows].map(([text, comparisons]) => [
    text,
    ...comparisons.slice(0, 1).map(({ measured, unit }) => withUnit(quantile(measured.values, 0.5), unit)),
    comparisons.map(({ floor, unit }) => `${floor.name}: ${withUnit(quantile(floor.values, 0.5), unit)}`).join('; '),
  ]);
}
