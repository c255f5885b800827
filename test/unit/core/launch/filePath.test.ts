import assert from 'node:assert/strict';
import { decideFilePath } from '#core/launch/startDecision.ts';
import type { Untrusted } from '#core/trust/trust.ts';

const folder = '/open/app';
/** Settings of an untrusted workspace. `/beside/link` is a link into the open folder. */
const untrusted: Untrusted = {
  trusted: false,
  emptyFolder: '/ours/empty',
  folders: {
    contains: async (path) => [folder, '/beside/link'].some((each) => path === each || path.startsWith(`${each}/`)),
    mentionedIn: () => undefined,
  },
};

describe('the path of a file that an entry names', () => {
  const request = {
    scope: { kind: 'user' } as const,
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
    it(`of ${file} is ${trusted} in a trusted workspace, and ${expected} in an untrusted one`, async () => {
      assert.equal(
        await decideFilePath({ ...request, trust: { trusted: true } }, 'oauth.privateKeyFile', file),
        trusted,
      );
      const decided = await decideFilePath({ ...request, trust: untrusted }, 'oauth.privateKeyFile', file);
      assert.equal(typeof decided === 'string' ? decided : decided.kind, expected);
    });
  }
});
