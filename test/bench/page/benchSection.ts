import { type Finding, findingsOf } from '#test/bench/lib/findings.ts';
import { benchPicture, pictureWidth } from './pictures/benchPicture.ts';
import type { PictureThemeName } from './pictures/pictureTheme.ts';
import { comparisonTable, countGoals, factTable, growthTable } from './tables.ts';

/** The folder of the pictures, beside `docs/performance.md`. */
export const performancePictures = 'pictures/performance';

/** The section of a bench for `docs/performance.md`. */
interface BenchSection {
  readonly markdown: string;
  /** The pictures by their paths, which are relative to the page. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** @param run date and machine of the run, as a sentence */
export function benchSection(bench: string, title: string, run: string, findings: readonly Finding[]): BenchSection {
  const pathOf = (theme: PictureThemeName) => `${performancePictures}/${bench}-${theme}.svg`;
  const pictures = new Map<string, string>();
  for (const theme of ['light', 'dark'] as const) {
    const svg = benchPicture(title, findings, theme);
    if (svg !== undefined) pictures.set(pathOf(theme), svg);
  }
  const parts = [
    run,
    goalsText(findings),
    pictures.size > 0 ? pictureMarkup(title, pathOf('light'), pathOf('dark')) : '',
    factTable(findings),
    folded(findings),
  ];
  return { markdown: parts.filter(Boolean).join('\n\n'), pictures };
}

function goalsText(findings: readonly Finding[]): string {
  const { reached, missed } = countGoals(findings);
  if (reached + missed.length === 0) return '';
  const count = `Goals: ${reached} reached, ${missed.length} missed`;
  return missed.length === 0 ? `${count}.` : `${count}:\n\n${missed.map((what) => `- **missed**: ${what}`).join('\n')}`;
}

function pictureMarkup(title: string, light: string, dark: string): string {
  const alt = `${title}: the figures of the table below, as bars and lines`.replaceAll('"', '&quot;');
  return [
    '<picture>',
    `<source media="(prefers-color-scheme: dark)" srcset="${dark}">`,
    `<img src="${light}" width="${pictureWidth}" alt="${alt}">`,
    '</picture>',
  ].join('\n');
}

/** The tables of which the picture shows the medians. GitHub shows them after a click on the summary. */
function folded(findings: readonly Finding[]): string {
  const tables = [comparisonTable(findings), growthTable(findings)].filter(Boolean);
  if (tables.length === 0) return '';
  const rows = findingsOf(findings, 'comparison').length + findingsOf(findings, 'growth').length;
  const summary = `The figures as ${rows === 1 ? 'a table of one row' : `tables of ${rows} rows`}`;
  return [`<details>\n<summary>${summary}</summary>`, ...tables, '</details>'].join('\n\n');
}
