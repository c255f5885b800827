import assert from 'node:assert/strict';
import type { ScreenOf, ToWebview } from '#bridge/messages.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import { JsonArgumentsScreen } from '#editor/panel/screens/jsonArgumentsScreen.ts';
import { TestPanel } from './testPanel.ts';

const definition: ServerDefinition = {
  id: 'user:weather',
  name: 'weather',
  scope: { kind: 'user' },
  entry: { type: 'http', url: 'http://127.0.0.1/', headers: {}, enabled: true, elicitation: { form: true, url: true } },
};

type Arguments = Readonly<Record<string, unknown>>;

/** A screen for arguments in JSON, what it ended with, and what it said. `problems` is the validator's verdict. */
function jsonScreen({
  knownArguments = {},
  problems = [],
  schema = { type: 'object' },
}: {
  knownArguments?: Arguments;
  problems?: readonly string[];
  schema?: unknown;
} = {}) {
  const ends: (Arguments | undefined)[] = [];
  const replies: ToWebview[] = [];
  const validator: FormValidator = {
    prepare: () => undefined,
    evaluate: () => assert.fail('there is no form'),
    validate: () => assert.fail('there is no form'),
    check: () => ({ problems }),
    checkReceived: () => assert.fail('nothing was received'),
  };
  const request = {
    definition,
    origin: 'person' as const,
    target: { kind: 'tool' as const, name: 'forecast' },
    presentation: { kind: 'json' as const, reason: 'It is not flat.', schema },
    knownArguments,
  };
  const draft = new TestPanel().drafts.open({
    server: definition.id,
    purpose: 'arguments',
    schema: request.presentation.schema,
  });
  const end = (result: Arguments | undefined) => ends.push(result);
  const screen = new JsonArgumentsScreen('s1', request, 'It is not flat.', { validator, draft, end });
  const run = (text: string) =>
    screen.receive({ type: 'runJson', screen: 's1', text }, (message) => replies.push(message));
  const text = () => (screen.compose(0) as ScreenOf<'jsonArguments'>).text;
  const schemaText = () => (screen.compose(0) as ScreenOf<'jsonArguments'>).schema;
  return { screen, run, text, schemaText, ends, replies };
}

describe('arguments as JSON', () => {
  it('begin as an empty object', () => assert.equal(jsonScreen().text(), '{}'));

  it('begin with what is knownArguments', () =>
    assert.deepEqual(JSON.parse(jsonScreen({ knownArguments: { city: 'Delft' } }).text()), { city: 'Delft' }));

  it('have the schema beside them, which is not much longer than it was received', () => {
    assert.equal(jsonScreen().schemaText(), '{\n  "type": "object"\n}');
    let schema: unknown = Array.from({ length: 90_000 }, () => 0);
    for (let level = 0; level < 450; level += 1) {
      schema = [schema];
    }
    assert.equal(jsonScreen({ schema }).schemaText(), JSON.stringify(schema));
  });

  for (const blank of ['', ' ', '\n\t\n']) {
    it(`that are only ${JSON.stringify(blank)} are no arguments`, () => {
      const { run, ends, replies } = jsonScreen();
      run(blank);
      assert.deepEqual([ends, replies], [[{}], []]);
    });
  }

  it('that are missing are judged as well', () => {
    const { run, ends, replies } = jsonScreen({ problems: ['"city" is missing.'] });
    run('');
    assert.deepEqual(ends, []);
    assert.deepEqual(replies, [{ type: 'rejected', screen: 's1', summary: '"city" is missing.', problems: [] }]);
  });

  for (const wrong of ['[]', 'null', '"text"', '1', '{', '{"a":1,}']) {
    it(`are not ${wrong}, which stays to be mended`, () => {
      const { run, text, ends, replies } = jsonScreen();
      run(wrong);
      assert.deepEqual(ends, []);
      assert.deepEqual(
        replies.map(({ type }) => type),
        ['rejected'],
      );
      assert.equal(text(), wrong);
    });
  }

  it('keep a name like __proto__ as a name', () => {
    const { run, ends } = jsonScreen();
    run('{"__proto__": {"polluted": true}}');
    assert.deepEqual(Object.keys(ends[0] ?? {}), ['__proto__']);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });

  it('end with nothing when they are cancelled', () => {
    const { screen, ends } = jsonScreen();
    screen.receive({ type: 'cancel', screen: 's1' }, () => assert.fail('nothing to say'));
    assert.deepEqual(ends, [undefined]);
  });
});
