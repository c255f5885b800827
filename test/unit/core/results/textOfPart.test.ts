import assert from 'node:assert/strict';
import { textOfPart } from '#core/results/textOfPart.ts';

describe('the text of a part, for a text editor', () => {
  it('has the language of its content', () => {
    const resource = (text: string, mimeType?: string) =>
      textOfPart({ kind: 'resource', uri: 'a://b', text, ...(mimeType && { mimeType }) })?.language;
    assert.deepEqual(
      [
        textOfPart({ kind: 'json', label: 'x', json: '1' })?.language,
        textOfPart({ kind: 'text', text: ' {"a": 1}' })?.language,
        textOfPart({ kind: 'text', text: '{a}' })?.language,
        textOfPart({ kind: 'text', text: '7' })?.language,
        resource('not json', 'application/json'),
        resource('x', 'application/ld+json; charset=utf-8'),
        resource('# x', 'text/markdown'),
        resource('# x'),
      ],
      ['json', 'json', 'text', 'text', 'json', 'json', 'markdown', 'text'],
    );
  });

  it('is missing for a part without text', () => {
    assert.equal(textOfPart({ kind: 'image', mimeType: 'image/png', data: 'AAAA' }), undefined);
    assert.equal(textOfPart({ kind: 'link', uri: 'a://b', name: 'b' }), undefined);
  });
});
