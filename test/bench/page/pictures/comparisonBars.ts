import { shareName, withUnit } from '#test/bench/lib/amounts.ts';
import { type Comparison, goalLimit, isReached, quantile, type Readings } from '#test/bench/lib/findings.ts';
import { at, type Block, type TextPiece, textLine, textLines } from './drawing.ts';
import type { PictureTheme } from './pictureTheme.ts';
import { element, textWidth, wrapText } from './svg.ts';

const labelSize = 13;
const valueSize = 12;
const lineHeight = 17;
const barHeight = 12;
const rowGap = 14;
/** The right end of the names, the left end of the bars, and the length of the longest bar. */
const [namesEnd, barsBegin, longest] = [224, 232, 272];
/** A goal is on the scale of a row if it is at most so many times the longest bar. Otherwise the bars would be too short. */
const goalReach = 2.5;
/** Rows share one scale if none of them is so many times shorter than another. */
const sharedScale = 12;

interface Row {
  readonly comparison: Comparison;
  readonly floor: number;
  readonly measured: number;
  readonly limit?: number;
  /** The value at the end of the row's scale. */
  readonly end: number;
}

/** Whether all comparisons are drawn with one scale. */
export function haveOneScale(comparisons: readonly Comparison[]): boolean {
  const ends = comparisons.map((comparison) => rowOf(comparison).end);
  const units = new Set(comparisons.map(({ unit }) => unit));
  return units.size <= 1 && Math.max(...ends) <= sharedScale * Math.min(...ends);
}

/** A pair of bars for each comparison: what it is compared with, and what was measured, with a line at the goal. */
export function comparisonBars(comparisons: readonly Comparison[], theme: PictureTheme, width: number): Block {
  const rows = comparisons.map(rowOf);
  const common = haveOneScale(comparisons) ? Math.max(...rows.map(({ end }) => end)) : undefined;
  let height = 0;
  const drawn = rows.map((row) => {
    const block = drawRow(common === undefined ? row : { ...row, end: common }, theme, width);
    const moved = at(0, height, block.svg);
    height += block.height + rowGap;
    return moved;
  });
  return { svg: drawn.join('\n'), height: Math.max(0, height - rowGap) };
}

function rowOf(comparison: Comparison): Row {
  const { goal, floor, measured } = comparison;
  const share = goal?.share ?? 0.5;
  const values = { floor: length(floor, share), measured: length(measured, share) };
  const longer = Math.max(values.floor, values.measured);
  const limit = goal && goalLimit(comparison, goal);
  const end = limit !== undefined && limit <= goalReach * longer ? Math.max(longer, limit) : longer;
  return { comparison, ...values, end, ...(limit !== undefined && { limit }) };
}

/** The length of a bar, in the unit of the readings. A difference that is negative has no length. */
function length({ values }: Readings, share: number): number {
  return Math.max(0, quantile(values, share));
}

function drawRow({ comparison, floor, measured, limit, end }: Row, theme: PictureTheme, width: number): Block {
  const { what, unit } = comparison;
  const x = (value: number) => barsBegin + (end > 0 ? (value / end) * longest : 0);
  const label = wrapText(what, width, labelSize);
  const [first, second] = [label.length * lineHeight, (label.length + 1) * lineHeight];
  const limitX = limit !== undefined && limit <= end ? x(limit) : undefined;
  const share = comparison.goal?.share ?? 0.5;
  const mark = share === 0.5 ? '' : ` ${shareName(share)}`;
  const value = (readings: Readings) => `${withUnit(quantile(readings.values, share), unit)}${mark}`;
  const goal: TextPiece[] =
    limit === undefined
      ? []
      : isReached(comparison)
        ? [{ text: ` (goal ${withUnit(limit, unit)}: reached)`, fill: theme.quiet }]
        : [
            { text: ` (goal ${withUnit(limit, unit)}: `, fill: theme.quiet },
            { text: 'missed', fill: theme.missed, weight: 'bold' },
            { text: ')', fill: theme.quiet },
          ];
  const bar = (top: number, to: number, fill: string) =>
    element('rect', { x: barsBegin, y: top + 3, width: Math.max(1, x(to) - barsBegin), height: barHeight, fill });
  const name = (top: number, readings: Readings) =>
    textLine(namesEnd, top + 13, [{ text: shortened(readings.name), fill: theme.text }], valueSize, 'end');
  const svg = [
    textLines(0, 13, lineHeight, label, { fill: theme.text, fontSize: labelSize, weight: 600 }),
    name(first, comparison.floor),
    bar(first, floor, theme.beside),
    textLine(x(floor) + 6, first + 13, [{ text: value(comparison.floor), fill: theme.text }], valueSize),
    name(second, comparison.measured),
    bar(second, measured, theme.measured),
    ...(limitX === undefined ? [] : [goalLine(limitX, second, theme)]),
    textLine(
      Math.max(x(measured), limitX ?? 0) + 6,
      second + 13,
      [{ text: value(comparison.measured), fill: theme.text }, ...goal],
      valueSize,
    ),
  ];
  return { svg: svg.join('\n'), height: second + lineHeight };
}

/** The line at the goal, with an edge in the colour of the background, so that it is visible on a bar. */
function goalLine(x: number, top: number, theme: PictureTheme): string {
  const line = (stroke: string, width: number) =>
    element('line', { x1: x, x2: x, y1: top, y2: top + barHeight + 6, stroke, 'stroke-width': width });
  return line(theme.background, 5) + line(theme.goal, 2);
}

function shortened(name: string): string {
  const most = Math.floor(namesEnd / textWidth('x', valueSize));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
