import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createNonce } from '#agentProtocol/handshake.ts';
import {
  maxNamedCalls,
  maxTextLengths,
  readChallenge,
  readClientMessage,
  readHello,
  readWelcome,
  readWindowMessage,
} from '#agentProtocol/readMessages.ts';

const readers = [readChallenge, readHello, readWelcome, readClientMessage, readWindowMessage];

const id = fc.string({ minLength: 1, maxLength: maxTextLengths.id, unit: 'binary' });
const name = fc.string({ maxLength: maxTextLengths.name });
const count = fc.maxSafeNat();
const call = fc.record(
  {
    id,
    kind: fc.constantFrom('tool', 'prompt', 'resource'),
    name: fc.string({ maxLength: maxTextLengths.target }),
    arguments: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ['id', 'kind', 'name'] },
);
const request = fc.oneof(
  fc.record({ kind: fc.constant('pushed'), params: fc.jsonValue() }),
  fc.record({ kind: fc.constant('round'), inputRequests: fc.dictionary(fc.string(), fc.jsonValue()) }),
  fc.record({ kind: fc.constant('requiredUrls'), data: fc.jsonValue() }),
);
const clientMessage = fc.oneof(
  fc.record(
    {
      type: fc.constant('ask'),
      id,
      number: count,
      request,
      calls: fc.array(call, { maxLength: 3 }),
      ageMs: count,
      serverInfo: fc.record({ name, version: name }, { requiredKeys: ['name'] }),
      protocolVersion: name,
      hookServer: name,
    },
    { requiredKeys: ['type', 'id', 'number', 'request', 'calls', 'ageMs'] },
  ),
  fc.record({
    type: fc.constant('withdraw'),
    id,
    number: count,
    reason: fc.constantFrom('server', 'serverEnded', 'interrupted', 'agentEnded', 'callEnded', 'moved'),
  }),
  fc.record(
    {
      type: fc.constant('receipt'),
      id,
      number: count,
      outcome: fc.constantFrom('sent', 'refused', 'lost'),
      moved: fc.boolean(),
    },
    { requiredKeys: ['type', 'id', 'number', 'outcome'] },
  ),
  fc.record({ type: fc.constant('complete'), elicitationId: fc.string() }),
  fc.record({
    type: fc.constant('callState'),
    call: id,
    state: fc.constantFrom('parked', 'joined'),
  }),
  fc.record({
    type: fc.constant('callEnded'),
    call: id,
    kind: fc.constantFrom('tool', 'prompt', 'resource'),
    name,
    outcome: fc.constantFrom('result', 'toolError', 'error', 'cancelled', 'timedOut', 'lost'),
    durationMs: count,
  }),
  fc.record({ type: fc.constant('probe'), id: count }),
);
const result = fc.record(
  { action: fc.constantFrom('accept', 'decline', 'cancel'), content: fc.dictionary(fc.string(), fc.jsonValue()) },
  { requiredKeys: ['action'] },
);
const answer = fc.oneof(
  fc.record({ kind: fc.constant('result'), result }),
  fc.record({ kind: fc.constant('responses'), responses: fc.dictionary(fc.string(), result) }),
  fc.record({ kind: fc.constantFrom('repeat', 'elsewhere') }),
  fc.record({
    kind: fc.constant('error'),
    error: fc.record(
      { code: fc.integer(), message: fc.string(), data: fc.jsonValue() },
      { requiredKeys: ['code', 'message'] },
    ),
  }),
  fc.record({ kind: fc.constant('endCall'), message: fc.string() }),
);
const windowMessage = fc.oneof(
  fc.record({ type: fc.constant('answer'), id, number: count, answer }),
  fc.record({ type: fc.constant('stopCall'), call: id }),
  fc.record({ type: fc.constant('presence'), id: count, present: fc.boolean() }),
  fc.record(
    { type: fc.constant('closing'), reason: fc.constantFrom('window', 'disabled'), isDisconnected: fc.boolean() },
    { requiredKeys: ['type', 'reason'] },
  ),
);

/** A value as it is after a way over the wire. */
function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('reading the messages of the agent protocol', () => {
  it('reads every message of a client as it was sent', () => {
    fc.assert(
      fc.property(clientMessage, (message) => {
        const line = JSON.stringify(message);
        assert.deepEqual(overTheWire(readClientMessage(line)), JSON.parse(line));
        assert.equal(readWindowMessage(line), undefined);
      }),
    );
  });

  it('reads every message of a window as it was sent', () => {
    fc.assert(
      fc.property(windowMessage, (message) => {
        const line = JSON.stringify(message);
        assert.deepEqual(overTheWire(readWindowMessage(line)), JSON.parse(line));
        assert.equal(readClientMessage(line), undefined);
      }),
    );
  });

  it('never throws, and reads no text that is not a message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        for (const read of readers) assert.equal(read(line), undefined);
      }),
    );
  });

  it('reads no message in which one member has a value of another type', () => {
    fc.assert(
      fc.property(fc.oneof(clientMessage, windowMessage), fc.nat(), (message, at) => {
        const names = Object.keys(message);
        const changed = { ...message, [names[at % names.length] ?? '']: [{}] };
        assert.equal(readClientMessage(JSON.stringify(changed)), undefined);
        assert.equal(readWindowMessage(JSON.stringify(changed)), undefined);
      }),
    );
  });

  it('leaves out members that it does not know', () => {
    const line = JSON.stringify({ type: 'probe', id: 1, constructor: 'x', later: { version: 2 } });
    assert.deepEqual(readClientMessage(line), { type: 'probe', id: 1 });
  });

  it('takes no member and no kind from a prototype', () => {
    assert.equal(readClientMessage('{"type":"constructor"}'), undefined);
    assert.equal(readClientMessage('{"type":"__proto__"}'), undefined);
    assert.equal(readClientMessage('{"__proto__":{"type":"probe","id":1}}'), undefined);
  });

  it('keeps a key __proto__ in what the server sent', () => {
    const line =
      '{"type":"ask","id":"1","number":1,"request":{"kind":"round","inputRequests":{"__proto__":1}},"calls":[],"ageMs":0}';
    const message = readClientMessage(line);
    assert.ok(message?.type === 'ask' && message.request.kind === 'round');
    assert.deepEqual(Object.keys(message.request.inputRequests), ['__proto__']);
  });

  it('bounds every text and every list', () => {
    const ask = { type: 'ask', id: 'a', number: 1, request: { kind: 'pushed', params: {} }, calls: [], ageMs: 0 };
    const named = { id: 'c', kind: 'tool', name: 'deploy' };
    const isRead = (changes: object) => readClientMessage(JSON.stringify({ ...ask, ...changes })) !== undefined;
    assert.ok(isRead({}));
    assert.ok(isRead({ id: 'a'.repeat(maxTextLengths.id) }));
    assert.ok(!isRead({ id: 'a'.repeat(maxTextLengths.id + 1) }));
    assert.ok(!isRead({ id: '' }));
    assert.ok(!isRead({ hookServer: 'a'.repeat(maxTextLengths.name + 1) }));
    assert.ok(!isRead({ serverInfo: { name: 'a'.repeat(maxTextLengths.name + 1) } }));
    assert.ok(isRead({ calls: Array(maxNamedCalls).fill(named) }));
    assert.ok(!isRead({ calls: Array(maxNamedCalls + 1).fill(named) }));
    assert.ok(!isRead({ calls: [{ ...named, name: 'a'.repeat(maxTextLengths.target + 1) }] }));
    assert.ok(!isRead({ ageMs: -1 }));
    assert.ok(!isRead({ number: 0.5 }));
  });

  it('reads a handshake, and no client whose id is no file name', () => {
    const body = {
      protocol: 1,
      kind: 'proxy',
      client: 'codex',
      server: 'tickets',
      nonce: createNonce(),
      session: 's',
      version: '0.3.0',
      fingerprint: '',
      commandLine: 'node server.js',
      folder: '/work',
    };
    const helloLine = (changes: object) =>
      JSON.stringify({ type: 'hello', body: JSON.stringify({ ...body, ...changes }), mac: createNonce() });
    assert.deepEqual(readHello(helloLine({}))?.body, body);
    assert.equal(readHello(helloLine({ attended: false }))?.body.attended, false);
    assert.equal(readHello(helloLine({ attended: 'no' })), undefined);
    for (const client of ['../codex', 'Codex', '', 'a'.repeat(33), 'codex\n']) {
      assert.equal(readHello(helloLine({ client })), undefined, client);
    }
    assert.equal(readHello(helloLine({ nonce: 'short' })), undefined);
    assert.equal(readHello(JSON.stringify({ type: 'hello', body, mac: createNonce() })), undefined);
    const challenge = { type: 'challenge', protocol: 2, oldestProtocol: 1, nonce: createNonce() };
    assert.deepEqual(readChallenge(JSON.stringify(challenge)), challenge);
    const welcome = { protocol: 1, mac: createNonce(), window: '0123456789abcdef', present: true, keepMs: 600_000 };
    assert.deepEqual(readWelcome(JSON.stringify({ type: 'welcome', ...welcome })), { type: 'welcome', ...welcome });
    assert.equal(readWelcome(JSON.stringify({ type: 'welcome', ...welcome, window: '../../etc' })), undefined);
  });
});
