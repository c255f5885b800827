import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { readLedger, type TotalLedger } from './totalLedger.ts';

/** The file of the ledger. A new run moves the one of an earlier run to a name beside it. */
export class LedgerFile {
  readonly path: string;

  constructor(path = join(root, '.cache/soak/ledger.json')) {
    this.path = path;
  }

  /** `undefined` if there is none. @throws Error if it cannot be read */
  read(): TotalLedger | undefined {
    return existsSync(this.path) ? readLedger(readFileSync(this.path, 'utf8')) : undefined;
  }

  /** Replaces it as a whole, so that a run that is killed leaves the one before. */
  write(total: TotalLedger): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const temporary = `${this.path}.${process.pid}`;
    const text = JSON.stringify({ ...total, writtenAt: new Date().toISOString(), pid: process.pid });
    writeFileSync(temporary, `${text}\n`, { flush: true });
    renameSync(temporary, this.path);
  }

  /** Keeps what an earlier run has counted. */
  moveAway(): void {
    if (existsSync(this.path)) renameSync(this.path, join(dirname(this.path), 'ledger-before.json'));
  }
}

/** True if the process that wrote it runs, which only Linux says. */
export function isWritten({ pid }: TotalLedger): boolean {
  try {
    return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts/soak.ts');
  } catch {
    return false;
  }
}
