import assert from 'node:assert/strict';
import { hasTooManyParts, mostParts } from '#core/common/messageSize.ts';
import { EventStream } from '#core/transport/eventStream.ts';
import { responseText } from '#core/transport/httpResponses.ts';

/** A list of so many parts: itself, what is in it, and the commas between. */
const numbers = (parts: number) => `[${'11,'.repeat(parts - 1)}11]`;

describe('the parts of a message', () => {
  it('may be as many as the limit says', () => {
    assert.equal(hasTooManyParts(numbers(mostParts)), false);
    assert.equal(hasTooManyParts(numbers(mostParts + 1)), true);
  });

  for (const [what, json] of [
    ['objects', `[${'{},'.repeat(mostParts / 2)}{}]`],
    ['lists in each other', `${'['.repeat(mostParts + 1)}${']'.repeat(mostParts + 1)}`],
    ['names', `{${'"a":1,'.repeat(mostParts / 2)}"b":1}`],
    ['objects after a text that ends with a backslash', `["\\\\",${'{},'.repeat(mostParts / 2)}{}]`],
    ['objects after a text with quotation marks', `["\\"\\\\\\"",${'{},'.repeat(mostParts / 2)}{}]`],
  ] as const) {
    it(`may not be ever so many ${what}`, () => assert.equal(hasTooManyParts(json), true));
  }

  for (const [what, json] of [
    ['a long text', JSON.stringify('[{,:'.repeat(mostParts))],
    ['a text of quotation marks', JSON.stringify('",'.repeat(mostParts))],
    ['a text of backslashes', JSON.stringify('\\,'.repeat(mostParts))],
    ['a text that does not end', `"${',,'.repeat(mostParts)}`],
  ] as const) {
    it(`are not counted in ${what}`, () => assert.equal(hasTooManyParts(json), false));
  }

  it('are bounded in an event', () => {
    const event = (parts: number) => Buffer.from(`data: ${numbers(parts)}\n\n`);
    assert.equal(new EventStream(16_000_000).push(event(mostParts)).length, 1);
    assert.throws(() => new EventStream(16_000_000).push(event(mostParts + 1)), {
      summary: 'The server sent a message of more than 500,000 values.',
    });
  });

  it('are bounded in the body of a response', async () => {
    assert.equal((await responseText(new Response(numbers(mostParts)))).length, numbers(mostParts).length);
    await assert.rejects(responseText(new Response(numbers(mostParts + 1))), {
      summary: 'The server sent a message of more than 500,000 values.',
    });
  });
});
