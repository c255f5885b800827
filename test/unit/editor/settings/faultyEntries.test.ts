import assert from 'node:assert/strict';
import { faultyEntries } from '#editor/settings/faultyEntries.ts';

const user = { kind: 'user' } as const;
const workspace = { kind: 'workspace' } as const;
const problem = (server: string, key: string, message: string) => ({ server, key, message, remedy: 'Do this.' });

describe('entries that cannot be used', () => {
  it('are listed one by one, each with all its problems', () => {
    const faulty = faultyEntries([
      { scope: user, setting: 'servers', problem: problem('a', 'url', 'url must be text.') },
      { scope: user, setting: 'servers', problem: problem('b', 'args[0]', 'This must be text.') },
      { scope: user, setting: 'servers', problem: problem('a', '', 'The entry is odd.') },
    ]);
    assert.deepEqual(
      faulty.map(({ name, lines }) => ({ name, lines })),
      [
        { name: 'a', lines: ['url must be text. Do this.', 'The entry is odd. Do this.'] },
        { name: 'b', lines: ['args[0]: This must be text. Do this.'] },
      ],
    );
  });

  it('are separate if two scopes use the same name', () => {
    const faulty = faultyEntries([
      { scope: user, setting: 'servers', problem: problem('a', '', 'One.') },
      { scope: workspace, setting: 'servers', problem: problem('a', '', 'Two.') },
    ]);
    assert.deepEqual(
      faulty.map(({ scope }) => scope.kind),
      ['user', 'workspace'],
    );
  });

  it('have the id of the setting as their name if the problem is not about a server', () => {
    const faulty = faultyEntries([{ scope: user, setting: 'inputs', problem: problem('', 'inputs[0]', 'Bad.') }]);
    assert.equal(faulty[0]?.name, 'mcpElicitation.inputs');
  });
});
