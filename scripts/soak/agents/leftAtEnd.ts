import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import type { Ledger } from '#scripts/soak/common/ledger.ts';

/**
 * Counts the files of windows and sessions, and the processes, that are left when everything has ended. Each is a failure.
 * @param folder all processes of the segment were started in it, or below it
 */
export async function checkLeftovers(folder: string, homes: readonly string[], ledger: Ledger): Promise<void> {
  for (const { windows, run } of homes.map(homeFolder)) {
    for (const place of [windows, run]) {
      for (const name of await readdir(place)) found(ledger, 'a file', join(place, name));
    }
  }
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const directory = await readlink(`/proc/${id}/cwd`).catch(() => '');
    if (directory.startsWith(folder)) found(ledger, 'a process', `${id} in ${directory}`);
  }
  ledger.counts.add('left: looked for');
}

function found(ledger: Ledger, what: 'a file' | 'a process', text: string): void {
  ledger.counts.add(`left: ${what}`);
  ledger.fail(`Left is ${what}: ${text}`);
}
