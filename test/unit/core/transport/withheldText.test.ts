import assert from 'node:assert/strict';
import { SecretMask } from '#core/common/secretMask.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { StderrLog } from '#core/transport/throttledLogs.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';

/** Fragments of the mask of an answer, and `abc`, which a test logs. */
const pieces = [
  ...['abc', '[wi', 'thh', 'eld', 'wit', 'hhe', 'ld]', '[wit', 'hel', 'ith', 'held', 'with', 'eld]', 'ithh', '[w['],
  ...['thhe', 'wi[', 'hhel', ']d]', '[with', 'held]', 'withh', '[[w', 'ithhe', 'd]l', 'thhel', 'i[w', 'hheld'],
];
/** Fragments of the mask of a secret, and `abc`. */
const secretPieces = ['abc', '[se', 'sec', 'ecr', 'cre', 'ret', 'et]', '[sec', 'ret]', 'cret', 'secr', 'secret', '][s'];

describe('the masking of a text', () => {
  let log: InMemoryLog;
  let answers: AnswerMask;
  beforeEach(() => {
    log = new InMemoryLog();
    answers = new AnswerMask();
  });

  const createLog = (...secrets: string[]) => new ConnectionLog(log, new SecretMask(secrets), answers);
  const accept = (connectionLog: ConnectionLog, content: Record<string, unknown>) => {
    log.traceEnabled = false;
    connectionLog.logSent({ jsonrpc: '2.0', id: 1, result: { action: 'accept', content } });
    log.traceEnabled = true;
  };
  const result = (value: unknown) => ({ jsonrpc: '2.0', id: 8, result: { value } }) as const;
  const lines = () => log.lines.map(({ line }) => line);

  it('does not search the mask of an answer for other answers', () => {
    const connectionLog = createLog();
    accept(connectionLog, { pick: pieces });
    // With longer texts a failure would end the process: each replacement would make the line longer.
    new StderrLog(connectionLog).add(`colours: ${'abc'.repeat(3)}.`);
    connectionLog.warn(`colours: ${'abc '.repeat(3)}.`);
    assert.deepEqual(lines(), ['colours: [withheld].', 'colours: [withheld] [withheld] [withheld] .']);
  });

  it('does not search the mask of a secret for other secrets, in the log and in a failure', () => {
    const secrets = new SecretMask([]);
    for (const token of secretPieces) {
      secrets.add(token);
    }
    new ConnectionLog(log, secrets, answers).info('token: abcabc.');
    const failure = { name: 'CallFailed', summary: 'token: abcabc.', remedy: 'abc', detail: 'xabc' } as const;
    assert.deepEqual(lines(), ['token: [secret].']);
    assert.deepEqual(secrets.maskFailure(failure), {
      name: 'CallFailed',
      summary: 'token: [secret].',
      remedy: '[secret]',
      detail: 'x[secret]',
    });
  });

  it('leaves no part of a secret that contains an answer', () => {
    const connectionLog = createLog('sk_live_51H8xPq9ZrTtWw');
    accept(connectionLog, { environment: 'live' });
    connectionLog.info('key sk_live_51H8xPq9ZrTtWw in live');
    connectionLog.logReceived(result({ key: 'sk_live_51H8xPq9ZrTtWw' }));
    assert.equal(lines()[0], 'key [secret] in [withheld]');
    assert.equal(lines()[1], '<-- {"jsonrpc":"2.0","id":8,"result":{"value":{"key":"[secret]"}}}');
  });

  it('leaves no part of a secret that is JSON and contains an answer', () => {
    const connectionLog = createLog('{"type":"live","key":"51H8xPq9ZrTtWw"}');
    accept(connectionLog, { environment: 'live' });
    connectionLog.logReceived(result({ type: 'live', key: '51H8xPq9ZrTtWw' }));
    assert.equal(lines()[0], '<-- {"jsonrpc":"2.0","id":8,"result":{"value":[secret]}}');
  });

  it('leaves no part of an answer that contains or overlaps another answer', () => {
    const connectionLog = createLog();
    accept(connectionLog, { user: 'max' });
    accept(connectionLog, { password: 'maxpower-99!x', word: '!x-and-more' });
    connectionLog.warn('user max password maxpower-99!x, maxpower-99!x-and-more.');
    assert.deepEqual(lines(), ['user [withheld] password [withheld], [withheld].']);
  });

  it('leaves no part of a secret or an answer at the end of a line that was cut', () => {
    const connectionLog = createLog('sk_live_51H8xPq9ZrTtWw', `long ${'key 1 '.repeat(5000)}`);
    const before = 'z'.repeat(9990);
    connectionLog.info(`${before}sk_live_51H8xPq9ZrTtWw and more`);
    connectionLog.info(`${before}long ${'key 1 '.repeat(5000)}`);
    accept(connectionLog, { name: 'Marguerite of Lima' });
    connectionLog.info(`${before}Marguerite of Lima`);
    connectionLog.logReceived(result(['z'.repeat(9930), `sk_live_51H8xPq9ZrTtWw`]));
    connectionLog.logReceived(result([`${'z'.repeat(9938)} Marguerite of Lima`, 'more']));
    connectionLog.logReceived(result({ [`${'z'.repeat(9938)} Marguerite of Lima`]: 'more' }));
    assert.equal(log.lines.length, 6);
    for (const line of lines()) {
      assert.doesNotMatch(line, /sk_|long|key|Marg/);
      assert.ok(line.length < 10_100, String(line.length));
    }
  });

  it('exceeds no length of a line, even with many short answers', () => {
    const connectionLog = createLog();
    accept(connectionLog, { pick: pieces });
    connectionLog.info('abc-'.repeat(2499));
    connectionLog.logReceived(result(Array(5000).fill('abc')));
    for (const line of lines()) {
      assert.ok(line.length < 10_100, String(line.length));
      assert.match(line, /more characters\)$/);
      assert.doesNotMatch(line, /abc/);
    }
  });

  it('reads only the part of a message that the line has', () => {
    const connectionLog = createLog();
    accept(connectionLog, { name: 'Annabel' });
    let readCount = 0;
    const value = Array.from({ length: 50_000 }, () =>
      Object.defineProperty({}, 'text', {
        enumerable: true,
        get: () => {
          readCount += 1;
          return 'one text of many';
        },
      }),
    );
    connectionLog.logReceived(result(value));
    assert.match(log.text, /"one text of many"/);
    assert.match(log.text, /more characters\)$/);
    assert.ok(readCount < 1000, String(readCount));
  });

  it('masks the rest of a text that takes too long to search', () => {
    const connectionLog = createLog(`${'a'.repeat(5000)}b`);
    connectionLog.info(`begins ${'a'.repeat(9000)} ends`);
    assert.match(log.text, /^info begins a*\[secret\]$/);
  });
});
