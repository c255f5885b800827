/** The export `bench` of each file of `test/bench`. */
export interface Bench {
  /** The title in one line. */
  readonly title: string;
  /** Runs all measurements. Those that are compared alternate. */
  run(): Promise<readonly Finding[]>;
}

export type Finding = Comparison | Growth | Fact;

/** Milliseconds, or kB of 1,000 bytes. */
export type Unit = 'ms' | 'kB';

export interface Readings {
  readonly name: string;
  /** The reading of each round. */
  readonly values: readonly number[];
}

/** Two things that were measured alternately in one run. Readings of different runs are never compared. */
export interface Comparison {
  readonly kind: 'comparison';
  /** The name of the measured thing. */
  readonly what: string;
  readonly unit: Unit;
  /** The readings to compare with: of a floor, or of a smaller case of the extension. */
  readonly floor: Readings;
  readonly measured: Readings;
  readonly goal?: Goal;
  /**
   * The comparison in words of users, if it stands in the table at the beginning of `docs/performance.md`. The comparisons of
   * a bench that have the same words are one row.
   */
  readonly overview?: string;
}

/** The goal of a comparison. */
export interface Goal {
  /** `ratio`: measured divided by floor. `added`: measured minus floor. `value`: measured. */
  readonly of: 'ratio' | 'added' | 'value';
  /** The quantile of the readings: 0.5 for the median, 1 for the maximum. */
  readonly share: number;
  /** The upper bound. */
  readonly most: number;
}

/** The growth of a reading with the size, measured alternately at n, 2n and 4n. */
export interface Growth {
  readonly kind: 'growth';
  readonly what: string;
  readonly unit: Unit;
  /** The unit of the sizes: "options". */
  readonly of: string;
  readonly points: readonly { readonly size: number; readonly values: readonly number[] }[];
  /** The goal, if there is one: the upper bound of the exponent. */
  readonly maxExponent?: number;
}

/** A count or an observation without a floor: "1,000 questions in sequence" -> "0 lost". */
export interface Fact {
  readonly kind: 'fact';
  readonly what: string;
  readonly value: string;
  /** Whether the goal was reached; absent if there is none. */
  readonly reached?: boolean;
}

/** The findings of one kind, in their order. */
export function findingsOf<K extends Finding['kind']>(
  findings: readonly Finding[],
  kind: K,
): readonly Extract<Finding, { kind: K }>[] {
  return findings.filter((finding): finding is Extract<Finding, { kind: K }> => finding.kind === kind);
}

/** The quantile of the values: the smallest value that is not less than this share of the values (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The value that a goal bounds. */
export function goalValue({ floor, measured }: Pick<Comparison, 'floor' | 'measured'>, { of, share }: Goal): number {
  const [value, least] = [quantile(measured.values, share), quantile(floor.values, share)];
  return of === 'ratio' ? value / least : of === 'added' ? value - least : value;
}

/** The value up to which the goal is reached, in the unit of the readings. */
export function goalLimit({ floor }: Pick<Comparison, 'floor'>, { of, share, most }: Goal): number {
  const least = quantile(floor.values, share);
  return of === 'ratio' ? least * most : of === 'added' ? least + most : most;
}

/** Whether the goal of a finding was reached; `undefined` if it has none. */
export function isReached(finding: Finding): boolean | undefined {
  switch (finding.kind) {
    case 'fact':
      return finding.reached;
    case 'growth':
      return finding.maxExponent === undefined ? undefined : exponentOf(finding) <= finding.maxExponent;
    case 'comparison':
      return finding.goal && goalValue(finding, finding.goal) <= finding.goal.most;
  }
}

/** The exponent k of cost ~ size^k: the slope of a line through the medians on logarithmic scales (least squares). */
export function exponentOf({ points }: Pick<Growth, 'points'>): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ values }) => Math.log(quantile(values, 0.5)));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, value, index) => sum + (value - x) * ((ys[index] ?? y) - y), 0);
  return covariance / xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
}
