import assert from 'node:assert/strict';
import { withoutQuotationMarks } from '#form/text.ts';
import { languages, translatedMessages } from '#scripts/lib/translations.ts';

/** The marks around a quoted placeholder, without the spaces that French has inside of them. */
const quoted = /([^\s\w])[\s\u00a0\u202f]*\{\d+\}[\s\u00a0\u202f]*([^\s\w])/gu;

describe('the quotation marks around the words of a server', () => {
  for (const language of languages) {
    it(`cannot stand within them in ${language}`, () => {
      const messages = Object.entries(translatedMessages(language)).filter(([english]) => /“\{\d+\}”/.test(english));
      assert.notEqual(messages.length, 0);
      const marks = messages.flatMap(([, translated]) =>
        [...translated.matchAll(quoted)].flatMap(([, ...pair]) => pair),
      );
      const quotationMarks = marks.filter((mark) => /[\p{Pi}\p{Pf}"„「」『』]/u.test(mark));
      assert.ok(quotationMarks.length >= 2 * messages.length, `quoted ${quotationMarks.join(' ')}`);
      assert.equal(withoutQuotationMarks(quotationMarks.join('')), "'".repeat(quotationMarks.length));
    });
  }
});
