import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';

const schema = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]+$' } }, required: ['code'] };
const formOf = (from: unknown) => {
  const reading = readRequestedSchema(from);
  assert.ok(reading.ok);
  return reading.form;
};
const formRequest = { form: formOf(schema), owner: 'honest' };
const typed = (text: string) => [{ kind: 'text', text, touched: true } as const];

describe('the answer validator', () => {
  let checker: InProcessChecker;
  let validator: AnswerValidator;

  beforeEach(() => {
    checker = new InProcessChecker();
    validator = new AnswerValidator(checker);
  });

  it('runs the patterns of a server while the user types', async () => {
    assert.deepEqual((await validator.evaluate(formRequest, typed('AB'))).problems, []);
    assert.equal((await validator.evaluate(formRequest, typed('ab'))).problems.length, 1);
  });

  it('returns at once without patterns or with cached verdicts', async () => {
    const plain = { form: formOf({ type: 'object', properties: { a: { type: 'string' } } }), owner: 'honest' };
    assert.ok(!(validator.evaluate(plain, typed('x')) instanceof Promise));
    assert.ok(validator.evaluate(formRequest, typed('AB')) instanceof Promise);
    await validator.evaluate(formRequest, typed('AB'));
    assert.ok(!(validator.evaluate(formRequest, typed('AB')) instanceof Promise));
  });

  afterEach(() => mock.restoreAll());

  it('accounts slow patterns to each server separately', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`f${index}`, { type: 'string', pattern: `^(g+)+${index}$` }]),
    );
    const form = formOf({ type: 'object', properties });
    // The time limit of the test is an assertion: without a limit the patterns would run far longer. The clock is stopped, because
    // the time of a server is restored as it passes, on a busy machine as fast as it is used.
    const stopped = performance.now();
    mock.method(performance, 'now', () => stopped);
    const all = form.fields.map(() => ({ kind: 'text', text: 'g'.repeat(50), touched: true }) as const);
    const { problems } = await validator.evaluate({ form, owner: 'hostile' }, all);
    assert.equal(problems.length, 500);
    assert.match(problems[499]?.message ?? '', /takes too long/);
    assert.deepEqual(await validator.validate(formRequest, typed('AB')), { ok: true, content: { code: 'AB' } });
  });

  it('accepts only a valid answer', async () => {
    assert.deepEqual(await validator.validate(formRequest, typed('AB')), { ok: true, content: { code: 'AB' } });
    assert.equal((await validator.validate(formRequest, typed('ab'))).ok, false);
    assert.equal(checker.callCounts.checks, 1, 'what the form refuses is not checked again');
  });

  it("checks a value against a server's schema and names the invalid property", async () => {
    assert.deepEqual(await validator.check('honest', schema, { code: 'AB' }), { problems: [] });
    assert.deepEqual(await validator.check('honest', schema, {}), { problems: ['code: The server needs this too.'] });
    const { problems, unchecked } = await validator.check('honest', { ...schema, $schema: 'urn:x' }, {});
    assert.deepEqual(problems, []);
    assert.match(unchecked ?? '', /dialect/);
  });

  it('accepts the arguments of a tool with a pattern that was stopped, and reports them as unchecked', async () => {
    const toolSchema = { type: 'object', properties: { code: { type: 'string', pattern: '^(h+)+$' } } };
    const tool = { form: formOf(toolSchema), owner: 'hostile', toolSchema };
    const slow = typed(`${'h'.repeat(50)}!`);
    assert.deepEqual((await validator.evaluate(tool, slow)).problems, []);
    const answer = await validator.validate(tool, slow);
    assert.ok(answer.ok);
    assert.match(answer.unchecked ?? '', /too much time or memory/);
  });

  it("accepts a text without its field's format for a tool, but not for an elicitation", async () => {
    const toolSchema = { type: 'object', properties: { code: { type: 'string', format: 'uri' } }, required: ['code'] };
    const reading = readArgumentsSchema(toolSchema);
    assert.ok(reading.ok);
    const withoutScheme = typed('example.com/x');
    assert.deepEqual(await validator.validate({ form: reading.form, owner: 'honest', toolSchema }, withoutScheme), {
      ok: true,
      content: { code: 'example.com/x' },
    });
    assert.equal((await validator.validate({ form: formOf(toolSchema), owner: 'honest' }, withoutScheme)).ok, false);
    assert.deepEqual(await validator.check('honest', toolSchema, { code: 'example.com/x' }), { problems: [] });
  });

  it('asserts the formats of a form independently of its fields', async () => {
    const reading = readArgumentsSchema({ type: 'object', properties: { code: { type: 'string', format: 'uri' } } });
    assert.ok(reading.ok);
    assert.equal((await validator.validate({ form: reading.form, owner: 'honest' }, typed('example.com/x'))).ok, false);
  });

  it('rejects an answer to an elicitation that could not be checked', async () => {
    const question = { form: formOf({ type: 'object', properties: { a: { type: 'string' } } }), owner: 'honest' };
    checker.check = async () => ({ kind: 'unchecked', why: 'tooCostly' });
    const answer = await validator.validate(question, typed('x'));
    assert.ok(!answer.ok);
    assert.match(answer.summary, /Nothing was sent\.$/);
  });
});
