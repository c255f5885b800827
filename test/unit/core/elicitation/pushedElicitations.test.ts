import assert from 'node:assert/strict';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const byProgram = { origin: 'program' } as const;

describe('a pushed elicitation', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  for (const decision of [
    { action: 'accept', content: { name: 'Ann' } },
    { action: 'decline' },
    { action: 'cancel' },
  ] as const) {
    it(`gets the reply ${decision.action}`, async () => {
      const call = host.handmade().call(tool('ask', { params: nameElicitation }), byUser);
      await host.decide(decision);
      assert.deepEqual(JSON.parse(textOf(await call)), { result: decision });
      assert.equal(host.replies.length, 1);
    });
  }

  it("shows the configured name, the server's own title and the only call in flight", async () => {
    const server = host.handmade();
    const call = server.call(tool('ask', { params: nameElicitation }), byUser);
    const request = await host.decide({ action: 'cancel' });
    assert.deepEqual(request.server, { id: 'user:mine', name: 'mine', reportedName: 'Handmade' });
    assert.deepEqual(request.call?.request, tool('ask', { params: nameElicitation }));
    assert.equal(request.isStartedByUser, true);
    assert.deepEqual(request.mode === 'form' && request.schema, nameElicitation.requestedSchema);
    await call;
  });

  it('is not attributed when two calls are in flight', async () => {
    const server = host.handmade();
    await server.start();
    const hanging = server.call(tool('hang'), byUser);
    const call = server.call(tool('ask', { params: nameElicitation }), byUser);
    const request = await host.decide({ action: 'cancel' });
    assert.equal(request.call, undefined);
    assert.equal(request.isStartedByUser, false);
    await call;
    await Promise.all([assert.rejects(hanging, { name: 'ServerStopped' }), server.stop()]);
  });

  it('keeps what the SDK would strip from the schema', async () => {
    const requestedSchema = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]+$' } } };
    const call = host.handmade().call(tool('ask', { params: { message: 'Code?', requestedSchema } }), byProgram);
    const request = await host.decide({ action: 'cancel' });
    assert.deepEqual(request.mode === 'form' && request.schema, requestedSchema);
    await call;
  });

  it('with a schema outside the subset is refused with property and rule, and is not shown', async () => {
    const requestedSchema = {
      type: 'object',
      properties: { home: { type: 'object', properties: { street: { type: 'string' } } } },
    };
    const call = host.handmade().call(tool('ask', { params: { message: 'Home?', requestedSchema } }), byProgram);
    const { error } = JSON.parse(textOf(await call));
    assert.equal(error.code, -32602);
    assert.match(error.message, /home/);
    assert.deepEqual(host.inbox.pending, []);
    assert.match(host.log.text, /warn An elicitation was refused: .*home/);
  });

  for (const more of [
    { propertyNames: { pattern: '^(a+)+$' } },
    { patternProperties: { '^(a+)+$': {} } },
    { additionalProperties: { $ref: '#/$defs/a' } },
    { unevaluatedProperties: { $ref: '#/$defs/a' } },
  ]) {
    const [rule = ''] = Object.keys(more);
    it(`with ${rule} in its schema is refused, and the rule is named`, async () => {
      const requestedSchema = { ...nameElicitation.requestedSchema, ...more };
      const asked = host.inbox.onDidArrive(({ id }) => host.inbox.decide(id, { action: 'cancel' }));
      const call = host.handmade().call(tool('ask', { params: { message: 'Name?', requestedSchema } }), byProgram);
      const { error } = JSON.parse(textOf(await call));
      asked.dispose();
      assert.equal(error?.code, -32602);
      assert.match(error.message, new RegExp(`"${rule}" is (not )?supported`));
      assert.deepEqual(host.inbox.pending, []);
    });
  }

  it('without a message, or in an unknown mode, is refused', async () => {
    const server = host.handmade();
    for (const [params, words] of [
      [{ requestedSchema: nameElicitation.requestedSchema }, /message/],
      [{ ...nameElicitation, mode: 'hologram' }, /mode/],
    ] as const) {
      const { error } = JSON.parse(textOf(await server.call(tool('ask', { params }), byProgram)));
      assert.equal(error.code, -32602);
      assert.match(error.message, words);
    }
  });

  it('whose parameters are not an object is refused as an invalid request', async () => {
    const { error } = JSON.parse(textOf(await host.handmade().call(tool('ask', { params: null }), byProgram)));
    assert.equal(error.code, -32600);
  });

  it('in URL mode, which is not declared, is refused', async () => {
    const params = { mode: 'url', message: 'Go', url: 'https://example.com', elicitationId: '1' };
    const { error } = JSON.parse(textOf(await host.handmade().call(tool('ask', { params }), byProgram)));
    assert.equal(error.code, -32602);
  });

  it('gets "method not found" if elicitation is switched off', async () => {
    const spec = nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } });
    const server = host.server(spec, definitionOf('mine', { elicitation: { form: false, url: false } }));
    const { error } = JSON.parse(textOf(await server.call(tool('ask', { params: nameElicitation }), byProgram)));
    assert.equal(error.code, -32601);
    const initialize = host.receivedMessages.find(({ method }) => method === 'initialize');
    assert.equal('elicitation' in Object(initialize?.params?.['capabilities']), false);
  });

  it('that the server cancels is withdrawn without a reply', async () => {
    const settled = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    const call = host.handmade().call(tool('askAndTakeBack', { params: nameElicitation }), byUser);
    assert.deepEqual(await settled, {
      kind: 'withdrawn',
      withdrawal: { by: 'server', reason: 'The server withdrew the question: never mind' },
    });
    await call;
    assert.deepEqual(host.replies, []);
  });

  it('with an id that is in use is ignored: one reply to one id', async () => {
    const call = host.handmade().call(tool('askTwiceWithOneId', { params: nameElicitation }), byUser);
    // After the first request is answered, its id can be used again. Both requests must arrive before that.
    await until(() => host.log.text.includes('used the id "same" again'));
    await host.decide({ action: 'decline' });
    assert.deepEqual(JSON.parse(textOf(await call)), { result: { action: 'decline' } });
    assert.equal(host.replies.length, 1);
    assert.equal(host.inbox.pending.length, 0);
  });

  it('is withdrawn with the reason when the server crashes, and the server can be started again', async () => {
    const server = host.handmade();
    const failed = new Promise((resolve) => server.onDidFail(resolve));
    const settled = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    const call = server.call(tool('askAndCrash', { params: nameElicitation, code: 7 }), byUser);
    await assert.rejects(call, { name: 'ServerCrashed' });
    assert.deepEqual(await settled, {
      kind: 'withdrawn',
      withdrawal: { by: 'connection', reason: '"mine" ended unexpectedly (exit code 7).' },
    });
    await failed;
    assert.equal(server.state.kind, 'failed');
    await server.restart();
    assert.equal(server.state.kind, 'running');
  });

  it('gets the reply cancel when the server is stopped', async () => {
    const server = host.handmade();
    const call = server.call(tool('ask', { params: nameElicitation }), byUser);
    await host.oldestRequest();
    await Promise.all([assert.rejects(call, { name: 'ServerStopped' }), server.stop()]);
    assert.deepEqual(
      host.replies.map(({ result }) => result),
      [{ action: 'cancel' }],
    );
    assert.equal(host.inbox.pending.length, 0);
  });

  it('keeps the answer of a field named __proto__', async () => {
    const requestedSchema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    const call = host.handmade().call(tool('ask', { params: { message: 'Odd', requestedSchema } }), byUser);
    await host.decide({ action: 'accept', content: JSON.parse('{"__proto__":"mine"}') });
    assert.match(textOf(await call), /"content":\{"__proto__":"mine"\}/);
  });

  it('gets a reply, also if two hundred arrive at once', async () => {
    const server = host.handmade();
    await server.start();
    const calls = Array.from({ length: 200 }, () => server.call(tool('ask', { params: nameElicitation }), byProgram));
    await until(() => host.inbox.pending.length === 200);
    for (const { id } of host.inbox.pending) {
      host.inbox.decide(id, { action: 'decline' });
    }
    await Promise.all(calls);
    assert.equal(host.replies.length, 200);
  });
});
