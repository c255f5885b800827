import assert from 'node:assert/strict';
import { matchesPattern } from '../../../../src/core/guard/patterns.ts';
import { answer } from '../../../../src/core/inbox/answering.ts';
import { ContentCheck } from '../../../../src/core/inbox/content.ts';
import type { FormInputs } from '../../../../src/form/model.ts';
import { readRequestedSchema } from '../../../../src/form/schema.ts';

const check = new ContentCheck(matchesPattern);
const typed = (text: string) => ({ kind: 'text', text, touched: true }) as const;

function answerTo(schema: object, inputs: FormInputs) {
  const reading = readRequestedSchema(schema);
  assert.ok(reading.ok);
  return answer({ form: reading.form, schema }, inputs, matchesPattern, check);
}

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 18 } },
  required: ['name'],
};

describe('answering a question', () => {
  it('gives the content that was entered', () => {
    assert.deepEqual(answerTo(person, [typed('Mona'), typed('30')]), { ok: true, content: { name: 'Mona', age: 30 } });
  });

  it('says which fields need attention', () => {
    assert.deepEqual(answerTo(person, [typed(''), typed('17')]), {
      ok: false,
      summary: '2 fields need your attention.',
      problems: [
        { field: 0, message: 'Enter some text.' },
        { field: 1, message: 'Enter a whole number of at least 18.' },
      ],
    });
  });

  it('speaks of one field', () => {
    const given = answerTo(person, [typed('Mona'), typed('x')]);
    assert.equal(given.ok ? '' : given.summary, 'One field needs your attention.');
  });

  it('puts what only the schema knows beside its field', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, ok: { type: 'boolean', const: true } } };
    assert.deepEqual(answerTo(schema, [typed('x'), { kind: 'boolean', value: false }]), {
      ok: false,
      summary: 'One field needs your attention.',
      problems: [{ field: 1, message: 'The server accepts only true here.' }],
    });
  });

  it('puts what belongs to no field into the summary', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, minProperties: 1 };
    const given = answerTo(schema, [typed(''), typed('')]);
    assert.deepEqual(given, {
      ok: false,
      summary: "The server's schema says: must NOT have fewer than 1 properties.",
      problems: [],
    });
  });

  it('refuses inputs of another form', () => {
    for (const inputs of [[], [{ kind: 'boolean', value: true }, typed('30')]] as FormInputs[]) {
      const given = answerTo(person, inputs);
      assert.match(given.ok ? '' : given.summary, /does not belong to this form/);
    }
  });

  it('sends nothing when the schema cannot be checked', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', uniqueItems: 'yes' } } };
    const given = answerTo(schema, [typed('x')]);
    assert.match(given.ok ? '' : given.summary, /schema cannot be used/);
  });
});
