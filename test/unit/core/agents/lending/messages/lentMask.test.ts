import assert from 'node:assert/strict';
import { withSecretsMasked } from '#core/agents/lending/messages/lentMask.ts';
import { SecretMask } from '#core/common/secretMask.ts';

describe('the secrets in a message of a lent server', () => {
  const masked = (json: string, ...secrets: string[]) => withSecretsMasked(json, new SecretMask(secrets));

  it('are masked in texts, and everything else stays as it is written', () => {
    assert.equal(
      masked('{"a" : "my hunter2!", "b":[1.0, "hunter2"],"c":"\\u0061\\/"}', 'hunter2'),
      '{"a" : "my [secret]!", "b":[1.0, "[secret]"],"c":"\\u0061\\/"}',
    );
    const without = '{"a" : "\\u0061", "b":12345678901234567890}';
    assert.equal(masked(without, 'hunter2'), without);
  });

  it('are masked as they are escaped', () => {
    assert.equal(masked('{"a":"say \\"hi\\"\\n"}', 'say "hi"'), '{"a":"[secret]\\n"}');
    assert.equal(masked('{"a":"\\u00e9t\\u00e9!"}', 'été'), '{"a":"[secret]!"}');
  });

  it('are masked however their characters are escaped', () => {
    assert.equal(
      masked('{"a":"ab\\/cd","b":"\\u0068unter2\\n","c":"\\/"}', 'ab/cd', 'hunter2'),
      '{"a":"[secret]","b":"[secret]\\n","c":"\\/"}',
    );
  });

  it('leave the words and numbers of the protocol, and the id of the request', () => {
    const message =
      '{"jsonrpc":"2.0","id":"text-7","result":{"content":[{"type":"text","text":"a text"}],"n":12345678,"inputRequests":{"x":{"method":"elicitation/create"}}}}';
    assert.equal(masked(message, 'text', '12345678', '2.0', 'create'), message.replace('a text', 'a [secret]'));
    const progress = '{"jsonrpc":"2.0","method":"notifications/message","params":{}}';
    assert.equal(masked(progress, 'message'), progress);
  });

  for (const [what, json] of [
    ['behind a name, in an array', '{"rows":[{"id":"7"},"hunter2"],"type":["hunter2"]}'],
    ['behind a closed object', '{"a":["b",{"method":"ping"},["hunter2"]]}'],
    [
      'as a nested id',
      '{"id":1,"result":{"structuredContent":{"id":"hunter2","requestId":"hunter2","progressToken":"hunter2"}}}',
    ],
    ['as the id of a response in an array', '[{"id":"hunter2","result":{}}]'],
    ['as the id of a request', '{"id":"hunter2","method":"ping"}'],
    ['as an id that is no text', '{"id":{"id":"hunter2"},"result":{}}'],
    ['as an id that does not count', '{"id":"hunter2","id":"7","result":{"id":"hunter2"}}'],
    ['as a name of the protocol', '{"jsonrpc":"hunter2","method":"x/hunter2","params":{"requestId":"hunter2"}}'],
    ['as a word of another member', '{"type":"hunter2","role":"hunter2","\\u0069d":["hunter2"]}'],
    ['behind an escaped name', '{"\\u0074ype":"hunter2","a":{"\\u0069d":"hunter2"}}'],
  ] as const) {
    it(`are masked ${what}`, () => {
      assert.equal(masked(json, 'hunter2'), json.replaceAll('hunter2', '[secret]'));
    });
  }

  it('leave the last id of a response, also if its name is escaped', () => {
    assert.equal(
      masked('{"\\u0069d":"a-text","id" : "text-7","result":"text"}', 'text'),
      '{"\\u0069d":"a-[secret]","id" : "text-7","result":"[secret]"}',
    );
    const response = '{"\\u0069d":"text-7","result":{}}';
    assert.equal(masked(response, 'text'), response);
  });

  it('are masked where a word belongs to another member', () => {
    assert.equal(masked('{"type":"accept","action":"accept"}', 'accept'), '{"type":"[secret]","action":"accept"}');
    assert.equal(masked('{"type":"my text"}', 'text'), '{"type":"my [secret]"}');
  });

  it('are masked in what is no valid JSON', () => {
    assert.equal(masked('{"a":hunter2}', 'hunter2'), '{"a":[secret]}');
  });

  it('are masked in a message that is nested deeply', () => {
    const deep = (text: string) => `${'['.repeat(100_000)}"${text}"${']'.repeat(100_000)}`;
    assert.equal(masked(deep('hunter2'), 'hunter2'), deep('[secret]'));
  });
});
