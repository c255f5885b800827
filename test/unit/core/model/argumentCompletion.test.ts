import assert from 'node:assert/strict';
import { completionParams, readCompletion } from '#core/model/argumentCompletion.ts';
import { everything, handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';

const modernFeatures = fromRoot('test/servers/modernFeatures.ts');
const neverAborted = new AbortController().signal;
const prompt = (name: string, argument: string, value: string, otherArguments = {}) => ({
  target: { kind: 'prompt', name } as const,
  argument: { name: argument, value },
  otherArguments,
});

describe('the completion of an argument', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('has the suggestions of a legacy server, which depend on the other arguments', async () => {
    const server = host.server(nodeSpec(everything));
    await server.start();
    const department = prompt('completable-prompt', 'department', 'S');
    assert.deepEqual(await server.complete(department, neverAborted), ['Sales', 'Support']);
    const name = prompt('completable-prompt', 'name', '', { department: 'Sales' });
    assert.deepEqual(await server.complete(name, neverAborted), ['David', 'Eve', 'Frank']);
    const template = { kind: 'template', uriTemplate: 'demo://resource/dynamic/text/{resourceId}' } as const;
    const resource = { target: template, argument: { name: 'resourceId', value: '7' }, otherArguments: {} };
    assert.deepEqual(await server.complete(resource, neverAborted), ['7']);
  });

  it('has the suggestions of a modern server', async () => {
    const server = host.server(nodeSpec(modernFeatures));
    await server.start();
    assert.deepEqual(await server.complete(prompt('describe', 'room', 'a'), neverAborted), ['attic']);
    const target = { kind: 'template', uriTemplate: 'house://{floor}/{room}' } as const;
    const room = { target, argument: { name: 'room', value: 'c' }, otherArguments: { floor: '1' } };
    assert.deepEqual(await server.complete(room, neverAborted), ['cellar']);
    assert.deepEqual(await server.complete({ ...room, otherArguments: { floor: 'none' } }, neverAborted), []);
  });

  it('is empty if the server refuses, is stopped, or the request is aborted', async () => {
    const server = host.server(nodeSpec(everything));
    assert.deepEqual(await server.complete(prompt('any', 'any', ''), neverAborted), []);
    await server.start();
    assert.deepEqual(await server.complete(prompt('unknown', 'any', ''), neverAborted), []);
    const aborted = AbortSignal.abort();
    assert.deepEqual(await server.complete(prompt('completable-prompt', 'department', ''), aborted), []);
  });

  it('is not requested from a server that does not declare completions', async () => {
    const server = host.server(nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } }));
    await server.start();
    assert.deepEqual(await server.complete(prompt('any', 'any', ''), neverAborted), []);
    assert.ok(!host.receivedMessages.some(({ method }) => method === 'completion/complete'));
  });

  it('names an argument without otherArguments as one without context', () =>
    assert.deepEqual(completionParams(prompt('p', 'a', 'v')), {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: 'v' },
    }));
});

describe('the suggestions of a server', () => {
  const suggestionsOf = (values: unknown) => readCompletion({ completion: { values } });

  it('are the distinct, not empty texts of at most 500 characters, at most 100', () => {
    assert.deepEqual(suggestionsOf(['a', 'a', '', 1, null, 'x'.repeat(501), 'b']), ['a', 'b']);
    assert.equal(suggestionsOf(Array.from({ length: 1000 }, (_, at) => `value ${at}`)).length, 100);
  });

  it('are empty if the result is invalid', () => {
    for (const result of [undefined, null, 'x', {}, { completion: null }, { completion: { values: 'abc' } }]) {
      assert.deepEqual(readCompletion(result), []);
    }
  });
});
