/** Everything at once, as the plan of the product demands it. */
export const full = { servers: 100, tools: 10_000, agents: 20, entries: 1_000_000 } as const;

/** A quarter, half, and all of it. */
export function growing(all: number): readonly [number, number, number] {
  return [all / 4, all / 2, all];
}
