import assert from 'node:assert/strict';
import { type ParseError, parse } from 'jsonc-parser';
import type { Exchange } from '#core/inbox/exchanges.ts';
import { exchangeText } from '#editor/servers/exchangeText.ts';

const exchange: Exchange = {
  id: 'q1',
  at: Date.UTC(2026, 7, 1, 12),
  server: { id: 'user:weather', name: 'weather', reportedName: 'The Weather' },
  call: { id: 'c1', request: { kind: 'tool', name: 'forecast', arguments: {} } },
  arrival: 'round',
  key: 'city',
  received: { method: 'elicitation/create', params: { message: 'Where?' } },
  findings: ['A form with 1 field.'],
};

/** The document as data. Fails if it is not one JSON value with comments. */
function read(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors);
  assert.deepEqual(errors, []);
  return value;
}

describe('an exchange as text', () => {
  it('names the server, the call, the delivery method and time of the request, and the findings', () => {
    const text = exchangeText(exchange);
    assert.equal(
      text.slice(0, text.indexOf('{')),
      [
        '// Server: weather',
        '// It calls itself: The Weather',
        '// Call: tool forecast',
        '// Came as: input_required (an entry of inputRequests), "city"',
        '// Received: 2026-08-01T12:00:00.000Z',
        '// Found: A form with 1 field.',
        '',
      ].join('\n'),
    );
  });

  it('contains the received request, and a note that there is no reply yet', () => {
    const text = exchangeText(exchange);
    assert.deepEqual(read(text), { received: exchange.received });
    assert.match(text, /\/\/ No reply yet\./);
  });

  it('contains the exact reply, if there is one', () => {
    const sent = { action: 'accept', content: { city: 'Oslo' } };
    const text = exchangeText({ ...exchange, reply: { at: exchange.at + 1000, sent } });
    assert.deepEqual(read(text), { received: exchange.received, sent });
    assert.match(text, /\/\/ Sent: 2026-08-01T12:00:01\.000Z/);
  });

  it('contains the reason why no reply was sent', () => {
    const text = exchangeText({ ...exchange, reply: { at: exchange.at, note: 'The server took it back.' } });
    assert.deepEqual(read(text), { received: exchange.received });
    assert.match(text, /\/\/ Nothing was sent: .*\n {2}\/\/ The server took it back\./);
  });

  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
    it(`contains text of a server only on its line of the comment: ${JSON.stringify(end)}`, () => {
      const evil = `x${end}"sent": {"action": "accept"}, */ //`;
      const text = exchangeText({
        ...exchange,
        server: { id: 'a', name: evil, reportedName: evil },
        call: { id: 'c1', request: { kind: 'resource', uri: evil } },
        key: evil,
        findings: [evil],
        reply: { at: 0, note: evil },
      });
      assert.deepEqual(read(text), { received: exchange.received });
      for (const line of text.split(/[\n\r\u2028\u2029\u0085\v\f]/).filter((part) => part.includes('*/'))) {
        assert.match(line, /^ *\/\/ /);
      }
    });
  }

  it('contains escapes for invisible characters, without changing values', () => {
    const message = 'a\u202eb\u200bc\u2028d\u{e0041}e\u00adf\u0085';
    const text = exchangeText({ ...exchange, received: { message } });
    assert.deepEqual(read(text), { received: { message } });
    assert.equal(/[\u202e\u200b\u2028\u00ad\u0085]|\u{e0041}/u.test(text), false);
  });

  it('is not much longer than a message with deeply nested arrays', () => {
    let received: unknown = Array.from({ length: 90_000 }, () => 0);
    for (let level = 0; level < 480; level += 1) {
      received = [received];
    }
    const text = exchangeText({ ...exchange, received });
    assert.ok(text.length < 1_000_000, String(text.length));
    assert.deepEqual(read(text), { received });
  });

  it('can contain any received value', () => {
    for (const received of [null, 'text', [], { __proto__: 1 }, undefined]) {
      read(exchangeText({ ...exchange, received }));
    }
  });
});
