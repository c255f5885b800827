import { type Finding, findingsOf, type Growth } from '#test/bench/lib/findings.ts';
import { comparisonBars, haveOneScale } from './comparisonBars.ts';
import { at, type Block, textLine, textLines } from './drawing.ts';
import { growthLines } from './growthLines.ts';
import { type PictureTheme, type PictureThemeName, pictureThemes } from './pictureTheme.ts';
import { element, escapeXml, wrapText } from './svg.ts';

/** The width of a picture in px. GitHub shows a page in a column of about this width. */
export const pictureWidth = 840;
const margin = 16;
const inner = pictureWidth - 2 * margin;
const blockGap = 16;
const noteSize = 12;
const noteHeight = 16;
/** Fonts that readers have, because a picture in a page cannot load any. */
const fonts = '-apple-system, BlinkMacSystemFont, Segoe UI, Noto Sans, Helvetica, Arial, sans-serif';

/**
 * The findings of a bench as an SVG: bars for comparisons, lines for growths.
 * @returns undefined if there is neither
 */
export function benchPicture(
  title: string,
  findings: readonly Finding[],
  themeName: PictureThemeName,
): string | undefined {
  const theme = pictureThemes[themeName];
  const comparisons = findingsOf(findings, 'comparison');
  const growths = findingsOf(findings, 'growth');
  if (comparisons.length + growths.length === 0) return undefined;
  const bars = [
    barLegend(theme),
    comparisonBars(comparisons, theme, inner),
    scaleNote(haveOneScale(comparisons), theme),
  ];
  const blocks = [
    heading(title, theme),
    ...(comparisons.length > 0 ? bars : []),
    ...(growths.length > 0 ? [growthNote(growths, theme), growthLines(growths, theme, inner)] : []),
  ];
  let y = margin;
  const drawn = blocks.map(({ svg, height }) => {
    const moved = at(margin, y, svg);
    y += height + blockGap;
    return moved;
  });
  const height = Math.ceil(y - blockGap + margin);
  const frame = { x: 0.5, y: 0.5, width: pictureWidth - 1, height: height - 1, rx: 6 };
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: pictureWidth,
      height,
      viewBox: `0 0 ${pictureWidth} ${height}`,
      role: 'img',
      'font-family': fonts,
    },
    `\n${element('title', {}, escapeXml(title))}\n`,
    element('rect', { ...frame, fill: theme.background, stroke: theme.beside, 'stroke-opacity': '0.4' }),
    `\n${drawn.join('\n')}\n`,
  )}\n`;
}

function heading(title: string, theme: PictureTheme): Block {
  const wrapped = wrapText(title, inner, 16);
  return {
    svg: textLines(0, 15, 20, wrapped, { fill: theme.text, fontSize: 16, weight: 600 }),
    height: wrapped.length * 20,
  };
}

/** The meanings of the colours. */
function barLegend(theme: PictureTheme): Block {
  const box = (x: number, fill: string) => element('rect', { x, y: 1, width: 12, height: 12, fill });
  const name = (x: number, words: string) => textLine(x, 12, [{ text: words, fill: theme.quiet }], noteSize);
  const svg = [
    box(0, theme.measured),
    name(18, 'measured'),
    box(110, theme.beside),
    name(128, 'what it is compared with'),
    element('line', { x1: 308, x2: 308, y1: 0, y2: 15, stroke: theme.goal, 'stroke-width': 2 }),
    name(318, 'goal: the blue bar ends here at the latest'),
  ];
  return { svg: svg.join('\n'), height: noteHeight };
}

function scaleNote(hasOneScale: boolean, theme: PictureTheme): Block {
  return note(
    hasOneScale
      ? 'Medians where nothing else is said. All bars have the same scale.'
      : 'Medians where nothing else is said. Each pair of bars has its own scale.',
    theme,
  );
}

function growthNote(growths: readonly Growth[], theme: PictureTheme): Block {
  const hasGoal = growths.some(({ maxExponent }) => maxExponent !== undefined);
  const goal = hasGoal ? ' The goal: no steeper than the dashed line.' : '';
  return note(`Growth: size to the right, cost upwards, both logarithmic.${goal}`, theme);
}

function note(words: string, theme: PictureTheme): Block {
  const wrapped = wrapText(words, inner, noteSize);
  return {
    svg: textLines(0, 12, noteHeight, wrapped, { fill: theme.quiet, fontSize: noteSize }),
    height: wrapped.length * noteHeight,
  };
}
