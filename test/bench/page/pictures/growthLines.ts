import { digitsOf } from '#test/bench/lib/amounts.ts';
import { exponentOf, type Growth, isReached, quantile } from '#test/bench/lib/findings.ts';
import { at, type Block, type TextPiece, textLine, textLines } from './drawing.ts';
import type { PictureTheme } from './pictureTheme.ts';
import { element, wrapText } from './svg.ts';

const fontSize = 12;
const lineHeight = 16;
const columns = 2;
const [columnGap, rowGap] = [24, 18];
const [chartWidth, chartHeight, textGap] = [84, 64, 14];
/** The range of the vertical axis at most, as factors of the first reading. What is beyond it is not drawn. */
const [leastFactor, mostFactor] = [1 / 4, 16];

/** A point on logarithmic scales: size and cost, each divided by that of the first point. */
interface Point {
  readonly size: number;
  readonly cost: number;
}

/** Two columns of small charts, one for each growth. All have the same scales, so that equal exponents have equal slopes. */
export function growthLines(growths: readonly Growth[], theme: PictureTheme, width: number): Block {
  const range = rangeOf(growths);
  const cellWidth = (width - columnGap) / columns;
  const cells = growths.map((growth) => drawCell(growth, range, theme, cellWidth));
  let height = 0;
  const drawn: string[] = [];
  for (let first = 0; first < cells.length; first += columns) {
    const row = cells.slice(first, first + columns);
    drawn.push(...row.map(({ svg }, column) => at(column * (cellWidth + columnGap), height, svg)));
    height += Math.max(...row.map((cell) => cell.height)) + rowGap;
  }
  return { svg: drawn.join('\n'), height: Math.max(0, height - rowGap) };
}

/** The points of a growth; none if a reading is not positive, because it has no logarithm. */
function pointsOf({ points }: Growth): readonly Point[] {
  const medians = points.map(({ size, values }) => ({ size, cost: quantile(values, 0.5) }));
  const [first] = medians;
  if (!first || medians.some(({ cost }) => !(cost > 0))) return [];
  return medians.map(({ size, cost }) => ({ size: size / first.size, cost: cost / first.cost }));
}

/** The costs of a goal: a straight line from the first point. */
function goalPoints({ maxExponent }: Growth, points: readonly Point[]): readonly Point[] {
  return maxExponent === undefined ? [] : points.map(({ size }) => ({ size, cost: size ** maxExponent }));
}

interface Range {
  readonly size: number;
  readonly least: number;
  readonly most: number;
}

function rangeOf(growths: readonly Growth[]): Range {
  const all = growths.flatMap((growth) => {
    const points = pointsOf(growth);
    return [...points, ...goalPoints(growth, points)];
  });
  const costs = all.map(({ cost }) => cost);
  return {
    size: Math.max(4, ...all.map(({ size }) => size)),
    least: Math.max(leastFactor, Math.min(1, ...costs)),
    most: Math.min(mostFactor, Math.max(4, ...costs)),
  };
}

function drawCell(growth: Growth, range: Range, theme: PictureTheme, width: number): Block {
  const left = chartWidth + textGap;
  const label = wrapText(growth.what, width - left, fontSize);
  const sizes = growth.points.map(({ size }) => size.toLocaleString('en')).join(' · ');
  const costs = growth.points.map(({ values }) => digitsOf(quantile(values, 0.5))).join(' · ');
  const below = 12 + label.length * lineHeight;
  const svg = [
    drawChart(growth, range, theme),
    textLines(left, 12, lineHeight, label, { fill: theme.text, fontSize, weight: 600 }),
    textLines(left, below, lineHeight, [`${sizes} ${growth.of}`, `${costs} ${growth.unit}`], {
      fill: theme.text,
      fontSize,
    }),
    textLine(left, below + 2 * lineHeight, exponentLine(growth, theme), fontSize),
  ];
  return { svg: svg.join('\n'), height: Math.max(chartHeight, below + 2 * lineHeight + 4) };
}

function exponentLine(growth: Growth, theme: PictureTheme): readonly TextPiece[] {
  const k = exponentOf(growth);
  const exponent: TextPiece = {
    text: Number.isFinite(k) ? `exponent ${k.toFixed(2)}` : 'no exponent',
    fill: theme.text,
  };
  if (growth.maxExponent === undefined) return [exponent];
  const goal: TextPiece = { text: ` (goal ${growth.maxExponent.toFixed(2)}: `, fill: theme.quiet };
  const verdict: TextPiece = isReached(growth)
    ? { text: 'reached', fill: theme.quiet }
    : { text: 'missed', fill: theme.missed, weight: 'bold' };
  return [exponent, goal, verdict, { text: ')', fill: theme.quiet }];
}

function drawChart(growth: Growth, range: Range, theme: PictureTheme): string {
  const share = (value: number, from: number, to: number) => Math.log(value / from) / Math.log(to / from);
  const margin = 4;
  const x = ({ size }: Point) => margin + share(size, 1, range.size) * (chartWidth - 2 * margin);
  const y = ({ cost }: Point) =>
    chartHeight - margin - share(cost, range.least, range.most) * (chartHeight - 2 * margin);
  const path = (points: readonly Point[]) =>
    points.map((point) => `${x(point).toFixed(1)},${y(point).toFixed(1)}`).join(' ');
  const points = pointsOf(growth);
  const goal = goalPoints(growth, points);
  const drawn = (of: readonly Point[], style: Readonly<Record<string, string>>) =>
    of.length === 0 ? [] : [element('polyline', { points: path(of), fill: 'none', 'stroke-width': 2, ...style })];
  // The inner element clips what is beyond the range.
  return element(
    'svg',
    { width: chartWidth, height: chartHeight, overflow: 'hidden' },
    element('path', { d: `M0.5 0V${chartHeight - 0.5}H${chartWidth}`, fill: 'none', stroke: theme.quiet }),
    ...drawn(goal, { stroke: theme.goal, 'stroke-dasharray': '4 3' }),
    ...drawn(points, { stroke: theme.measured }),
    ...points.map((point) => element('circle', { cx: x(point), cy: y(point), r: 3, fill: theme.measured })),
  );
}
