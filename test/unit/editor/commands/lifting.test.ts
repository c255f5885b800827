import assert from 'node:assert/strict';
import { needsConfirmation } from '#editor/commands/readCommandArguments.ts';

describe('a command that changes how much a server may ask', () => {
  const view = { server: {} };
  for (const [act, byName] of [
    ['allow', true],
    ['unmute', true],
    ['mute', false],
    ['muteBriefly', false],
    ['cancelAll', false],
  ] as const) {
    it(`${byName ? 'asks' : 'does not ask'} the user when a program calls it to ${act}, and never when the user chose it`, () => {
      assert.deepEqual(
        ['weather', '', view, undefined].map((argument) => needsConfirmation(act, argument)),
        [byName, byName, false, false],
      );
    });
  }
});
