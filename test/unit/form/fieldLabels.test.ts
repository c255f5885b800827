import assert from 'node:assert/strict';
import { distinctFieldLabels, namesOfDuplicateLabels } from '#form/fieldLabels.ts';
import type { Field } from '#form/model.ts';

const field = (name: string, label = name): Field => ({ kind: 'text', name, label, required: false });

describe('fields with the same label', () => {
  const fields = [field('home', 'Street'), field('town'), field('work', 'STREET')];

  it('have the names of their properties beside it, and no others do', () => {
    assert.deepEqual(namesOfDuplicateLabels(fields), ['home', undefined, 'work']);
    assert.deepEqual(distinctFieldLabels(fields), ['Street (home)', 'town', 'STREET (work)']);
  });

  it('have names that are fit to be shown', () => {
    const [name = '', other] = namesOfDuplicateLabels([
      field(`a\n${'b'.repeat(500)}`, 'Same'),
      field('\u202e', 'Same'),
    ]);
    assert.match(name, /^a b{78}…$/);
    assert.equal(other, undefined);
  });

  it('are found by any name, one of JavaScript included', () => {
    assert.deepEqual(namesOfDuplicateLabels([field('a', '__proto__'), field('constructor')]), [undefined, undefined]);
  });
});
