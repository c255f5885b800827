import type { Comparison, Goal, Growth, Unit } from './findings.ts';

/** One way of doing something, as often as it is wanted: what one round took, in the comparison's unit. */
export interface Measured {
  readonly name: string;
  round(): Promise<number>;
}

interface SideBySide {
  readonly what: string;
  readonly rounds: number;
  readonly floor: Measured;
  readonly measured: Measured;
  readonly unit?: Unit;
  readonly goal?: Goal;
  /** Rounds that are not counted, by default two: code is compiled and pipes are filled in them. */
  readonly warmUps?: number;
}

const usualWarmUps = 2;

/**
 * Does everything once in each round, and begins with another of them each time, so that whatever else the machine does meets
 * all. @returns what each gave, without the rounds that warm up
 */
export async function inTurns<W extends readonly (() => Promise<unknown>)[]>(
  { rounds, warmUps = usualWarmUps }: { readonly rounds: number; readonly warmUps?: number },
  ...ways: W
): Promise<{ readonly [I in keyof W]: readonly Awaited<ReturnType<W[I]>>[] }> {
  const values = ways.map((): unknown[] => []);
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const turns = [...ways.entries()];
    const first = round % turns.length;
    for (const [index, way] of [...turns.slice(first), ...turns.slice(0, first)]) {
      const value = await way();
      if (round >= warmUps) values[index]?.push(value);
    }
  }
  return values as { readonly [I in keyof W]: Awaited<ReturnType<W[I]>>[] };
}

/** Two ways in turns. */
export async function sideBySide(options: SideBySide): Promise<Comparison> {
  const { what, floor, measured, unit = 'ms', goal } = options;
  const [beside, ours] = await inTurns(
    options,
    () => floor.round(),
    () => measured.round(),
  );
  return {
    kind: 'comparison',
    what,
    unit,
    floor: { name: floor.name, values: beside },
    measured: { name: measured.name, values: ours },
    ...(goal && { goal }),
  };
}

interface Growing {
  readonly what: string;
  /** What the sizes count: "options". */
  readonly of: string;
  readonly rounds: number;
  /** n, 2n, 4n. */
  readonly sizes: readonly number[];
  /** What one round of this size took. */
  round(size: number): Promise<number>;
  readonly unit?: Unit;
  readonly warmUps?: number;
  readonly maxExponent?: number;
}

/** Several sizes in turns. */
export async function growth(options: Growing): Promise<Growth> {
  const { what, of, sizes, unit = 'ms', maxExponent } = options;
  const values = await inTurns(options, ...sizes.map((size) => () => options.round(size)));
  const points = sizes.map((size, index) => ({ size, values: values[index] ?? [] }));
  return { kind: 'growth', what, of, unit, points, ...(maxExponent !== undefined && { maxExponent }) };
}
