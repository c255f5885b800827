import assert from 'node:assert/strict';
import { matchesPattern } from '../../../../src/core/guard/patterns.ts';
import { Judge } from '../../../../src/core/inbox/judge.ts';
import { readRequestedSchema } from '../../../../src/form/schema.ts';

describe('the judge of answers', () => {
  const judge = new Judge(matchesPattern);
  const schema = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]+$' } }, required: ['code'] };
  const reading = readRequestedSchema(schema);
  assert.ok(reading.ok);
  const asked = { form: reading.form, schema };
  const typed = (text: string) => [{ kind: 'text', text, touched: true } as const];

  it('looks at the patterns of a server while somebody types', () => {
    assert.deepEqual(judge.look(asked, typed('AB')).problems, []);
    assert.equal(judge.look(asked, typed('ab')).problems.length, 1);
  });

  it('gives each form an allowance of its own for patterns that are slow', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`f${index}`, { type: 'string', pattern: `^(g+)+${index}$` }]),
    );
    const hostile = readRequestedSchema({ type: 'object', properties });
    assert.ok(hostile.ok);
    // Mocha's limit is the assertion: by themselves they would run for ages.
    const all = hostile.form.fields.map(() => ({ kind: 'text', text: 'g'.repeat(50), touched: true }) as const);
    assert.equal(judge.look({ form: hostile.form, schema }, all).problems.length, 500);
    assert.deepEqual(judge.look(asked, typed('AB')).problems, []);
    assert.deepEqual(judge.answer(asked, typed('AB')), { ok: true, content: { code: 'AB' } });
  });

  it('lets an answer leave only when it is right', () => {
    assert.deepEqual(judge.answer(asked, typed('AB')), { ok: true, content: { code: 'AB' } });
    assert.equal(judge.answer(asked, typed('ab')).ok, false);
  });

  it('checks JSON, and names the property that is wrong', () => {
    assert.deepEqual(judge.checkJson(schema, { code: 'AB' }), []);
    assert.deepEqual(judge.checkJson(schema, {}), ['code: The server needs this too.']);
  });

  it('says before anybody is asked that a schema is none', () => {
    assert.equal(judge.schemaProblem(schema), undefined);
    assert.match(judge.schemaProblem({ type: 'objekt' }) ?? '', /cannot be used/);
  });
});
