import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writingDirection } from '#form/language.ts';
import { fromRoot } from '#test/root.ts';

const media = fromRoot('media');

describe('languages that are written from right to left', () => {
  it('are recognized by their tags', () => {
    const tags = ['ar', 'he', 'fa', 'ur', 'AR-EG', 'en', 'de', 'pt-br', 'zh-cn', ''];
    assert.deepEqual(
      tags.filter((tag) => writingDirection(tag) === 'rtl'),
      ['ar', 'he', 'fa', 'ur', 'AR-EG'],
    );
  });

  it('need no separate styles: the style sheets use only logical properties', () => {
    const sheets = readdirSync(media).filter((file) => file.endsWith('.css'));
    assert.ok(sheets.length > 5);
    const physical =
      /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)(?:-[a-z]+)?\s*:|border-(?:top|bottom)-(?:left|right)-radius|:\s*(?:left|right)\s*[;}]/;
    const lines = sheets.flatMap((file) =>
      readFileSync(join(media, file), 'utf8')
        .split('\n')
        .filter((line) => physical.test(line))
        .map((line) => `${file}: ${line}`),
    );
    assert.deepEqual(lines, []);
  });
});
