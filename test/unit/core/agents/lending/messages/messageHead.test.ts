import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cancelledId, readBatch, readHead, withId, withMember } from '#core/agents/lending/messages/messageHead.ts';
import { keyText, members, valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

const numRuns = 1000;

describe('the head of a message', () => {
  it('has the id as JSON text, and the method', () => {
    const idOf = (id: string) => readHead(`{"id":${id},"method":"ping"}`)?.id;
    assert.deepEqual(['1', '"1"', '1.0', '12345678901234567890', '"\\u0061"', 'null'].map(idOf), [
      '1',
      '"1"',
      '1',
      '12345678901234567890',
      '"a"',
      undefined,
    ]);
    assert.equal(readHead(' {"method" : "ping" , "id":1}\r')?.method, 'ping');
  });

  it('is absent for what is no object', () => {
    for (const text of [
      '',
      '[{"id":1}]',
      'Listening',
      '{"id":1} x',
      '{"id":1',
      '{id:1}',
      '{"id":}',
      '7',
      '{"id":1,}x',
    ]) {
      assert.equal(readHead(text), undefined, text);
    }
  });

  it('tells a response from a request, a notification, and what is neither', () => {
    const texts = ['{"id":1,"result":{}}', '{"id":1,"error":{}}', '{"id":1,"method":"a","result":1}', '{"id":1}'];
    assert.deepEqual(
      texts.map((text) => readHead(text)?.isResponse),
      [true, true, false, false],
    );
  });

  it('has the result as it is written', () => {
    fc.assert(
      fc.property(valueText, (value) => {
        const result = readHead(`{"jsonrpc":"2.0", "id" : 1 ,"result":${value.trim()} }`)?.member('result');
        assert.equal(result, value.trim());
      }),
      { numRuns },
    );
  });

  it('reads what JSON.parse reads, whatever stands beside it', () => {
    fc.assert(
      fc.property(members(fc.array(fc.tuple(keyText, valueText), { maxLength: 6 })), (text) => {
        const value = JSON.parse(text);
        const head = readHead(text);
        assert(head);
        assert.equal(head.method, typeof value.method === 'string' ? value.method : undefined);
      }),
      { numRuns },
    );
  });

  it('says that a message is nested more than 500 levels deep', () => {
    const nested = (levels: number) => `{"id":1,"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    assert.deepEqual(
      [499, 500, 100_000].map((levels) => readHead(nested(levels))?.isTooDeep),
      [false, true, true],
    );
  });

  it('names the request that is cancelled, with the same text as its own', () => {
    const cancelled = (id: string) => {
      const head = readHead(`{"method":"notifications/cancelled","params":{"requestId":${id},"reason":"x"}}`);
      return head && cancelledId(head);
    };
    for (const id of ['1', '1.0', '"\\u0061"', '12345678901234567890']) {
      assert.equal(cancelled(id), readHead(`{"id":${id}}`)?.id);
    }
    assert.equal(cancelled('null'), undefined);
  });

  it('is changed in the id alone', () => {
    assert.equal(withId('{"a":1.0, "id" : 7 ,"b":[{"id":8}]}', '"x"'), '{"a":1.0, "id" : "x" ,"b":[{"id":8}]}');
  });
});

describe('an object with another value of a member', () => {
  it('has every other byte as it was', () => {
    assert.equal(withMember('{"a": 1.0 ,"ttlMs" : 60000}', 'ttlMs', '0'), '{"a": 1.0 ,"ttlMs" : 0}');
    assert.equal(withMember(' { "a": 1.0}', 'ttlMs', '0'), '{"ttlMs":0, "a": 1.0}');
    assert.equal(withMember('{ }', 'ttlMs', '0'), '{"ttlMs":0 }');
    assert.equal(withMember('[1]', 'ttlMs', '0'), '[1]');
  });
});

describe('the messages of a batch', () => {
  it('are as they are written', () => {
    assert.deepEqual(readBatch(' [ {"a":1.0} ,[{"b":"]"}],7 ] '), ['{"a":1.0}', '[{"b":"]"}]', '7']);
    assert.deepEqual(readBatch('[]'), []);
  });

  it('are absent in what is no array', () => {
    for (const text of ['', '{"a":[]}', '[INFO] started', '[1', '[1,', '[{]']) {
      assert.equal(readBatch(text), undefined, text);
    }
  });
});
