import assert from 'node:assert/strict';
import { HostError } from '#core/common/errors.ts';
import { choiceCountText, lengthNearLimitText } from '#form/constraintTexts.ts';
import { moreFieldsText } from '#form/fieldLabels.ts';
import { paragraph, setLanguage } from '#form/language.ts';
import { languages, translatedMessages } from '#scripts/lib/translations.ts';
import { retentionText, searchingText } from '#webview/history/historyTexts.ts';
import { stepStatesText } from '#webview/screens/screenTexts.ts';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
const choice = { kind: 'multiChoice', name: 'it', label: 'It', required: true, options } as const;

describe('a translated text', () => {
  afterEach(() => setLanguage('en'));
  const use = (language: (typeof languages)[number]) => setLanguage(language, translatedMessages(language));

  for (const language of languages) {
    it(`has its own form for one in ${language}, and none for one or more`, () => {
      const messages = Object.values(translatedMessages(language));
      assert.deepEqual(
        messages.filter((message) => /\p{L}\(\p{L}{1,2}\)/u.test(message)),
        [],
      );
    });
  }

  it('agrees with the number of steps', () => {
    use('pt-br');
    assert.deepEqual(
      [stepStatesText(['cancel']), stepStatesText(['cancel', 'cancel'])],
      ['1 cancelada', '2 canceladas'],
    );
    use('fr');
    assert.deepEqual(
      [stepStatesText(['withdrawn']), stepStatesText(['withdrawn', 'withdrawn'])],
      ['1 retirée', '2 retirées'],
    );
  });

  it('agrees with the number of chosen options', () => {
    use('pt-br');
    assert.deepEqual(
      [1, 2].map((chosen) => choiceCountText({ ...choice, minItems: 2 }, chosen)),
      ['1 escolhida (escolha no mínimo 2)', '2 escolhidas (escolha no mínimo 2)'],
    );
    use('es');
    assert.equal(choiceCountText(choice, 1), 'Elegida: 1');
  });

  it('agrees with the number of fields, characters and entries', () => {
    use('de');
    assert.deepEqual([1, 2].map(moreFieldsText), ['1 weiteres', '2 weitere']);
    use('es');
    assert.equal(
      lengthNearLimitText({ kind: 'text', name: 'it', label: 'It', required: true, maxLength: 1 }, 1),
      '1 de 1 carácter',
    );
    use('fr');
    assert.equal(searchingText(0, 1), 'Recherche : 0 entrées jusqu’ici, 1 lue');
  });

  it('has no space between the sentences of Chinese and Japanese', () => {
    for (const language of ['ja', 'zh-cn'] as const) {
      use(language);
      const status = { recordsValues: true, recordsCalls: true, retentionDays: 30, enabled: true, alerts: [] };
      assert.doesNotMatch(retentionText(status), /。\s/);
      assert.match(retentionText(status), /。./);
    }
    const failure = new HostError({ name: 'CallFailed', summary: '服务器已停止。', remedy: '请重新运行。' });
    assert.equal(failure.message, '服务器已停止。请重新运行。');
    assert.equal(paragraph(['危险：', '它会删除文件。']), '危险：它会删除文件。');
  });

  it('has a space between other sentences, whatever words a server has written', () => {
    assert.equal(paragraph(['It ended.', undefined, '', 'Run it again.']), 'It ended. Run it again.');
    assert.equal(paragraph(['Error: timeout.', '请重试。']), 'Error: timeout. 请重试。');
    assert.equal(paragraph([]), '');
  });
});
