import assert from 'node:assert/strict';
import { SecretMask } from '#core/common/secretMask.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { StderrLog } from '#core/transport/throttledLogs.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';

/** Pieces of what stands in the place of an answer, and one that starts it off. */
const pieces = [
  ...['abc', '[wi', 'thh', 'eld', 'wit', 'hhe', 'ld]', '[wit', 'hel', 'ith', 'held', 'with', 'eld]', 'ithh', '[w['],
  ...['thhe', 'wi[', 'hhel', ']d]', '[with', 'held]', 'withh', '[[w', 'ithhe', 'd]l', 'thhel', 'i[w', 'hheld'],
];
/** The same of what stands in the place of a secret. */
const secretPieces = ['abc', '[se', 'sec', 'ecr', 'cre', 'ret', 'et]', '[sec', 'ret]', 'cret', 'secr', 'secret', '][s'];

describe('what is withheld from a text', () => {
  let log: InMemoryLog;
  let answers: AnswerMask;
  beforeEach(() => {
    log = new InMemoryLog();
    answers = new AnswerMask();
  });

  const wireWith = (...secrets: string[]) => new ConnectionLog(log, new SecretMask(secrets), answers);
  const accept = (wire: ConnectionLog, content: Record<string, unknown>) => {
    log.traceEnabled = false;
    wire.sent({ jsonrpc: '2.0', id: 1, result: { action: 'accept', content } });
    log.traceEnabled = true;
  };
  const result = (value: unknown) => ({ jsonrpc: '2.0', id: 8, result: { value } }) as const;
  const lines = () => log.lines.map(({ line }) => line);

  it('is not looked for in what stands in its place', () => {
    const wire = wireWith();
    accept(wire, { pick: pieces });
    // More would end the process where each answer makes the line longer.
    new StderrLog(wire).add(`colours: ${'abc'.repeat(3)}.`);
    wire.warn(`colours: ${'abc '.repeat(3)}.`);
    assert.deepEqual(lines(), ['colours: [withheld].', 'colours: [withheld] [withheld] [withheld] .']);
  });

  it('is not looked for in what stands in the place of secrets, in the log or in a failure', () => {
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

  it('leaves nothing of a secret beside an answer that is a part of it', () => {
    const wire = wireWith('sk_live_51H8xPq9ZrTtWw');
    accept(wire, { environment: 'live' });
    wire.info('key sk_live_51H8xPq9ZrTtWw in live');
    wire.received(result({ key: 'sk_live_51H8xPq9ZrTtWw' }));
    assert.equal(lines()[0], 'key [secret] in [withheld]');
    assert.equal(lines()[1], '<-- {"jsonrpc":"2.0","id":8,"result":{"value":{"key":"[secret]"}}}');
  });

  it('leaves nothing of a secret that is a whole JSON text beside an answer in it', () => {
    const wire = wireWith('{"type":"live","key":"51H8xPq9ZrTtWw"}');
    accept(wire, { environment: 'live' });
    wire.received(result({ type: 'live', key: '51H8xPq9ZrTtWw' }));
    assert.equal(lines()[0], '<-- {"jsonrpc":"2.0","id":8,"result":{"value":[secret]}}');
  });

  it('leaves nothing of an answer beside a shorter one that was given before, or that it overlaps', () => {
    const wire = wireWith();
    accept(wire, { user: 'max' });
    accept(wire, { password: 'maxpower-99!x', word: '!x-and-more' });
    wire.warn('user max password maxpower-99!x, maxpower-99!x-and-more.');
    assert.deepEqual(lines(), ['user [withheld] password [withheld], [withheld].']);
  });

  it('leaves nothing of it where a line is cut', () => {
    const wire = wireWith('sk_live_51H8xPq9ZrTtWw', `long ${'key 1 '.repeat(5000)}`);
    const before = 'z'.repeat(9990);
    wire.info(`${before}sk_live_51H8xPq9ZrTtWw and more`);
    wire.info(`${before}long ${'key 1 '.repeat(5000)}`);
    accept(wire, { name: 'Marguerite of Lima' });
    wire.info(`${before}Marguerite of Lima`);
    wire.received(result(['z'.repeat(9930), `sk_live_51H8xPq9ZrTtWw`]));
    wire.received(result([`${'z'.repeat(9938)} Marguerite of Lima`, 'more']));
    wire.received(result({ [`${'z'.repeat(9938)} Marguerite of Lima`]: 'more' }));
    assert.equal(log.lines.length, 6);
    for (const line of lines()) {
      assert.doesNotMatch(line, /sk_|long|key|Marg/);
      assert.ok(line.length < 10_100, String(line.length));
    }
  });

  it('makes no line longer than a line may be, however many short answers there are', () => {
    const wire = wireWith();
    accept(wire, { pick: pieces });
    wire.info('abc-'.repeat(2499));
    wire.received(result(Array(5000).fill('abc')));
    for (const line of lines()) {
      assert.ok(line.length < 10_100, String(line.length));
      assert.match(line, /more characters\)$/);
      assert.doesNotMatch(line, /abc/);
    }
  });

  it('reads no more of a message than a line shows', () => {
    const wire = wireWith();
    accept(wire, { name: 'Annabel' });
    let read = 0;
    const value = Array.from({ length: 50_000 }, () =>
      Object.defineProperty({}, 'text', {
        enumerable: true,
        get: () => {
          read += 1;
          return 'one text of many';
        },
      }),
    );
    wire.received(result(value));
    assert.match(log.text, /"one text of many"/);
    assert.match(log.text, /more characters\)$/);
    assert.ok(read < 1000, String(read));
  });

  it('is everything from where a text takes too long to search', () => {
    const wire = wireWith(`${'a'.repeat(5000)}b`);
    wire.info(`begins ${'a'.repeat(9000)} ends`);
    assert.match(log.text, /^info begins a*\[secret\]$/);
  });
});
