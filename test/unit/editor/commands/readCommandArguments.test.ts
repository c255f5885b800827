import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { readCallCommandRequest, textArguments } from '#editor/commands/readCommandArguments.ts';
import { GroupNode, OfferingNode, ServerNode } from '#editor/serversView/treeNodes.ts';

describe('the argument of a call command', () => {
  it('has the user as its origin if it is absent', () => {
    assert.deepEqual(readCallCommandRequest(undefined, 'tool'), { origin: 'user' });
  });

  it('has a program as its origin if it is an object', () => {
    assert.deepEqual(readCallCommandRequest({ server: 's', tool: 't', arguments: { a: 1 } }, 'tool'), {
      origin: 'program',
      server: 's',
      target: 't',
      arguments: { a: 1 },
    });
  });

  it('has the user as its origin if it is an item of the view', () => {
    const server = { offerings: {} } as unknown as Server;
    const offered = { uriTemplate: 'a://{b}', name: 'b' };
    const group = new GroupNode(new ServerNode(server), 'resourceTemplates');
    const template = readCallCommandRequest(new OfferingNode(group, { kind: 'template', offered }), 'uri');
    assert.deepEqual(template, { origin: 'user', server, template: offered });
    const resource = { uri: 'a://b', name: 'b' };
    const plain = readCallCommandRequest(new OfferingNode(group, { kind: 'resource', offered: resource }), 'uri');
    assert.deepEqual(plain, { origin: 'user', server, target: 'a://b' });
  });

  for (const wrong of ['s', 7, [], { server: 1 }, { tool: {} }, { arguments: 'x' }, { arguments: [] }]) {
    it(`is refused with the name ArgumentsInvalid if it is ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => readCallCommandRequest(wrong, 'tool'), { name: 'ArgumentsInvalid' });
    });
  }
});

describe('the arguments of a prompt', () => {
  it('are refused with the name ArgumentsInvalid if one is not a string', () => {
    assert.deepEqual(textArguments({ a: 'x' }), { a: 'x' });
    assert.throws(() => textArguments({ a: 1 }), { name: 'ArgumentsInvalid' });
  });
});
