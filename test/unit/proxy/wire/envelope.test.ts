import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Envelope } from '#proxy/wire/envelope.ts';
import { keyText, lineEnd, members, valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

const numRuns = 1000;

const read = (text: string) => Envelope.read(Buffer.from(text));

/** @throws Error if the text is no message */
function readMessage(text: string): Envelope {
  const envelope = read(text);
  if (!envelope) throw new Error(`No message: ${text}`);
  return envelope;
}

describe('the envelope of a message', () => {
  it('has the id as JSON text, and the method', () => {
    const idOf = (id: string) => readMessage(`{"id":${id},"method":"ping"}`).id;
    assert.deepEqual(['1', '"1"', '1.0', '12345678901234567890', '"\\u0061"', 'null'].map(idOf), [
      '1',
      '"1"',
      '1.0',
      '12345678901234567890',
      '"a"',
      undefined,
    ]);
    assert.equal(readMessage('{"method":"ping","id":1}\r\n').method, 'ping');
  });

  it('is absent for what is no object', () => {
    const lines = ['', '\n', '[{"id":1}]\n', 'Listening\n', '{"id":1} x\n', '{"id":1', '{id:1}\n', '{"id":}\n', '7\n'];
    assert.deepEqual(
      lines.map(read).filter((envelope) => envelope !== undefined),
      [],
    );
  });

  it('tells a response from a request, a notification, and what is neither', () => {
    const lines = ['{"id":1,"result":{}}', '{"id":1,"error":{}}', '{"id":1,"method":"a","result":1}', '{"id":1}'];
    assert.deepEqual(
      lines.map((line) => readMessage(line).isResponse),
      [true, true, false, false],
    );
  });

  it('has the values that JSON.parse reads, at every key', () => {
    fc.assert(
      fc.property(members(fc.array(fc.tuple(keyText, valueText), { maxLength: 6 })), lineEnd, (text, end) => {
        const envelope = readMessage(`${text}${end}`);
        const parsed = JSON.parse(text);
        for (const key of envelope.keys([])) assert.deepEqual(envelope.value([key]), parsed[key]);
        assert.deepEqual(new Set(envelope.keys([])), new Set(Object.keys(parsed)));
      }),
      { numRuns },
    );
  });

  it('has keys that contain a backslash', () => {
    const keys = ['a\\', '\\', '\\\\"', 'u\\u0061'];
    const text = `{${keys.map((key, index) => `${JSON.stringify(key)}:${index}`).join(',')}}\n`;
    const envelope = readMessage(text);
    assert.deepEqual(envelope.keys([]), keys);
    assert.deepEqual(
      keys.map((key) => envelope.value([key])),
      [0, 1, 2, 3],
    );
  });

  it('is changed in the named members only', () => {
    const texts = fc.record({ before: valueText, changed: valueText, after: valueText, now: valueText });
    fc.assert(
      fc.property(texts, lineEnd, ({ before, changed, after, now }, end) => {
        const message = (value: string) =>
          `{"a":${before}, "params" :{"b":${after},"_meta":${value} },"z":${before}}${end}`;
        assert.equal(String(readMessage(message(changed)).with([[['params', '_meta'], now]])), message(now));
      }),
      { numRuns },
    );
  });

  it('gets a missing member with the objects that lead to it', () => {
    const changed = (text: string) => String(readMessage(text).with([[['params', '_meta', 'x'], '1']]));
    assert.equal(changed('{"id":1}\n'), '{"params":{"_meta":{"x":1}},"id":1}\n');
    assert.equal(changed('{"params":{ "a":1}}\n'), '{"params":{"_meta":{"x":1}, "a":1}}\n');
    assert.equal(changed('{"params":{"_meta":{}}}\n'), '{"params":{"_meta":{"x":1}}}\n');
    assert.equal(changed('{"params":{"_meta":null}}\n'), '{"params":{"_meta":{"x":1}}}\n');
  });

  it('loses a member with one comma, wherever it stands', () => {
    const without = (text: string) => String(readMessage(text).with([[['o', 'x'], undefined]]));
    assert.equal(without('{"o":{"x":1 , "b":2}}'), '{"o":{"b":2}}');
    assert.equal(without('{"o":{"a":1 , "x":2 }}'), '{"o":{"a":1 }}');
    assert.equal(without('{"o":{"a":1,"x":2,"b": 3}}'), '{"o":{"a":1,"b": 3}}');
    assert.equal(without('{"o":{ "x":{} }}'), '{"o":{  }}');
    assert.equal(without('{"o":{"x":1,"x":2,"a":1,"x":3,"x":4}}'), '{"o":{"a":1}}');
    assert.equal(without('{"o":{"a":1}}'), '{"o":{"a":1}}');
    assert.equal(without('{"o":3}'), '{"o":3}');
  });

  it('gets and loses several members of one object', () => {
    const changed = (text: string) =>
      String(
        readMessage(text).with([
          [['params', 'a'], '1'],
          [['params', 'b'], '2'],
          [['params', 'c'], undefined],
        ]),
      );
    assert.equal(changed('{"params":{}}'), '{"params":{"b":2,"a":1}}');
    assert.equal(changed('{"params":{"c":3}}'), '{"params":{"b":2,"a":1}}');
    assert.equal(changed('{"params":{"x":0,"c":3,"b":1.0}}'), '{"params":{"a":1,"x":0,"b":2}}');
  });

  it('takes the last of a repeated key, as JSON.parse does', () => {
    const envelope = readMessage('{"id":1,"id":2,"params":{"a":1},"params":{"a":2}}');
    assert.equal(envelope.id, '2');
    assert.equal(envelope.value(['params', 'a']), 2);
    assert.equal(String(envelope.with([[['id'], '3']])), '{"id":1,"id":3,"params":{"a":1},"params":{"a":2}}');
  });

  it('is read without recursion, and in time that grows with its length', () => {
    const nested = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    const long = 'x'.repeat(8_000_000);
    const envelope = readMessage(`{"id":1,"result":{"content":${nested},"text":"${long}","isError":true}}\n`);
    assert.equal(envelope.value(['result', 'isError']), true);
  });
});
