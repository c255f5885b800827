import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import { fromRoot } from '#test/root.ts';
import { modernDemo } from './demoClient.ts';
import { press } from './pageRequests.ts';

const expiredDemo = fromRoot('test/servers/modernExpiredState.ts');

const reply = z.looseObject({
  resultType: z.string().optional(),
  requestState: z.string().optional(),
  inputRequests: z.record(z.string(), z.looseObject({ method: z.string() })).optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })).optional(),
  isError: z.boolean().optional(),
});

const inputs = z.record(z.string(), z.looseObject({ params: z.looseObject({ url: z.string() }) }));

type Params = Record<string, unknown> & { name: string };

/** Connects a client whose calls are made by the test, so that they can be wrong. */
async function connect(script: string, capabilities: object = { elicitation: { form: {} } }): Promise<Client> {
  const client = new Client(
    { name: 'demo-tests', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));
  return client;
}

function call(client: Client, params: Params) {
  return client.request({ method: 'tools/call', params: { arguments: {}, ...params } }, reply, {
    allowInputRequired: true,
  });
}

const invalidState = { code: -32602, message: /^Invalid or expired requestState$/ };
const food = { action: 'accept', content: { choice: 'buffet' } };
const otherResponses = { place: { action: 'decline' }, music: { action: 'cancel' } };

describe('demo: the requestState of a call in the modern era', () => {
  let client: Client;
  before(async () => {
    client = await connect(modernDemo);
  });
  after(() => client.close());

  async function callForRequests(params: Params) {
    const { requestState = '', inputRequests = {} } = await call(client, params);
    return { requestState, keys: Object.keys(inputRequests) };
  }

  it('is returned with all requests that can be made at the same time', async () => {
    const { requestState, keys } = await callForRequests({ name: 'plan_event' });
    assert.deepEqual(keys, ['place', 'food', 'music']);
    assert.ok(requestState);
  });

  it('is refused if a single character is changed', async () => {
    const { requestState } = await callForRequests({ name: 'plan_event' });
    const at = requestState.indexOf('.') + 20;
    const other = requestState[at] === 'A' ? 'B' : 'A';
    const changed = requestState.slice(0, at) + other + requestState.slice(at + 1);
    await assert.rejects(call(client, { name: 'plan_event', requestState: changed }), invalidState);
  });

  it('is refused without the signature', async () => {
    const { requestState } = await callForRequests({ name: 'plan_event' });
    const unsigned = requestState.slice(0, requestState.lastIndexOf('.'));
    await assert.rejects(call(client, { name: 'plan_event', requestState: unsigned }), invalidState);
  });

  it('is refused once it has expired', async () => {
    const otherClient = await connect(expiredDemo);
    try {
      const { requestState } = await call(otherClient, { name: 'plan_event' });
      const inputResponses = { ...otherResponses, food };
      await assert.rejects(call(otherClient, { name: 'plan_event', requestState, inputResponses }), invalidState);
    } finally {
      await otherClient.close();
    }
  });

  it('is refused by another process', async () => {
    const { requestState } = await callForRequests({ name: 'plan_event' });
    const other = await connect(modernDemo);
    try {
      await assert.rejects(call(other, { name: 'plan_event', requestState }), invalidState);
    } finally {
      await other.close();
    }
  });

  for (const [what, params] of [
    ['another tool', { name: 'every_field' }],
    ['other arguments', { name: 'deploy_database', arguments: { name: 'orders-db' } }],
  ] as const) {
    it(`is refused on a call with ${what}`, async () => {
      const { requestState } = await callForRequests({
        name: 'deploy_database',
        arguments: { name: 'users-db' },
      });
      const result = await call(client, { ...params, requestState });
      assert.equal(result.isError, true);
      assert.equal(result.content?.[0]?.text, 'The requestState belongs to another call. Nothing was done.');
    });
  }

  it('contains the answers that arrived, and is returned with the other requests', async () => {
    const first = await callForRequests({ name: 'plan_event' });
    const second = await callForRequests({
      name: 'plan_event',
      requestState: first.requestState,
      inputResponses: { food },
    });
    assert.deepEqual(second.keys, ['place', 'music']);
    const { content } = await call(client, {
      name: 'plan_event',
      requestState: second.requestState,
      inputResponses: otherResponses,
    });
    assert.match(content?.[0]?.text ?? '', /^Place: declined\nFood: accepted, A cold buffet\nMusic: cancelled\n/);
  });

  it('is not changed by a second answer to a request, or by an answer without a request', async () => {
    const first = await callForRequests({ name: 'plan_event', inputResponses: { place: { action: 'cancel' } } });
    assert.deepEqual(first.keys, ['place', 'food', 'music']);
    const { requestState } = await callForRequests({
      name: 'plan_event',
      requestState: first.requestState,
      inputResponses: { food },
    });
    const inputResponses = { ...otherResponses, food: { action: 'decline' } };
    const { content } = await call(client, { name: 'plan_event', requestState, inputResponses });
    assert.match(content?.[0]?.text ?? '', /Food: accepted/);
  });

  it('is returned with the same request if the response is invalid', async () => {
    const { requestState } = await callForRequests({ name: 'delete_files' });
    for (const choice of [null, 7, [], { action: 'maybe' }]) {
      const again = await callForRequests({ name: 'delete_files', requestState, inputResponses: { choice } });
      assert.deepEqual(again.keys, ['choice']);
    }
  });

  it('identifies a page without its URL, and leads to the same page until that is answered', async () => {
    const urlClient = await connect(modernDemo, { elicitation: { url: {} } });
    const name = 'connect_account';
    const accepted = { inputResponses: { calendar: { action: 'accept' } } };
    const urlOf = (result: z.infer<typeof reply>) => String(inputs.parse(result.inputRequests)['calendar']?.params.url);
    try {
      const first = await call(urlClient, { name });
      const url = urlOf(first);
      const state = first.requestState ?? '';
      const readable = state.split('.').map((part) => Buffer.from(part, 'base64url').toString());
      assert.ok(readable.some((part) => part.includes('"pages"')));
      assert.ok(readable.every((part) => !part.includes(new URL(url).pathname.slice(1))));

      const notYet = await call(urlClient, { name, requestState: state, ...accepted });
      assert.equal(urlOf(notYet), url);
      await press(url, 'allow');
      const retry = { name, requestState: notYet.requestState };
      assert.match((await call(urlClient, retry)).content?.[0]?.text ?? '', /^Connected/);
      // The page was forgotten with the result: the state is still valid, but leads to no page.
      assert.notEqual(urlOf(await call(urlClient, retry)), url);
    } finally {
      await urlClient.close();
    }
  });

  it('is not created for a client without form mode', async () => {
    const clientWithoutForms = await connect(modernDemo, {});
    try {
      await assert.rejects(call(clientWithoutForms, { name: 'delete_files' }), { code: -32021 });
    } finally {
      await clientWithoutForms.close();
    }
  });
});
