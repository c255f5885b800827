import assert from 'node:assert/strict';
import { hasTooManyJsonParts, maxJsonParts } from '#core/common/messageLimits.ts';
import { EventStreamReader } from '#core/transport/eventStream.ts';
import { readText } from '#core/transport/httpResponses.ts';

/** A JSON array that counts as `parts` parts. */
const numbers = (parts: number) => `[${'11,'.repeat(parts - 1)}11]`;

describe('the number of JSON values in a message', () => {
  it('may be at most the limit', () => {
    assert.equal(hasTooManyJsonParts(numbers(maxJsonParts)), false);
    assert.equal(hasTooManyJsonParts(numbers(maxJsonParts + 1)), true);
  });

  for (const [what, json] of [
    ['objects', `[${'{},'.repeat(maxJsonParts / 2)}{}]`],
    ['nested arrays', `${'['.repeat(maxJsonParts + 1)}${']'.repeat(maxJsonParts + 1)}`],
    ['members', `{${'"a":1,'.repeat(maxJsonParts / 2)}"b":1}`],
    ['objects after a text that ends with a backslash', `["\\\\",${'{},'.repeat(maxJsonParts / 2)}{}]`],
    ['objects after a text with quotation marks', `["\\"\\\\\\"",${'{},'.repeat(maxJsonParts / 2)}{}]`],
  ] as const) {
    it(`exceeds the limit with too many ${what}`, () => assert.equal(hasTooManyJsonParts(json), true));
  }

  for (const [what, json] of [
    ['a long text', JSON.stringify('[{,:'.repeat(maxJsonParts))],
    ['a text of quotation marks', JSON.stringify('",'.repeat(maxJsonParts))],
    ['a text of backslashes', JSON.stringify('\\,'.repeat(maxJsonParts))],
    ['a text that does not end', `"${',,'.repeat(maxJsonParts)}`],
  ] as const) {
    it(`is not raised by the content of ${what}`, () => assert.equal(hasTooManyJsonParts(json), false));
  }

  it('is limited in an event', () => {
    const event = (parts: number) => Buffer.from(`data: ${numbers(parts)}\n\n`);
    assert.equal(new EventStreamReader(16_000_000).push(event(maxJsonParts)).length, 1);
    assert.throws(() => new EventStreamReader(16_000_000).push(event(maxJsonParts + 1)), {
      summary: 'The server sent a message of more than 500,000 values.',
    });
  });

  it('is limited in the body of a response', async () => {
    assert.equal((await readText(new Response(numbers(maxJsonParts)))).length, numbers(maxJsonParts).length);
    await assert.rejects(readText(new Response(numbers(maxJsonParts + 1))), {
      summary: 'The server sent a message of more than 500,000 values.',
    });
  });
});
