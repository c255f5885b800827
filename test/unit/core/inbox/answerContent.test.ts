import assert from 'node:assert/strict';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { FormInputs } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';

const validator = new AnswerValidator(new InProcessChecker());
const typed = (text: string) => ({ kind: 'text', text, touched: true }) as const;

function answerTo(schema: object, inputs: FormInputs) {
  const reading = readRequestedSchema(schema);
  assert.ok(reading.ok);
  return validator.validate({ form: reading.form, owner: 'server' }, inputs);
}

function argumentsFor(toolSchema: object, inputs: FormInputs) {
  const reading = readArgumentsSchema(toolSchema);
  assert.ok(reading.ok);
  return validator.validate({ form: reading.form, owner: 'server', toolSchema }, inputs);
}

const personSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 18 } },
  required: ['name'],
};

describe('the answer to a form', () => {
  it('has the entered content', async () => {
    assert.deepEqual(await answerTo(personSchema, [typed('Mona'), typed('30')]), {
      ok: true,
      content: { name: 'Mona', age: 30 },
    });
  });

  it('is rejected with the invalid fields', async () => {
    assert.deepEqual(await answerTo(personSchema, [typed(''), typed('17')]), {
      ok: false,
      summary: 'Fix 2 answers',
      problems: [
        { field: 0, message: 'Required.' },
        { field: 1, message: 'Enter 18 or more.' },
      ],
    });
  });

  it('is rejected with a summary in the singular if one field is invalid', async () => {
    const answer = await answerTo(personSchema, [typed('Mona'), typed('x')]);
    assert.equal(answer.ok ? '' : answer.summary, 'Fix 1 answer');
  });

  it('is rejected with a violation of the schema at its field', async () => {
    const options = { type: 'string', enum: ['a', 'bb'], maxLength: 1 };
    const schema = { type: 'object', properties: { a: { type: 'string' }, choice: options } };
    assert.deepEqual(await answerTo(schema, [typed('x'), { kind: 'choice', selected: 1 }]), {
      ok: false,
      summary: 'Fix 1 answer',
      problems: [{ field: 1, message: "The server's schema says: must NOT have more than 1 characters." }],
    });
  });

  it('is rejected with a violation in the summary if it belongs to no field', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, minProperties: 1 };
    const answer = await argumentsFor(schema, [typed(''), typed('')]);
    assert.deepEqual(answer, {
      ok: false,
      summary: "The server's schema says: must NOT have fewer than 1 properties.",
      problems: [],
    });
  });

  it('is rejected if the inputs belong to another form', async () => {
    for (const inputs of [[], [{ kind: 'boolean', value: true }, typed('30')]] as FormInputs[]) {
      const answer = await answerTo(personSchema, inputs);
      assert.match(answer.ok ? '' : answer.summary, /do not fit this form/);
    }
  });

  it('has a note if the schema of the tool cannot be used', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', uniqueItems: 'yes' } } };
    const answer = await argumentsFor(schema, [typed('x')]);
    assert.match((answer.ok && answer.unchecked) || '', /schema of the server cannot be used/);
  });

  const positive = { not: { const: '5' } };
  const listSchema = {
    type: 'object',
    properties: { tags: { type: 'array', items: { type: 'string' } } },
    allOf: [{ properties: { tags: { items: positive } } }],
  };

  it('names the row of a violation as the form counts rows, those without a value included', async () => {
    const answer = await argumentsFor(listSchema, [
      { kind: 'list', rows: [typed('1'), typed(''), typed('5')], touched: true },
    ]);
    assert.deepEqual(answer.ok ? [] : answer.problems, [
      { field: 0, message: "Row 3: The server's schema says: must NOT be valid." },
    ]);
  });

  it('names the name of a violation in a record', async () => {
    const schema = {
      type: 'object',
      properties: { env: { type: 'object', additionalProperties: { type: 'string' } } },
      allOf: [{ properties: { env: { additionalProperties: positive } } }],
    };
    const answer = await argumentsFor(schema, [
      { kind: 'record', rows: [{ key: 'a/b 0', value: typed('5') }], touched: true },
    ]);
    assert.deepEqual(answer.ok ? [] : answer.problems, [
      { field: 0, message: '"a/b 0": The server\'s schema says: must NOT be valid.' },
    ]);
  });

  it('lists violations that belong to no field as sentences, one after the other', async () => {
    const schema = { ...listSchema, minProperties: 2, dependentRequired: { tags: ['other'] } };
    const answer = await argumentsFor(schema, [{ kind: 'list', rows: [typed('5')], touched: true }]);
    assert.ok(!answer.ok);
    assert.equal(answer.problems.length, 1);
    assert.equal(
      answer.summary,
      "Fix 1 answer. The server's schema says: must NOT have fewer than 2 properties. " +
        '"other": The server needs this too.',
    );
  });

  for (const name of ['__proto__', 'constructor', '', 'f0', 'a/b~c']) {
    it(`is checked for a field named ${JSON.stringify(name)}`, async () => {
      const schema = JSON.parse(
        `{"type":"object","properties":{"f1":{"type":"string"},${JSON.stringify(name)}:{"type":"string","enum":["a","bb"],"maxLength":1}}}`,
      );
      const right = await answerTo(schema, [typed('x'), { kind: 'choice', selected: 0 }]);
      assert.deepEqual(right, { ok: true, content: JSON.parse(`{"f1":"x",${JSON.stringify(name)}:"a"}`) });
      const wrong = await answerTo(schema, [typed('x'), { kind: 'choice', selected: 1 }]);
      assert.deepEqual(wrong.ok ? [] : wrong.problems.map(({ field }) => field), [1]);
    });
  }
});
