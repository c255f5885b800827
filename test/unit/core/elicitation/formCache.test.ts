import assert from 'node:assert/strict';
import { FormCache } from '#core/elicitation/elicitationParams.ts';

const schemaOf = (name: string, rules: object = {}) => ({
  type: 'object',
  properties: { [name]: { type: 'string', ...rules } },
});

describe('the cache of forms', () => {
  const read = (forms: FormCache, schema: object) => forms.read(schema, JSON.stringify(schema));

  it('reads each schema once, and keeps a limited number of forms', () => {
    const forms = new FormCache();
    const first = read(forms, schemaOf('a'));
    assert.ok(first.ok);
    assert.equal(read(forms, schemaOf('a')), first);
    for (let index = 0; index < 50; index += 1) {
      read(forms, schemaOf(`other${index}`));
    }
    assert.notEqual(read(forms, schemaOf('a')), first);
    assert.deepEqual(read(forms, schemaOf('a')), first);
  });

  it('does not keep forms with patterns, so that each form has a separate time limit', () => {
    const forms = new FormCache();
    const schema = schemaOf('a', { pattern: '^a+$' });
    const [first, second] = [read(forms, schema), read(forms, schema)];
    assert.notEqual(first, second);
    assert.deepEqual(first, second);
  });
});
