import assert from 'node:assert/strict';
import type { ScreenOf, ToWebview } from '#bridge/messages.ts';
import type { SchemaCheck } from '#core/inbox/answerValidator.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { FilledArguments } from '#editor/panel/screens/argumentsRequest.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import { JsonArgumentsScreen } from '#editor/panel/screens/jsonArgumentsScreen.ts';
import type { ScreenMessage } from '#editor/panel/screens/panelScreen.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';

const definition: ServerDefinition = {
  id: 'user:weather',
  name: 'weather',
  scope: { kind: 'user' },
  entry: { type: 'http', url: 'http://127.0.0.1/', headers: {}, enabled: true, elicitation: { form: true, url: true } },
};

type Arguments = Readonly<Record<string, unknown>>;

/**
 * A screen for arguments in JSON, the arguments with which it ended, and the messages that it posted. `problems`: the problems
 * that the validator returns. `check`: replaces the validator's check.
 */
function jsonScreen({
  knownArguments = {},
  problems = [],
  schema = { type: 'object' },
  check = () => ({ problems }),
}: {
  knownArguments?: Arguments;
  problems?: readonly string[];
  schema?: unknown;
  check?: FormValidator['check'];
} = {}) {
  const ends: (Arguments | undefined)[] = [];
  const replies: ToWebview[] = [];
  const validator: FormValidator = {
    prepare: () => undefined,
    evaluate: () => assert.fail('there is no form'),
    validate: () => assert.fail('there is no form'),
    check,
    checkReceived: () => assert.fail('nothing was received'),
  };
  const request = {
    definition,
    origin: 'user' as const,
    target: { kind: 'tool' as const, name: 'forecast' },
    presentation: { kind: 'json' as const, reason: 'It is not flat.', schema },
    knownArguments,
  };
  const draft = new TestPanel().drafts.open({
    server: definition.id,
    purpose: 'arguments',
    schema: request.presentation.schema,
  });
  const end = (result: FilledArguments | undefined) => ends.push(result?.values);
  const screen = new JsonArgumentsScreen('s1', request, 'It is not flat.', { validator, draft, end });
  const run = (text: string) =>
    screen.receive({ type: 'runJson', screen: 's1', text }, (message) => replies.push(message));
  const text = () => (screen.compose(0) as ScreenOf<'jsonArguments'>).text;
  const schemaText = () => (screen.compose(0) as ScreenOf<'jsonArguments'>).schema;
  return { screen, run, text, schemaText, ends, replies };
}

describe('arguments as JSON', () => {
  it('begin as an empty object', () => assert.equal(jsonScreen().text(), '{}'));

  it('begin with the known arguments', () =>
    assert.deepEqual(JSON.parse(jsonScreen({ knownArguments: { city: 'Delft' } }).text()), { city: 'Delft' }));

  it('are shown with the schema, whose text is not much longer than the received one', () => {
    assert.equal(jsonScreen().schemaText(), '{\n  "type": "object"\n}');
    let schema: unknown = Array.from({ length: 90_000 }, () => 0);
    for (let level = 0; level < 450; level += 1) {
      schema = [schema];
    }
    assert.equal(jsonScreen({ schema }).schemaText(), JSON.stringify(schema));
  });

  for (const blank of ['', ' ', '\n\t\n']) {
    it(`are an empty object if the text is ${JSON.stringify(blank)}`, () => {
      const { run, ends, replies } = jsonScreen();
      run(blank);
      assert.deepEqual([ends, replies], [[{}], []]);
    });
  }

  it('are also validated if they are missing', () => {
    const { run, ends, replies } = jsonScreen({ problems: ['"city" is missing.'] });
    run('');
    assert.deepEqual(ends, []);
    assert.deepEqual(replies, [{ type: 'rejected', screen: 's1', summary: '"city" is missing.', problems: [] }]);
  });

  for (const wrong of ['[]', 'null', '"text"', '1', '{', '{"a":1,}']) {
    it(`are refused if they are ${wrong}, and the text stays to be corrected`, () => {
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

  it('may contain a property named __proto__', () => {
    const { run, ends } = jsonScreen();
    run('{"__proto__": {"polluted": true}}');
    assert.deepEqual(Object.keys(ends[0] ?? {}), ['__proto__']);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });

  const changes: readonly (readonly [how: string, message: ScreenMessage])[] = [
    ['started over', { type: 'startOver', screen: 's1' }],
    ['changed', { type: 'editJson', screen: 's1', text: '{"city": "Delf"}' }],
  ];
  for (const [how, message] of changes) {
    it(`are refused, with the reply for which the page waits, if they are ${how} while they are validated`, async () => {
      let finish: (check: SchemaCheck) => void = () => undefined;
      const checked = new Promise<SchemaCheck>((resolve) => {
        finish = resolve;
      });
      const { screen, run, ends, replies } = jsonScreen({ check: () => checked });
      run('{"city": "Delft"}');
      screen.receive(message, () => undefined);
      finish({ problems: [] });
      await checked;
      assert.deepEqual(ends, []);
      assert.deepEqual(replies, [{ type: 'rejected', screen: 's1', summary: 'Nothing was sent.', problems: [] }]);
    });
  }

  it('are undefined if the screen is cancelled', () => {
    const { screen, ends } = jsonScreen();
    screen.receive({ type: 'cancel', screen: 's1' }, () => assert.fail('a message was posted'));
    assert.deepEqual(ends, [undefined]);
  });
});
