import { shareName, withUnit } from '#test/bench/lib/amounts.ts';
import {
  type Comparison,
  exponentOf,
  type Finding,
  findingsOf,
  goalValue,
  isReached,
  quantile,
  type Unit,
} from '#test/bench/lib/findings.ts';

/** The findings of one bench as tables in Markdown. */
export function findingsAsMarkdown(findings: readonly Finding[]): string {
  return [comparisonTable(findings), factTable(findings), growthTable(findings)].filter(Boolean).join('\n\n');
}

/** The number of reached goals, and the names of the missed ones. */
export function countGoals(findings: readonly Finding[]): {
  readonly reached: number;
  readonly missed: readonly string[];
} {
  const goals = findings.flatMap((finding) => {
    const reached = isReached(finding);
    return reached === undefined ? [] : [{ what: finding.what, reached }];
  });
  return {
    reached: goals.filter(({ reached }) => reached).length,
    missed: goals.filter(({ reached }) => !reached).map(({ what }) => what),
  };
}

/** The number of rounds below which the 95th percentile is the maximum. */
const roundsOfPercentile = 20;

/** The quantile that is reported as the worst case, and a mark for the maximum. */
function worstOf({ length }: readonly number[]): { readonly share: number; readonly mark: string } {
  return length < roundsOfPercentile ? { share: 1, mark: 'longest ' } : { share: 0.95, mark: '' };
}

/** The comparisons among the findings as a table; '' if there are none. The other tables likewise. */
export function comparisonTable(findings: readonly Finding[]): string {
  const rows = findingsOf(findings, 'comparison').map((comparison) => {
    const { what, unit, floor, measured } = comparison;
    const ratio = (share: number) => (quantile(measured.values, share) / quantile(floor.values, share)).toFixed(2);
    const { length } = measured.values;
    const { share: worst, mark } = worstOf(measured.values);
    return [
      what,
      `${floor.name}: ${spread(floor.values, unit)}`,
      `${measured.name}: ${spread(measured.values, unit)}`,
      `${ratio(0.5)} / ${mark}${ratio(worst)}`,
      goalCell(comparison),
      String(length),
    ];
  });
  return table(['what', 'beside (median / p95)', 'measured (median / p95)', 'ratio', 'goal', 'rounds'], rows);
}

function goalCell(comparison: Comparison): string {
  const { goal, unit } = comparison;
  if (!goal) return '';
  const written = (value: number) => (goal.of === 'ratio' ? value.toFixed(2) : withUnit(value, unit));
  const value = goalValue(comparison, goal);
  const name = goal.of === 'value' ? '' : `${goal.of} `;
  return `${verdict(isReached(comparison))}: ${name}${written(value)}, at most ${written(goal.most)} (${shareName(goal.share)})`;
}

export function factTable(findings: readonly Finding[]): string {
  return table(
    ['what', 'observed', 'goal'],
    findingsOf(findings, 'fact').map((fact) => [fact.what, fact.value, verdict(fact.reached)]),
  );
}

function verdict(reached: boolean | undefined): string {
  return reached === undefined ? '' : reached ? 'reached' : '**missed**';
}

export function growthTable(findings: readonly Finding[]): string {
  return table(
    ['growth of', 'median at n, 2n, 4n', 'exponent', 'goal', 'rounds'],
    findingsOf(findings, 'growth').map((growth) => [
      growth.what,
      growth.points
        .map(
          ({ size, values }) =>
            `${size.toLocaleString('en')} ${growth.of}: ${withUnit(quantile(values, 0.5), growth.unit)}`,
        )
        .join('; '),
      exponentOf(growth).toFixed(2),
      growth.maxExponent === undefined ? '' : `${verdict(isReached(growth))}: at most ${growth.maxExponent.toFixed(2)}`,
      String(growth.points[0]?.values.length ?? 0),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function spread(values: readonly number[], unit: Unit): string {
  const { share, mark } = worstOf(values);
  return `${withUnit(quantile(values, 0.5), unit)} / ${mark}${withUnit(quantile(values, share), unit)}`;
}
