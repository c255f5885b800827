type Sample = readonly [seconds: number, megabytes: number];

interface Slope {
  readonly mbPerHour: number;
  /** Of `mbPerHour`, from how much the processes differ; `undefined` for fewer than two. */
  readonly standardError: number | undefined;
  readonly processes: number;
  readonly samples: number;
}

/**
 * Fits one slope to the samples of several processes by least squares. Each process has a level of its own, so that only the
 * change within a process counts.
 * @param series the samples of each process
 * @returns `undefined` if no process has samples of different times
 */
export function memorySlope(series: readonly (readonly Sample[])[]): Slope | undefined {
  const centered = series
    .filter((samples) => new Set(samples.map(([seconds]) => seconds)).size > 1)
    .map((samples) => {
      const [time, size] = [mean(samples.map(([seconds]) => seconds)), mean(samples.map(([, mb]) => mb))];
      return samples.map(([seconds, mb]) => ({ x: (seconds - time) / 3600, y: mb - size }));
    });
  if (centered.length === 0) return undefined;
  const all = centered.flat();
  const spread = sum(all.map(({ x }) => x * x));
  const mbPerHour = sum(all.map(({ x, y }) => x * y)) / spread;
  // Samples of one process depend on each other, so the processes are compared, not the samples.
  const deviations = centered.map((samples) => sum(samples.map(({ x, y }) => x * (y - mbPerHour * x))));
  const count = centered.length;
  const variance = ((count / (count - 1)) * sum(deviations.map((each) => each * each))) / spread ** 2;
  return {
    ...{ mbPerHour, processes: count, samples: all.length },
    standardError: count > 1 ? Math.sqrt(variance) : undefined,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}
