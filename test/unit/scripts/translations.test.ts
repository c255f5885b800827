import assert from 'node:assert/strict';
import { translationProblems } from '#scripts/lib/translations.ts';

describe('a translation', () => {
  it('may change the order of placeholders and repeat them', () => {
    assert.deepEqual(translationProblems({ a: '{0} of {1}' }, { a: '{1}: {0} ({1})' }), []);
  });

  it('needs each text', () => {
    assert.deepEqual(translationProblems({ Yes: 'Yes', No: 'No' }, { Yes: 'Ja', No: ' ' }), [
      '"No" is not translated.',
    ]);
  });

  it('has no text beyond those of the extension', () => {
    assert.deepEqual(translationProblems({}, { Old: 'Alt' }), [
      '"Old" is no text of the extension; npm run l10n removes it.',
    ]);
  });

  for (const { what, english, translated, problem } of [
    {
      what: 'placeholder',
      english: '{0} asks {1}',
      translated: '{0} fragt',
      problem: /its placeholders: \{0\} \{1\} is \{0\}/,
    },
    {
      what: 'link',
      english: '[Add](command:a)',
      translated: '[Hinzufügen](command:b)',
      problem: /its links: \]\(command:a\) is \]\(command:b\)/,
    },
    { what: 'code', english: 'Set `enabled`', translated: 'Aktivieren', problem: /its code: `enabled` is missing/ },
    { what: 'line break', english: 'a\nb', translated: 'a b', problem: /its line breaks: 1 is 0/ },
    { what: 'dots', english: 'Run...', translated: 'Ausführen', problem: /its three dots: \.\.\. is missing/ },
  ]) {
    it(`keeps each ${what} of the English text`, () => {
      const problems = translationProblems({ key: english }, { key: translated });
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
    });
  }
});
