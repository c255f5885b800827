import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { withoutQuotationMarks } from '#form/text.ts';
import { languages, translatedMessages } from '#scripts/lib/translations.ts';
import { fromRoot } from '#test/root.ts';

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

    it(`are the same in the styles and in the texts in ${language}`, () => {
      const marks = translatedMessages(language)['“{0}”']?.split('{0}');
      assert.deepEqual([styledMark('before', language), styledMark('after', language)], marks);
    });
  }
});

/** The quotation mark that `media/panel.css` writes before or after a quoted name. */
function styledMark(place: 'before' | 'after', language: string): string | undefined {
  const css = readFileSync(fromRoot('media/panel.css'), 'utf8');
  const contentOf = (selector: string) => css.split(`\n${selector}::${place} {\n  content: '`)[1]?.split("';")[0];
  const content = contentOf(`.quoted:lang(${language})`) ?? contentOf('.quoted');
  return content?.replace('\\a0', '\u00a0');
}
