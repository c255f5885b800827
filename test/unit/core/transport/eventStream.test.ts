import assert from 'node:assert/strict';
import { EventStreamReader, type StreamEvent } from '#core/transport/eventStream.ts';

describe('an event stream', () => {
  const readAll = (text: string, stream = new EventStreamReader(1000)) => stream.push(Buffer.from(text));

  it('is parsed as the HTML standard requires', () => {
    const text =
      'data: a\ndata:b\n\n: comment\nevent: other\ndata:  c \n\ndata\n\nretry: 7\nid: 1\ndata:\n\nid: 2\ndata: d\n\n';
    const stream = new EventStreamReader(1000);
    assert.deepEqual(readAll(text, stream), [
      { type: 'message', data: 'a\nb' },
      { type: 'other', data: ' c ' },
      { type: 'message', data: 'd' },
    ]);
    assert.deepEqual([stream.lastEventId, stream.retryMs], ['2', 7]);
  });

  it('can be resumed from an event with an id and empty data', () => {
    const stream = new EventStreamReader(1000);
    assert.deepEqual(readAll('id: 1\ndata: \n\n', stream), []);
    assert.equal(stream.lastEventId, '1');
    readAll('data: a\n\n', stream);
    assert.equal(stream.lastEventId, '1', 'an event without an id does not change it');
    readAll('id:\ndata: b\n\n', stream);
    assert.equal(stream.lastEventId, undefined);
  });

  it('can be resumed from an event with an id and no data field, with any chunks', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = `id: 1${end}retry: 5${end}${end}event: ping${end}id: 2${end}${end}${end}data: a${end}data:${end}${end}id: 3`;
      const bytes = Buffer.from(text);
      for (const chunks of [[bytes], [...bytes].map((byte) => Buffer.from([byte]))]) {
        const stream = new EventStreamReader(1000);
        const events = chunks.flatMap((chunk) => stream.push(chunk));
        assert.deepEqual(events, [{ type: 'message', data: 'a\n' }]);
        assert.deepEqual([stream.lastEventId, stream.retryMs], ['2', 5]);
      }
    }
  });

  for (const [what, id] of [
    ['too long for a header', 'x'.repeat(1001)],
    ['with a control character', 'a\tb'],
    ['with a null character', 'a\0b'],
  ] as const) {
    it(`is not resumed from an id ${what}`, () => {
      const stream = new EventStreamReader(10_000);
      readAll(`id: ${id}\ndata: a\n\n`, stream);
      assert.equal(stream.lastEventId, undefined);
    });
  }

  it('is parsed with any chunks and each kind of line end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const stream = new EventStreamReader(1000);
      const bytes = Buffer.from(`id: 1${end}data: ä€${end}${end}data: b${end}${end}`);
      const events: StreamEvent[] = [...bytes].flatMap((byte) => stream.push(Buffer.from([byte])));
      assert.deepEqual(
        events.map(({ data }) => data),
        ['ä€', 'b'],
      );
    }
  });

  it('keeps the last id and drops an incomplete event when its connection breaks', () => {
    const stream = new EventStreamReader(1000);
    readAll('id: 1\ndata: a\n\nid: 2\ndata: half', stream);
    stream.reset();
    assert.equal(stream.lastEventId, '1');
    assert.deepEqual(readAll('data: b\n\n', stream), [{ type: 'message', data: 'b' }]);
    assert.equal(stream.lastEventId, '1');
  });

  it('never holds more of an event than its limit', () => {
    for (const text of [
      `data: ${'x'.repeat(2000)}`,
      'data: xxxxxxxxxx\n'.repeat(200),
      `data: ${'x'.repeat(1001)}\n\n`,
      `: ${'x'.repeat(2000)}`,
    ]) {
      assert.throws(() => readAll(text), {
        name: 'CallFailed',
        summary: 'The server sent a message of more than 1,000 characters.',
      });
    }
    assert.equal(readAll('data: xxxxxxxxxx\n\n'.repeat(200)).length, 200);
    assert.equal(readAll(`${': comment\n'.repeat(500)}data: a\n\n`).length, 1);
  });
});
