import assert from 'node:assert/strict';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { readArgumentsSchema, readRequestedSchema } from '#form/schema/readSchema.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';

const schema = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]+$' } }, required: ['code'] };
const formOf = (from: unknown) => {
  const reading = readRequestedSchema(from);
  assert.ok(reading.ok);
  return reading.form;
};
const asked = { form: formOf(schema), owner: 'honest' };
const typed = (text: string) => [{ kind: 'text', text, touched: true } as const];

describe('the judge of answers', () => {
  let checker: InProcessChecker;
  let judge: AnswerValidator;

  beforeEach(() => {
    checker = new InProcessChecker();
    judge = new AnswerValidator(checker);
  });

  it('has the patterns of a server run while somebody types', async () => {
    assert.deepEqual((await judge.evaluate(asked, typed('AB'))).problems, []);
    assert.equal((await judge.evaluate(asked, typed('ab'))).problems.length, 1);
  });

  it('is there at once where there is no pattern, or where it was run before', async () => {
    const plain = { form: formOf({ type: 'object', properties: { a: { type: 'string' } } }), owner: 'honest' };
    assert.ok(!(judge.evaluate(plain, typed('x')) instanceof Promise));
    assert.ok(judge.evaluate(asked, typed('AB')) instanceof Promise);
    await judge.evaluate(asked, typed('AB'));
    assert.ok(!(judge.evaluate(asked, typed('AB')) instanceof Promise));
  });

  it('gives each server an allowance of its own for patterns that are slow', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`f${index}`, { type: 'string', pattern: `^(g+)+${index}$` }]),
    );
    const form = formOf({ type: 'object', properties });
    // Mocha's limit is the assertion: by themselves they would run for ages.
    const all = form.fields.map(() => ({ kind: 'text', text: 'g'.repeat(50), touched: true }) as const);
    const { problems } = await judge.evaluate({ form, owner: 'hostile' }, all);
    assert.equal(problems.length, 500);
    assert.match(problems[499]?.message ?? '', /takes too long/);
    assert.deepEqual(await judge.answer(asked, typed('AB')), { ok: true, content: { code: 'AB' } });
  });

  it('lets an answer leave only when it is right', async () => {
    assert.deepEqual(await judge.answer(asked, typed('AB')), { ok: true, content: { code: 'AB' } });
    assert.equal((await judge.answer(asked, typed('ab'))).ok, false);
    assert.equal(checker.asked.checks, 1, 'what the form refuses is not checked again');
  });

  it('checks a value against the schema of a server, and names the property that is wrong', async () => {
    assert.deepEqual(await judge.check('honest', schema, { code: 'AB' }), { problems: [] });
    assert.deepEqual(await judge.check('honest', schema, {}), { problems: ['code: The server needs this too.'] });
    const { problems, unchecked } = await judge.check('honest', { ...schema, $schema: 'urn:x' }, {});
    assert.deepEqual(problems, []);
    assert.match(unchecked ?? '', /dialect/);
  });

  it('lets a tool be run whose pattern cannot be run to its end, and says so', async () => {
    const toolSchema = { type: 'object', properties: { code: { type: 'string', pattern: '^(h+)+$' } } };
    const tool = { form: formOf(toolSchema), owner: 'hostile', toolSchema };
    const slow = typed(`${'h'.repeat(50)}!`);
    assert.deepEqual((await judge.evaluate(tool, slow)).problems, []);
    const answer = await judge.answer(tool, slow);
    assert.ok(answer.ok);
    assert.match(answer.unchecked ?? '', /too much time or memory/);
  });

  it('lets a tool be run with a text that has not the format of its field, and no answer to a question', async () => {
    const toolSchema = { type: 'object', properties: { code: { type: 'string', format: 'uri' } }, required: ['code'] };
    const reading = readArgumentsSchema(toolSchema);
    assert.ok(reading.ok);
    const doubtful = typed('example.com/x');
    assert.deepEqual(await judge.answer({ form: reading.form, owner: 'honest', toolSchema }, doubtful), {
      ok: true,
      content: { code: 'example.com/x' },
    });
    assert.equal((await judge.answer({ form: formOf(toolSchema), owner: 'honest' }, doubtful)).ok, false);
    assert.deepEqual(await judge.check('honest', toolSchema, { code: 'example.com/x' }), { problems: [] });
  });

  it('asserts the formats of a form itself, whatever its fields let pass', async () => {
    const reading = readArgumentsSchema({ type: 'object', properties: { code: { type: 'string', format: 'uri' } } });
    assert.ok(reading.ok);
    assert.equal((await judge.answer({ form: reading.form, owner: 'honest' }, typed('example.com/x'))).ok, false);
  });

  it('lets no answer to a question leave that could not be checked', async () => {
    const question = { form: formOf({ type: 'object', properties: { a: { type: 'string' } } }), owner: 'honest' };
    checker.check = async () => ({ kind: 'unchecked', why: 'tooCostly' });
    const answer = await judge.answer(question, typed('x'));
    assert.ok(!answer.ok);
    assert.match(answer.summary, /Nothing was sent\.$/);
  });
});
