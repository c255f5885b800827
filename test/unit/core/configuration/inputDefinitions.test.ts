import assert from 'node:assert/strict';
import { isTypedInput, readInputs } from '#core/configuration/inputDefinitions.ts';

describe('readInputs', () => {
  it('reads the definitions of VS Code', () => {
    const { inputs, problems } = readInputs([
      { type: 'promptString', id: 'key', description: 'API key', password: true },
      { type: 'promptString', id: 'host', description: 'Host', default: 'localhost' },
      {
        type: 'pickString',
        id: 'level',
        description: 'Level',
        options: ['low', { label: 'High', value: 'h' }],
        default: 'h',
      },
    ]);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [...inputs.values()],
      [
        { type: 'promptString', id: 'key', description: 'API key', password: true },
        { type: 'promptString', id: 'host', description: 'Host', default: 'localhost', password: false },
        {
          type: 'pickString',
          id: 'level',
          description: 'Level',
          default: 'h',
          options: [
            { label: 'low', value: 'low' },
            { label: 'High', value: 'h' },
          ],
        },
      ],
    );
  });

  it('describes an input by its id if it has no description', () => {
    assert.equal(readInputs([{ type: 'promptString', id: 'key' }]).inputs.get('key')?.description, 'key');
  });

  it('keeps the first of two inputs with the same id', () => {
    const { inputs, problems } = readInputs([
      { type: 'promptString', id: 'key', description: 'first' },
      { type: 'promptString', id: 'key', description: 'second' },
    ]);
    assert.equal(inputs.get('key')?.description, 'first');
    assert.deepEqual(
      problems.map(({ server, key, message }) => ({ server, key, message })),
      [{ server: '', key: 'inputs[1].id', message: 'The id "key" is defined twice.' }],
    );
  });

  it('returns no inputs and no problems if the setting is not set', () => {
    assert.deepEqual(readInputs(undefined), { inputs: new Map(), problems: [] });
  });

  const good = { type: 'promptString', id: 'a', description: 'A' };
  const bad: [unknown, string, RegExp][] = [
    ['key', 'inputs[1]', /must be an object/],
    [{ ...good, id: undefined }, 'inputs[1].id', /must be text/],
    [{ ...good, id: '' }, 'inputs[1].id', /The id is empty/],
    [{ ...good, id: 'a}b' }, 'inputs[1].id', /brace/],
    [{ ...good, id: 'a\u202eb' }, 'inputs[1].id', /control character/],
    [{ ...good, type: 'command', command: 'x' }, 'inputs[1].type', /not supported/],
    [{ ...good, type: 'prompt' }, 'inputs[1].type', /"promptString" or "pickString"/],
    [{ ...good, description: 1 }, 'inputs[1].description', /must be text/],
    [{ ...good, default: 1 }, 'inputs[1].default', /must be text/],
    [{ ...good, password: 'yes' }, 'inputs[1].password', /true or false/],
    [{ ...good, type: 'pickString' }, 'inputs[1].options', /list/],
    [{ ...good, type: 'pickString', options: [] }, 'inputs[1].options', /empty list/],
    [{ ...good, type: 'pickString', options: ['a', 1] }, 'inputs[1].options[1]', /is not an option/],
    [{ ...good, type: 'pickString', options: ['a'], default: 'b' }, 'inputs[1].default', /not one of the options/],
  ];
  for (const [definition, key, message] of bad) {
    it(`omits and reports ${JSON.stringify(definition)}`, () => {
      const { inputs, problems } = readInputs([{ ...good, id: 'kept' }, definition]);
      assert.deepEqual([...inputs.keys()], ['kept']);
      assert.equal(problems.length, 1);
      assert.equal(problems[0]?.key, key);
      assert.match(problems[0].message, message);
    });
  }

  it('reports one problem if the setting is not an array', () => {
    assert.equal(readInputs({ key: good }).problems[0]?.key, 'inputs');
  });
});

describe('inputs that are masked in logs', () => {
  it('are those that the user types, even if they are not passwords, and not those with options in the settings', () => {
    const { inputs } = readInputs([
      { type: 'promptString', id: 'key', description: 'API key', password: true },
      { type: 'promptString', id: 'user', description: 'User' },
      { type: 'pickString', id: 'level', description: 'Level', options: ['low'] },
    ]);
    assert.deepEqual([...inputs.values()].map(isTypedInput), [true, true, false]);
  });
});
