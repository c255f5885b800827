import type { Comparison, Goal, Growth, Unit } from './findings.ts';

/** A measurement that can be repeated. A round returns its reading, in the unit of the comparison. */
export interface Measurement {
  readonly name: string;
  round(): Promise<number>;
}

interface SideBySideOptions {
  readonly what: string;
  readonly rounds: number;
  readonly floor: Measurement;
  readonly measured: Measurement;
  readonly unit?: Unit;
  readonly goal?: Goal;
  /** See `Comparison`. */
  readonly overview?: string;
  /** The number of rounds before the counted ones, by default two, in which code is compiled and pipes are filled. */
  readonly warmUps?: number;
}

const defaultWarmUps = 2;

/**
 * Runs each action once in every round. Every round begins with another action, so that other load of the machine affects
 * all actions. @returns the results of each action, without the warm-up rounds
 */
export async function measureInTurns<W extends readonly (() => Promise<unknown>)[]>(
  { rounds, warmUps = defaultWarmUps }: { readonly rounds: number; readonly warmUps?: number },
  ...actions: W
): Promise<{ readonly [I in keyof W]: readonly Awaited<ReturnType<W[I]>>[] }> {
  const values = actions.map((): unknown[] => []);
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const turns = [...actions.entries()];
    const first = round % turns.length;
    for (const [index, action] of [...turns.slice(first), ...turns.slice(0, first)]) {
      const value = await action();
      if (round >= warmUps) values[index]?.push(value);
    }
  }
  return values as { readonly [I in keyof W]: Awaited<ReturnType<W[I]>>[] };
}

/** Measures two things alternately. */
export async function compareInTurns(options: SideBySideOptions): Promise<Comparison> {
  const { floor, measured } = options;
  const [floorValues, measuredValues] = await measureInTurns(
    options,
    () => floor.round(),
    () => measured.round(),
  );
  return comparison(options, floorValues, measuredValues);
}

/** As `compareInTurns`, and a second comparison of the same readings with those of a peer, without a goal. */
export async function compareWithPeerInTurns(
  options: SideBySideOptions & { readonly peer: Measurement },
): Promise<readonly [Comparison, Comparison]> {
  const { floor, peer, measured, goal: _goal, ...others } = options;
  const [floorValues, peerValues, measuredValues] = await measureInTurns(
    options,
    () => floor.round(),
    () => peer.round(),
    () => measured.round(),
  );
  return [
    comparison(options, floorValues, measuredValues),
    comparison({ ...others, floor: peer, measured }, peerValues, measuredValues),
  ];
}

function comparison(
  { what, floor, measured, unit = 'ms', goal, overview }: SideBySideOptions,
  floorValues: readonly number[],
  measuredValues: readonly number[],
): Comparison {
  return {
    kind: 'comparison',
    what,
    unit,
    floor: { name: floor.name, values: floorValues },
    measured: { name: measured.name, values: measuredValues },
    ...(goal && { goal }),
    ...(overview !== undefined && { overview }),
  };
}

interface GrowthOptions {
  readonly what: string;
  /** The unit of the sizes: "options". */
  readonly of: string;
  readonly rounds: number;
  /** The sizes n, 2n and 4n. */
  readonly sizes: readonly number[];
  /** Returns the reading of one round of this size. */
  round(size: number): Promise<number>;
  readonly unit?: Unit;
  readonly warmUps?: number;
  readonly maxExponent?: number;
}

/** Measures several sizes alternately. */
export async function measureGrowth(options: GrowthOptions): Promise<Growth> {
  const { what, of, sizes, unit = 'ms', maxExponent } = options;
  const values = await measureInTurns(options, ...sizes.map((size) => () => options.round(size)));
  const points = sizes.map((size, index) => ({ size, values: values[index] ?? [] }));
  return { kind: 'growth', what, of, unit, points, ...(maxExponent !== undefined && { maxExponent }) };
}
