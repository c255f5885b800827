/** What a file of `test/bench` exports as `bench`. */
export interface Bench {
  /** In one line. */
  readonly title: string;
  /** Measures everything that it compares, in turns. */
  run(): Promise<readonly Finding[]>;
}

export type Finding = Comparison | Growth | Fact;

/** Milliseconds, or kB of 1,000 bytes. */
export type Unit = 'ms' | 'kB';

export interface Readings {
  readonly name: string;
  /** One for each round. */
  readonly values: readonly number[];
}

/** Two ways, measured in turns in one run: readings of another run can be no part of it. */
export interface Comparison {
  readonly kind: 'comparison';
  /** What was measured. */
  readonly what: string;
  readonly unit: Unit;
  /** What it stands beside: a floor, or our own small case, as its name says. */
  readonly floor: Readings;
  readonly measured: Readings;
  readonly goal?: Goal;
}

/** What is to be reached. */
export interface Goal {
  /** `ratio`: measured by floor. `added`: what is measured beyond the floor. `value`: what is measured, by itself. */
  readonly of: 'ratio' | 'added' | 'value';
  /** Of the readings: 0.5 for the median, 1 for the longest. */
  readonly share: number;
  readonly most: number;
}

/** How something grows with its size: measured at n, 2n, 4n, in turns. */
export interface Growth {
  readonly kind: 'growth';
  readonly what: string;
  readonly unit: Unit;
  /** What the sizes count: "options". */
  readonly of: string;
  readonly points: readonly { readonly size: number; readonly values: readonly number[] }[];
  /** The goal, where something is asked: the exponent is at most this. */
  readonly maxExponent?: number;
}

/** Something counted or observed that has no floor to stand beside: "1,000 questions in sequence" -> "0 lost". */
export interface Fact {
  readonly kind: 'fact';
  readonly what: string;
  readonly value: string;
  /** Whether it is as it has to be, where something is asked of it. */
  readonly reached?: boolean;
}

/** The smallest of the values below or at which so large a share of them lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** What a goal is measured by. */
export function goalValue({ floor, measured }: Pick<Comparison, 'floor' | 'measured'>, { of, share }: Goal): number {
  const [value, least] = [quantile(measured.values, share), quantile(floor.values, share)];
  return of === 'ratio' ? value / least : of === 'added' ? value - least : value;
}

/** The k of cost ~ size^k: the slope of a line through the medians, both on logarithmic scales (least squares). */
export function exponentOf({ points }: Pick<Growth, 'points'>): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ values }) => Math.log(quantile(values, 0.5)));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, value, index) => sum + (value - x) * ((ys[index] ?? y) - y), 0);
  return covariance / xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
}
