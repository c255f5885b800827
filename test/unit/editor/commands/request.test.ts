import assert from 'node:assert/strict';
import { readRequest, textArguments } from '../../../../src/editor/commands/request.ts';

describe('what a call command was called with', () => {
  it('is the person, when it is nothing', () => {
    assert.deepEqual(readRequest(undefined, 'tool'), { origin: 'person' });
  });

  it('is a program, when it is an object', () => {
    assert.deepEqual(readRequest({ server: 's', tool: 't', arguments: { a: 1 } }, 'tool'), {
      origin: 'program',
      server: 's',
      target: 't',
      arguments: { a: 1 },
    });
  });

  for (const wrong of ['s', 7, [], { server: 1 }, { tool: {} }, { arguments: 'x' }, { arguments: [] }]) {
    it(`is refused by name when it is ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => readRequest(wrong, 'tool'), { name: 'ArgumentsInvalid' });
    });
  }
});

describe('the arguments of a prompt', () => {
  it('are text', () => {
    assert.deepEqual(textArguments({ a: 'x' }), { a: 'x' });
    assert.throws(() => textArguments({ a: 1 }), { name: 'ArgumentsInvalid' });
  });
});
