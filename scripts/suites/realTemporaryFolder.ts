import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Gives this process, and those that it starts, a temporary folder with a real and short path. The one of macOS is a link, and is so
 * long that sockets in it have no room for their names; the one of Windows may have a short name such as `RUNNER~1`, which is not
 * what the product reads as the real path.
 */
export function useRealTemporaryFolder(): void {
  if (process.platform === 'darwin') process.env['TMPDIR'] = realpathSync('/tmp');
  if (process.platform === 'win32') {
    const path = realpathSync.native(tmpdir());
    Object.assign(process.env, { TEMP: path, TMP: path });
  }
}
