import assert from 'node:assert/strict';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { FormInputs } from '#form/model.ts';
import { readArgumentsSchema, readRequestedSchema } from '#form/schema/readSchema.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';

const judge = new AnswerValidator(new InProcessChecker());
const typed = (text: string) => ({ kind: 'text', text, touched: true }) as const;

function answerTo(schema: object, inputs: FormInputs) {
  const reading = readRequestedSchema(schema);
  assert.ok(reading.ok);
  return judge.validate({ form: reading.form, owner: 'server' }, inputs);
}

function argumentsFor(toolSchema: object, inputs: FormInputs) {
  const reading = readArgumentsSchema(toolSchema);
  assert.ok(reading.ok);
  return judge.validate({ form: reading.form, owner: 'server', toolSchema }, inputs);
}

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 18 } },
  required: ['name'],
};

describe('answering a form', () => {
  it('returns the entered content', async () => {
    assert.deepEqual(await answerTo(person, [typed('Mona'), typed('30')]), {
      ok: true,
      content: { name: 'Mona', age: 30 },
    });
  });

  it('reports the invalid fields', async () => {
    assert.deepEqual(await answerTo(person, [typed(''), typed('17')]), {
      ok: false,
      summary: '2 fields need your attention.',
      problems: [
        { field: 0, message: 'Enter some text.' },
        { field: 1, message: 'Enter a whole number of at least 18.' },
      ],
    });
  });

  it('counts one invalid field in the singular', async () => {
    const given = await answerTo(person, [typed('Mona'), typed('x')]);
    assert.equal(given.ok ? '' : given.summary, 'One field needs your attention.');
  });

  it('reports a violation of the schema at its field', async () => {
    const options = { type: 'string', enum: ['a', 'bb'], maxLength: 1 };
    const schema = { type: 'object', properties: { a: { type: 'string' }, choice: options } };
    assert.deepEqual(await answerTo(schema, [typed('x'), { kind: 'choice', selected: 1 }]), {
      ok: false,
      summary: 'One field needs your attention.',
      problems: [{ field: 1, message: "The server's schema says: must NOT have more than 1 characters." }],
    });
  });

  it('reports a violation without a field in the summary', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, minProperties: 1 };
    const given = await argumentsFor(schema, [typed(''), typed('')]);
    assert.deepEqual(given, {
      ok: false,
      summary: "The server's schema says: must NOT have fewer than 1 properties.",
      problems: [],
    });
  });

  it('rejects inputs of another form', async () => {
    for (const inputs of [[], [{ kind: 'boolean', value: true }, typed('30')]] as FormInputs[]) {
      const given = await answerTo(person, inputs);
      assert.match(given.ok ? '' : given.summary, /does not belong to this form/);
    }
  });

  it("reports that a tool's schema cannot be checked", async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', uniqueItems: 'yes' } } };
    const given = await argumentsFor(schema, [typed('x')]);
    assert.match((given.ok && given.unchecked) || '', /schema of the server cannot be used/);
  });

  for (const name of ['__proto__', 'constructor', '', 'f0', 'a/b~c']) {
    it(`checks a field called ${JSON.stringify(name)} like any other`, async () => {
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
