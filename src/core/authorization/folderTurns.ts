import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { oneAtATime } from '#core/common/oneAtATime.ts';
import type { WindowTurns } from './authorizationServices.ts';

/** Longer than a refresh, whose request may take 30 s, and the storing of its tokens. In milliseconds. */
const waitMs = 40_000;

/** Lets the windows take turns that are given the same folder. If it cannot be written, they do not wait for each other. */
export function folderTurns(folder: string): WindowTurns {
  return {
    take: async (key, action) => {
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return action();
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return await oneAtATime(join(folder, fingerprintOf(key)), begin, { waitMs });
      } catch (error) {
        if (hasBegun) {
          throw error;
        }
        return action();
      }
    },
  };
}
