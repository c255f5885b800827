import assert from 'node:assert/strict';
import { SecretMask } from '#core/common/secretMask.ts';
import type { FormElicitation } from '#core/elicitation/elicitationParams.ts';
import { AcceptedInCall, PreviousAnswers } from '#core/elicitation/previousAnswers.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { NonProtocolOutputLog } from '#core/transport/throttledLogs.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { TestConnection } from '#test/host/testConnection.ts';

const form = (message: string): FormElicitation => ({
  mode: 'form',
  message,
  form: { fields: [] },
  schema: { type: 'object', properties: {} },
  sensitive: [],
});
const { call } = new TestConnection();

describe('the bounded memory for one server', () => {
  it('has the newest 200 declined requests', () => {
    const declined = new PreviousAnswers();
    for (let index = 0; index <= 200; index += 1) {
      declined.addDecision({ action: 'decline', restOfCall: true }, form(`${index}?`), call);
    }
    const isKnown = (index: number) => [
      declined.isDeclinedBefore(form(`${index}?`), call),
      declined.isDeclinedForCall(form(`${index}?`), call),
    ];
    assert.deepEqual([0, 1, 200].map(isKnown), [
      [false, false],
      [true, true],
      [true, true],
    ]);
  });

  it('has a request that is declined again as the newest', () => {
    const declined = new PreviousAnswers();
    for (let index = 0; index <= 200; index += 1) {
      declined.addDecision({ action: 'decline' }, form(`${index}?`), call);
      declined.addDecision({ action: 'decline' }, form('0?'), call);
    }
    assert.deepEqual(
      [declined.isDeclinedBefore(form('0?'), call), declined.isDeclinedBefore(form('1?'), call)],
      [true, false],
    );
  });

  it('has the newest 200 accepted forms of a call', () => {
    const accepted = new AcceptedInCall();
    for (let index = 0; index <= 200; index += 1) {
      accepted.addForm(form(`${index}?`), { index });
    }
    assert.deepEqual(
      [0, 1, 200].map((index) => accepted.contentOf(form(`${index}?`))),
      [undefined, { index: 1 }, { index: 200 }],
    );
  });

  it('has the first 20 lines, of at most 500 characters, of output that is not a message', () => {
    const log = new InMemoryLog();
    const output = new NonProtocolOutputLog(
      new ConnectionLog(log, new SecretMask([]), new AnswerMask()),
      'Not a message',
    );
    for (let line = 1; line <= 25; line += 1) {
      output.add(`${line} `.padEnd(6000, 'x'));
    }
    assert.equal(log.lines.length, 20);
    const shown = log.lines.map(({ line }) => line.replace('Not a message; ignored: ', ''));
    assert.ok(shown.slice(0, 19).every((line) => line.length === 501 && line.endsWith('…')));
    assert.match(shown[19] ?? '', /^20 x{497}… Further lines of this kind are not shown\.$/);
  });

  it('has output that was masked before it was cut', () => {
    const log = new InMemoryLog();
    const secret = 's3cret-'.repeat(20);
    const output = new NonProtocolOutputLog(
      new ConnectionLog(log, new SecretMask([secret]), new AnswerMask()),
      'Not a message',
    );
    output.add(`${'x'.repeat(450)}${secret}`);
    assert.doesNotMatch(log.text, /s3cret/);
  });

  it('has output that was searched for secrets once', () => {
    let searchCount = 0;
    class CountingMask extends SecretMask {
      override get maskedValues() {
        searchCount += 1;
        return super.maskedValues;
      }
    }
    new NonProtocolOutputLog(
      new ConnectionLog(new InMemoryLog(), new CountingMask([]), new AnswerMask()),
      'Not a message',
    ).add('x');
    assert.equal(searchCount, 1);
  });
});
