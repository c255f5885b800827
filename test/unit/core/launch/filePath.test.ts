import assert from 'node:assert/strict';
import { decideFilePath } from '#core/launch/startDecision.ts';
import type { Scope } from '#core/model/definition.ts';
import type { Untrusted } from '#core/trust/trust.ts';

const folder = '/open/app';
const user: Scope = { kind: 'user' };
/** A link that leads into the open folder. */
const link = '/beside/link';
const untrusted: Untrusted = {
  trusted: false,
  emptyFolder: '/ours/empty',
  folders: {
    contains: async (path) => [folder, link].some((parent) => path === parent || path.startsWith(`${parent}/`)),
    mentionedIn: () => undefined,
  },
};

describe('the path of a file that an entry names', () => {
  const request = {
    scope: user,
    workspaceFolders: [{ name: 'app', path: folder }],
    userHome: '/home/me',
    platform: 'linux' as const,
  };
  for (const [file, trusted, expected] of [
    ['key.pem', '/open/app/key.pem', 'relative'],
    ['~/key.pem', '/home/me/key.pem', '/home/me/key.pem'],
    ['/beside/key.pem', '/beside/key.pem', '/beside/key.pem'],
    ['/open/app/key.pem', '/open/app/key.pem', 'inFolder'],
    ['/beside/link/key.pem', '/beside/link/key.pem', 'inFolder'],
  ] as const) {
    it(`is for ${file} in a trusted workspace ${trusted}, else ${expected}`, async () => {
      assert.equal(
        await decideFilePath({ ...request, trust: { trusted: true } }, 'oauth.privateKeyFile', file),
        trusted,
      );
      const decided = await decideFilePath({ ...request, trust: untrusted }, 'oauth.privateKeyFile', file);
      assert.equal(typeof decided === 'string' ? decided : decided.kind, expected);
    });
  }
});
