import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { evaluate } from '#form/evaluate.ts';
import { anyField, insensitiveName, paymentCardNumber, secretToken, sensitiveName } from '#test/unit/arbitraryField.ts';
import { RememberedTestBed, text } from './rememberedTestBed.ts';

/** The card number without spaces, which is also valid JSON. */
const cardNumber = paymentCardNumber.replaceAll(' ', '');
const contents = {
  texts: [secretToken, cardNumber, `see ${secretToken}!`],
  numbers: [cardNumber, '4', '17'],
  options: ['one', 'two', secretToken],
} as const;

const anyForm = fc
  .uniqueArray(fc.oneof(sensitiveName, insensitiveName, fc.constant('__proto__')), { minLength: 1, maxLength: 7 })
  .chain((names) => fc.tuple(...names.map((name) => anyField(name, contents))));

describe('the secrets of remembered answers', () => {
  it('are never remembered, for any form and any answers', () => {
    let remembered = 0;
    fc.assert(
      fc.property(anyForm, (parts) => {
        const testBed = new RememberedTestBed();
        const fields = parts.map(({ field }) => field);
        const { content } = evaluate(
          { fields },
          parts.map(({ input }) => input),
        );
        testBed.openForm(fields).remember(content, []);
        assert.ok(!testBed.written.includes(secretToken) && !testBed.written.includes(cardNumber), testBed.written);
        const sensitiveNames = new Set(sensitiveFields({ fields }, '').map(({ field }) => fields[field]?.name));
        const rememberedNames = [...testBed.remembered.all.values()].map(({ name }) => name);
        assert.deepEqual(
          rememberedNames.filter((name) => sensitiveNames.has(name)),
          [],
        );
        remembered += rememberedNames.length;
      }),
      { numRuns: 300 },
    );
    assert.ok(remembered > 100);
  });

  it('are never remembered if only the caller knows them', () => {
    const testBed = new RememberedTestBed();
    testBed.openForm([text('city'), text('note')]).remember({ city: 'Oslo', note: secretToken.slice(0, 12) }, ['note']);
    assert.deepEqual(testBed.prefilledValues([text('city'), text('note')]), { city: 'Oslo' });
    assert.doesNotMatch(testBed.written, /ghp_/);
  });

  it('are not filled in if they were written into the store', () => {
    const testBed = new RememberedTestBed();
    testBed.openForm([text('note')]).remember({ note: 'harmless' }, []);
    const raw = JSON.parse(testBed.written.replaceAll('harmless', secretToken));
    testBed.memory.set('rememberedAnswers', raw);
    assert.deepEqual(testBed.prefilledValues([text('note')]), {});
  });

  it('replace an older answer by none', () => {
    const testBed = new RememberedTestBed();
    testBed.openForm([text('note')]).remember({ note: 'harmless' }, []);
    testBed.openForm([text('note')]).remember({ note: secretToken }, []);
    assert.deepEqual(testBed.prefilledValues([text('note')]), {});
  });
});
