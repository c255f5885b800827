import assert from 'node:assert/strict';
import { completionParams, readCompletion } from '#core/model/argumentCompletion.ts';
import { everything, handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';

const roomy = fromRoot('test/servers/modernFeatures.ts');
const never = new AbortController().signal;
const prompt = (name: string, argument: string, value: string, otherArguments = {}) => ({
  target: { kind: 'prompt', name } as const,
  argument: { name: argument, value },
  otherArguments,
});

describe('completion', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('suggests what a legacy server knows of an argument, by the other arguments', async () => {
    const server = host.server(nodeSpec(everything));
    await server.start();
    const department = prompt('completable-prompt', 'department', 'S');
    assert.deepEqual(await server.complete(department, never), ['Sales', 'Support']);
    const name = prompt('completable-prompt', 'name', '', { department: 'Sales' });
    assert.deepEqual(await server.complete(name, never), ['David', 'Eve', 'Frank']);
    const template = { kind: 'template', uriTemplate: 'demo://resource/dynamic/text/{resourceId}' } as const;
    const resource = { target: template, argument: { name: 'resourceId', value: '7' }, otherArguments: {} };
    assert.deepEqual(await server.complete(resource, never), ['7']);
  });

  it('suggests what a modern server knows', async () => {
    const server = host.server(nodeSpec(roomy));
    await server.start();
    assert.deepEqual(await server.complete(prompt('describe', 'room', 'a'), never), ['attic']);
    const target = { kind: 'template', uriTemplate: 'house://{floor}/{room}' } as const;
    const room = { target, argument: { name: 'room', value: 'c' }, otherArguments: { floor: '1' } };
    assert.deepEqual(await server.complete(room, never), ['cellar']);
    assert.deepEqual(await server.complete({ ...room, otherArguments: { floor: 'none' } }, never), []);
  });

  it('suggests nothing, and is no failure, where the server refuses or is not there', async () => {
    const server = host.server(nodeSpec(everything));
    assert.deepEqual(await server.complete(prompt('any', 'any', ''), never), []);
    await server.start();
    assert.deepEqual(await server.complete(prompt('unknown', 'any', ''), never), []);
    const aborted = AbortSignal.abort();
    assert.deepEqual(await server.complete(prompt('completable-prompt', 'department', ''), aborted), []);
  });

  it('is not asked of a server that does not declare it', async () => {
    const server = host.server(nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } }));
    await server.start();
    assert.deepEqual(await server.complete(prompt('any', 'any', ''), never), []);
    assert.ok(!host.receivedMessages.some(({ method }) => method === 'completion/complete'));
  });

  it('names an argument without otherArguments as one without context', () =>
    assert.deepEqual(completionParams(prompt('p', 'a', 'v')), {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: 'v' },
    }));
});

describe('what a server suggests', () => {
  const of = (values: unknown) => readCompletion({ completion: { values } });

  it('counts once, as text that is not empty, and not without end', () => {
    assert.deepEqual(of(['a', 'a', '', 1, null, 'x'.repeat(501), 'b']), ['a', 'b']);
    assert.equal(of(Array.from({ length: 1000 }, (_, at) => `value ${at}`)).length, 100);
  });

  it('is nothing where it is no list', () => {
    for (const result of [undefined, null, 'x', {}, { completion: null }, { completion: { values: 'abc' } }]) {
      assert.deepEqual(readCompletion(result), []);
    }
  });
});
