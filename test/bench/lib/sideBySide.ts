/** What a file of `test/bench` exports as `bench`. */
export interface Bench {
  /** In one line. */
  readonly title: string;
  /** Measures everything that it compares, in turns. */
  run(): Promise<readonly Comparison[]>;
}

/** Times of two ways, measured in turns in one run: times of another run can be no part of it. */
export interface Comparison {
  /** What was timed. */
  readonly what: string;
  readonly floor: Times;
  readonly measured: Times;
}

export interface Times {
  readonly name: string;
  /** Milliseconds, one for each round. */
  readonly ms: readonly number[];
}

/** One of the two ways, as often as it is wanted: the milliseconds that one round took. */
export interface Way {
  readonly name: string;
  round(): Promise<number>;
}

/** Rounds that are not counted: code is compiled and pipes are filled in them. */
const warmUps = 2;

/** Takes turns between two ways, so that whatever else the machine does meets both. */
export async function sideBySide(what: string, rounds: number, floor: Way, measured: Way): Promise<Comparison> {
  const times: { floor: number; measured: number }[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    times.push({ floor: await floor.round(), measured: await measured.round() });
  }
  const counted = times.slice(warmUps);
  return {
    what,
    floor: { name: floor.name, ms: counted.map((pair) => pair.floor) },
    measured: { name: measured.name, ms: counted.map((pair) => pair.measured) },
  };
}

/** The smallest of the values below or at which so large a share of them lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** A comparison as a table: milliseconds, and how many times the floor that is. */
export function tableOf({ what, floor, measured }: Comparison): string {
  const shares = [0.5, 0.95] as const;
  const cell = (text: string) => text.padStart(12);
  const row = (name: string, cells: readonly string[]) => `  ${name.padEnd(28)}${cells.map(cell).join('')}`;
  const times = ({ name, ms }: Times) =>
    row(
      name,
      shares.map((share) => `${quantile(ms, share).toFixed(2)} ms`),
    );
  const ratios = shares.map((share) => (quantile(measured.ms, share) / quantile(floor.ms, share)).toFixed(2));
  return [
    `${what}, ${measured.ms.length} rounds each, in turns`,
    row('', ['median', 'p95']),
    times(floor),
    times(measured),
    row('ratio', ratios),
  ].join('\n');
}
