import { readFileSync } from 'node:fs';

/**
 * A size of a process from a file of Linux, in kB of 1,000 bytes: `Pss` in `smaps_rollup` (what the process shares with others is
 * divided among them), `Rss` there (with all that it shares), `VmHWM` in `status` (the most that it has had).
 */
export function processKb(pid: number, file: 'smaps_rollup' | 'status', name: 'Pss' | 'Rss' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) * 1.024;
}
