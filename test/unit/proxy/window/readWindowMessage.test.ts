import assert from 'node:assert/strict';
import { parseChallenge, parseWelcome, readWindowMessage } from '#proxy/window/readWindowMessage.ts';

const answer = (body: unknown) => ({ type: 'answer', id: 'r1', number: 1, answer: body });

describe('a message of a window', () => {
  it('is read', () => {
    const messages = [
      answer({ kind: 'result', result: { action: 'accept', content: { a: 1 } } }),
      answer({ kind: 'result', result: { action: 'cancel', content: undefined } }),
      answer({ kind: 'responses', responses: { q: { action: 'decline', content: undefined } } }),
      answer({ kind: 'error', error: { code: 1, message: 'no', data: { a: 1 } } }),
      answer({ kind: 'endCall', message: 'no' }),
      answer({ kind: 'repeat' }),
      answer({ kind: 'elsewhere' }),
      { type: 'stopCall', call: 'c1' },
      { type: 'presence', id: 1, present: false },
      { type: 'closing', reason: 'disabled' },
    ];
    for (const message of messages) assert.deepEqual(readWindowMessage(JSON.stringify(message)), message);
  });

  it('is ignored if it is damaged, or of a later version', () => {
    const damaged = [
      ...[
        answer({ kind: 'result', result: { action: 'yes' } }),
        answer({ kind: 'result', result: { action: 'accept', content: [] } }),
      ],
      ...[
        answer({ kind: 'responses', responses: { q: {} } }),
        answer({ kind: 'later' }),
        answer(null),
        { type: 'answer' },
      ],
      ...[
        answer({ kind: 'error', error: { code: '1', message: 'no' } }),
        answer({ kind: 'endCall' }),
        { type: 'later' },
      ],
      ...[{ type: 'stopCall' }, { type: 'presence', id: 'x', present: true }, [], null, 7],
    ];
    for (const message of damaged) assert.equal(readWindowMessage(JSON.stringify(message)), undefined);
    assert.equal(readWindowMessage('{'), undefined);
  });

  it('of the handshake is complete or ignored', () => {
    const challenge = { type: 'challenge', protocol: 1, oldestProtocol: 1, nonce: 'n' };
    const welcome = { type: 'welcome', protocol: 1, mac: 'm', window: 'w', present: true, keepMs: 1 };
    assert.deepEqual(parseChallenge(JSON.stringify(challenge)), challenge);
    assert.deepEqual(parseWelcome(JSON.stringify(welcome)), welcome);
    for (const key of Object.keys(challenge)) {
      assert.equal(parseChallenge(JSON.stringify({ ...challenge, [key]: null })), undefined);
    }
    for (const key of Object.keys(welcome)) {
      assert.equal(parseWelcome(JSON.stringify({ ...welcome, [key]: null })), undefined);
    }
  });
});
