import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { Workbench } from './workbench.ts';

/** What the record says of requests, in the order in which they were settled: "accept", "accept refused 403". */
export async function recordedFates({ editor: { recordFolder } }: Workbench): Promise<readonly string[]> {
  const names = await readdir(recordFolder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(recordFolder, name), 'utf8').catch(() => '')));
  return texts
    .flatMap((text) => text.split('\n').flatMap(fateIn))
    .sort((one, other) => one.at.localeCompare(other.at))
    .map(({ fate }) => fate);
}

/** Nothing of entries about something else, and of a line that is being written. */
function fateIn(line: string): { readonly at: string; readonly fate: string }[] {
  const entry = tryParseJson(line);
  return isRecord(entry) && entry['kind'] === 'elicitation'
    ? [
        {
          at: String(entry['at']),
          fate: [entry['decision'], entry['delivery'], entry['status']].filter(Boolean).join(' '),
        },
      ]
    : [];
}
