import { readFileSync } from 'node:fs';

/** Samples of one process that lives for a whole segment. */
export interface MemorySeries {
  readonly segment: number;
  readonly process: 'window' | 'proxy';
  /** Seconds since the first step of the segment; resident MB; of a window also the MB of its heap after a garbage collection. */
  readonly samples: (readonly [seconds: number, residentMb: number, heapMb?: number])[];
}

/** The resident memory of a process, in MB; `undefined` if it has ended, or where the system does not say it. */
export function residentMb(pid: number | undefined): number | undefined {
  try {
    const kib = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : megabytes(Number(kib) * 1024);
  } catch {
    return undefined;
  }
}

/** With two decimals. */
export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e4) / 100;
}
