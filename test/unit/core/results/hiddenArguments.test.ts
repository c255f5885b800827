import assert from 'node:assert/strict';
import { hiddenPaths, withoutHidden } from '#core/results/hiddenArguments.ts';
import { maskArguments } from '#core/results/resultMask.ts';

const mask = (text: string) => text.replaceAll('hunter2', '[secret]');
const remainingOf = (args: Record<string, unknown>) => {
  const shown = maskArguments(args, mask) ?? {};
  return withoutHidden(shown, hiddenPaths(args, shown));
};

describe('arguments that are filled in again without their secrets', () => {
  it('lose only the values that were masked, which are named', () => {
    assert.deepEqual(remainingOf({ headers: { Authorization: 'Bearer hunter2', Accept: 'json' }, city: 'Oslo' }), {
      values: { headers: { Accept: 'json' }, city: 'Oslo' },
      missing: ['headers › Authorization'],
    });
  });

  it('keep a text that is the same as a mask', () => {
    const args = { label: '[secret]', note: 'see [secret]' };
    assert.deepEqual(remainingOf(args), { values: args, missing: [] });
  });

  it('lose a list as a whole with an item, because the others would move to other places', () => {
    assert.deepEqual(
      remainingOf({
        args: ['--token', 'hunter2', 'hunter2', '--city', 'Oslo'],
        rows: [['a'], ['hunter2']],
        servers: [{ url: 'x', token: 'hunter2' }, { url: 'y' }],
      }),
      {
        values: { servers: [{ url: 'x' }, { url: 'y' }] },
        missing: ['args', 'rows', 'servers › 1 › token'],
      },
    );
  });

  it('lose properties with a masked name, and texts that were not searched', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const args = { hunter2: 'as a name', text: `${`${token}\n${'\n'.repeat(900)}`.repeat(2000)}last`, none: null };
    assert.deepEqual(remainingOf(args), { values: { none: null }, missing: ['[secret]', 'text'] });
  });

  it('name the first of many', () => {
    const args = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`a${index}`, 'hunter2']));
    const { values, missing } = remainingOf(args);
    assert.deepEqual([values, missing.length, missing.at(-1)], [{}, 21, '…']);
  });
});
