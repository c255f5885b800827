import assert from 'node:assert/strict';
import { needsConfirmation } from '#editor/commands/readCommandArguments.ts';

describe('a command that changes the limit on a server’s requests', () => {
  const view = { server: {} };
  for (const [act, byName] of [
    ['allow', true],
    ['unmute', true],
    ['mute', false],
    ['muteBriefly', false],
    ['cancelAll', false],
  ] as const) {
    it(`${byName ? 'asks' : 'does not ask'} the user before "${act}" if a program runs it, and never if the user chose it`, () => {
      assert.deepEqual(
        ['weather', '', view, undefined].map((argument) => needsConfirmation(act, argument)),
        [byName, byName, false, false],
      );
    });
  }
});
