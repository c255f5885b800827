import assert from 'node:assert/strict';
import { distinctFieldLabels, namesOfDuplicateLabels } from '#form/fieldLabels.ts';
import type { Field } from '#form/model.ts';

const field = (name: string, label = name): Field => ({ kind: 'text', name, label, required: false });

describe('fields with the same label', () => {
  const fields = [field('home', 'Street'), field('town'), field('work', 'STREET')];

  it('show the names of their properties; other fields do not', () => {
    assert.deepEqual(namesOfDuplicateLabels(fields), ['home', undefined, 'work']);
    assert.deepEqual(distinctFieldLabels(fields), ['Street (home)', 'town', 'STREET (work)']);
  });

  it('show names without invisible characters', () => {
    const [name = '', other] = namesOfDuplicateLabels([
      field(`a\n${'b'.repeat(500)}`, 'Same'),
      field('\u202e', 'Same'),
    ]);
    assert.match(name, /^a b{78}…$/);
    assert.equal(other, undefined);
  });

  it('may be named like a property of Object.prototype', () => {
    assert.deepEqual(namesOfDuplicateLabels([field('a', '__proto__'), field('constructor')]), [undefined, undefined]);
  });
});
