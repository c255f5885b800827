import assert from 'node:assert/strict';
import { SecretMask } from '#core/common/secretMask.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { nameElicitation, tool } from '#test/host/samples.ts';
import { ScriptedServer } from '#test/host/scriptedServer.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';

const accept = (content: Record<string, unknown>) =>
  ({ jsonrpc: '2.0', id: 7, result: { action: 'accept', content } }) as const;
const result = (value: unknown) => ({ jsonrpc: '2.0', id: 8, result: { value } }) as const;

describe('the connection log', () => {
  let log: InMemoryLog;
  let connectionLog: ConnectionLog;
  let answers: AnswerMask;
  beforeEach(() => {
    log = new InMemoryLog();
    answers = new AnswerMask();
    connectionLog = new ConnectionLog(
      log,
      new SecretMask(['s3cr"et', 'pässw😀rd', 'line one of a key\nline two of a key']),
      answers,
    );
  });

  it('has one line for each message, with its direction', () => {
    connectionLog.logSent({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } });
    connectionLog.logReceived(result('b'));
    assert.deepEqual(
      log.lines.map(({ line }) => line),
      [
        '--> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}',
        '<-- {"jsonrpc":"2.0","id":8,"result":{"value":"b"}}',
      ],
    );
  });

  for (const [what, separator] of [
    ['a carriage return', '\r'],
    ['a line feed', '\n'],
    ['a vertical tab', '\v'],
    ['a form feed', '\f'],
    ['NEL', '\u0085'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['a file separator', '\u001c'],
    ['NUL', '\0'],
    ['an escape sequence that moves the cursor', '\u001b[1G\u001b[2K'],
    ['a direction override', '\u202e'],
  ] as const) {
    it(`escapes ${what} of a server, so that it cannot forge a line`, () => {
      const forged = '2026-01-01 00:00:00.000 [info] Signed in.';
      connectionLog.info(connectionLog.clean(`stopped${separator}${forged}`));
      connectionLog.warn(`stopped${separator}${forged}`);
      connectionLog.logReceived(result(`stopped${separator}${forged}`));
      assert.equal(log.lines.length, 3);
      for (const { line } of log.lines) {
        assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
        assert.match(line, /stopped.+Signed in/);
      }
    });
  }

  it('removes terminal colors before it masks secrets, and keeps tabs', () => {
    connectionLog.info('\u001b[32mready\u001b[0m\tat 8080, s3\u001b[1mcr"et');
    assert.deepEqual(
      log.lines.map(({ line }) => line),
      ['ready\tat 8080, [secret]'],
    );
  });

  it('masks secrets in any encoding', () => {
    connectionLog.logReceived(result('a s3cr"et and line two of a key'));
    connectionLog.warn('GET /?token=s3cr%22et');
    connectionLog.info('{"token": "p\\u00e4ssw\\ud83d\\ude00rd"}');
    assert.doesNotMatch(log.text, /s3cr|line two|ssw/);
  });

  it('masks answers from before a restart', () => {
    connectionLog.logSent(accept({ name: 'Marguerite' }));
    new ConnectionLog(log, new SecretMask([]), answers).warn('welcome back, Marguerite');
    assert.doesNotMatch(log.text, /Marguerite/);
  });

  it('masks every value of an answer, and keeps the structure of the answer', () => {
    connectionLog.logSent(accept({ name: 'Ann', age: 42, happy: true, days: ['Mon', 'Tue'] }));
    assert.equal(
      log.lines[0]?.line,
      '--> {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"[withheld]","age":"[withheld]",' +
        '"happy":"[withheld]","days":["[withheld]","[withheld]"]}}}',
    );
  });

  it('masks answers of a round', () => {
    const inputResponses = { q: { action: 'accept', content: { name: 'Annabel' } } };
    connectionLog.logSent({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'book', inputResponses } });
    assert.match(log.text, /"name":"book".*"action":"accept".*"\[withheld\]"/);
    assert.doesNotMatch(log.text, /Annabel/);
  });

  it('masks an answer that is repeated later, a short one only if it is the whole value', () => {
    connectionLog.logSent(accept({ name: 'Ann "A"', age: 1234, code: 'x' }));
    connectionLog.logReceived(result(['Dear Ann "A",', '{"name":"Ann \\"A\\""}', 'born 1234', 'x', 1234]));
    connectionLog.logReceived(result({ 'Ann "A"': 'xy' }));
    connectionLog.info('stderr says Ann "A"');
    const [, second, third, fourth] = log.lines.map(({ line }) => line);
    assert.match(second ?? '', /\["\[withheld\]","\[withheld\]","\[withheld\]","\[withheld\]","\[withheld\]"\]/);
    assert.match(third ?? '', /\{"\[withheld\]":"xy"\}/);
    assert.equal(fourth, 'stderr says [withheld]');
  });

  it('masks a boolean that is repeated later only under the name of the answered property', () => {
    connectionLog.logSent(accept({ happy: true }));
    connectionLog.logReceived(result({ happy: true, isError: true }));
    assert.match(log.text, /\{"happy":"\[withheld\]","isError":true\}/);
  });

  it('has the beginning of long lines, and the number of the other characters', () => {
    connectionLog.logReceived(result('y'.repeat(50_000)));
    assert.ok((log.lines[0]?.line.length ?? 0) < 10_100);
    assert.match(log.text, /more characters\)$/);
    connectionLog.info('z'.repeat(10_000));
    connectionLog.info('z'.repeat(10_001));
    assert.deepEqual(
      log.lines.slice(-2).map(({ line }) => line.replace(/z+/, ({ length }) => `${length} z`)),
      ['10000 z', '10000 z... (1 more characters)'],
    );
  });

  it('formats no message while tracing is off, but masks its answers in later lines', () => {
    log.traceEnabled = false;
    const content = { name: 'Annabel' };
    const unformattable = { ...accept(content), toJSON: () => assert.fail('was formatted') };
    connectionLog.logSent(unformattable);
    log.traceEnabled = true;
    connectionLog.logReceived(result('Hello Annabel'));
    assert.doesNotMatch(log.text, /Annabel/);
  });
});

describe('the log of a server', () => {
  it('masks secrets in arguments of the user or a program, also if the server repeats them', async () => {
    const host = createTestHost();
    const server = host.server(nodeSpec(handmade, []));
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const headers = [{ name: 'Authorization', value: 'Basic Zm9v' }];
    const toolArguments = { words: 'city Lima', password: 'correct horse', note: token, headers, day: 'Monday' };
    for (const origin of ['user', 'program'] as const) {
      await server.call(tool('say', toolArguments), { origin });
    }
    await server.call(tool('say', { words: 'it was correct horse' }), { origin: 'user' });
    await host.end();
    assert.match(host.log.text, /--> .*"method":"tools\/call".*city Lima.*Monday/);
    for (const secret of ['correct horse', token, 'Zm9v']) {
      assert.ok(!host.log.text.includes(secret), secret);
    }
  });

  it('masks secrets in URIs of resources, also if the server repeats them', async () => {
    const host = createTestHost();
    const scripted = new ScriptedServer(({ method, params }) => {
      switch (method) {
        case 'initialize':
          return {
            protocolVersion: '2025-11-25',
            capabilities: { resources: {} },
            serverInfo: { name: 'plain', version: '1' },
          };
        case 'resources/read':
          return { contents: [{ uri: String(params?.['uri']), text: decodeURIComponent(String(params?.['uri'])) }] };
        default:
          return undefined;
      }
    });
    const server = host.server(await scripted.listen());
    for (const request of [
      { uri: 'db://lima/correct%20horse', template: 'db://{city}/{password}' },
      { uri: 'https://lima.example/?day=Monday&api_key=4f8a9c2e7b1d' },
      { uri: 'https://peru.example/?day=Tuesday' },
    ]) {
      await server.call({ kind: 'resource', ...request }, { origin: 'program' });
    }
    await host.end();
    scripted.close();
    assert.equal(host.log.text.match(/--> .*"method":"resources\/read"/g)?.length, 3);
    assert.match(host.log.text, /Tuesday/);
    assert.doesNotMatch(host.log.text, /correct|4f8a9c2e7b1d/);
  });

  it('masks secrets and answers in messages, on standard error and in failures', async () => {
    const host = createTestHost();
    const server = host.server(nodeSpec(handmade, [], { secrets: ['hunter2'] }));
    const call = server.call(tool('ask', { params: nameElicitation }), { origin: 'user' });
    await host.decide({ action: 'accept', content: { name: 'Annabel' } });
    await call;
    await server.call(tool('say', { words: 'Annabel knows hunter2' }), { origin: 'program' });
    const message = 'Annabel has hunter2';
    await assert.rejects(server.call(tool('refuse', { message }), { origin: 'program' }), { name: 'CallFailed' });
    await host.end();
    assert.match(host.log.text, /<-- .*"code":-32099,"message":"\[secret\]"/);
    assert.match(host.log.text, /\[secret\]/);
    assert.doesNotMatch(host.log.text, /Annabel|hunter2/);
  });
});
