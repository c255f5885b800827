import assert from 'node:assert/strict';
import type { FieldInput } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { githubToken, writtenDrafts } from './draftRequests.ts';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    note: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    options: { type: 'object', properties: {} },
  },
};
const text = (value: string) => ({ kind: 'text' as const, text: value, touched: true });
const list = (...values: string[]): FieldInput => ({ kind: 'list', rows: values.map(text), touched: true });
const record = (...rows: [key: string, value: string][]): FieldInput => ({
  kind: 'record',
  rows: rows.map(([key, value]) => ({ key, value: text(value) })),
  touched: true,
});
const json = (value: string): FieldInput => ({ kind: 'json', text: value, touched: true });
const fieldOf = { text: 1, list: 2, record: 3, json: 4 } as const;
/** A secret of each kind of field, what is left of it after one character was deleted, and the emptied field. */
const cases: readonly [kind: keyof typeof fieldOf, whole: FieldInput, rest: FieldInput, empty: FieldInput][] = [
  ['text', text(githubToken), text(githubToken.slice(0, -1)), text('')],
  ['list', list('a', githubToken), list('a', githubToken.slice(0, -1)), list('')],
  [
    'record',
    record(['Authorization', 'Bearer hunter2horse'], ['Accept', 'json']),
    record(['Authorizatio', 'Bearer hunter2horse'], ['Accept', 'json']),
    record(['', '']),
  ],
  ['json', json(`{"x": "${githubToken}"}`), json(`{"x": "${githubToken.slice(0, -1)}"}`), json('')],
];

describe('the draft of arguments with a secret', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  function ask(knownArguments: Readonly<Record<string, unknown>> = {}, masked: readonly string[] = []): string {
    const reading = readArgumentsSchema(schema);
    assert.ok(reading.ok);
    void panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target: { kind: 'tool', name: 'forecast' },
      presentation: { kind: 'form', form: reading.form, schema },
      knownArguments,
      masked,
    });
    return panel.shownId;
  }
  async function edit(field: number, input: FieldInput): Promise<void> {
    const changes = [{ field, input }];
    panel.controller.receive({ type: 'edit', screen: panel.shownId, revision: 1, changes });
    await panel.drafts.flush();
  }
  const written = () => panel.files.writtenTexts.join('');

  for (const [kind, whole, rest, empty] of cases) {
    it(`is written without it after a part of it was deleted, until the field is emptied: ${kind}`, async () => {
      ask();
      await edit(0, text('Os'));
      await edit(fieldOf[kind], whole);
      await edit(fieldOf[kind], rest);
      await edit(0, text('Oslo'));
      assert.match(writtenDrafts(panel), /Oslo/);
      assert.doesNotMatch(written(), /ghp_|hunter2/);
      await edit(fieldOf[kind], empty);
      await edit(fieldOf[kind], kind === 'json' ? json('{"y": "plain"}') : plainOf(kind));
      assert.match(writtenDrafts(panel), /plain/);
    });

    it(`is written without it after the user started over and undid that: ${kind}`, async () => {
      ask();
      await edit(0, text('Os'));
      await edit(fieldOf[kind], whole);
      await edit(fieldOf[kind], rest);
      panel.controller.receive({ type: 'startOver', screen: panel.shownId });
      await panel.drafts.flush();
      panel.controller.receive({ type: 'undoStartOver', screen: panel.shownId });
      await edit(0, text('Oslo'));
      assert.match(writtenDrafts(panel), /Oslo/);
      assert.doesNotMatch(written(), /ghp_|hunter2/);
    });
  }

  it('is written without the rest of it that was removed and brought back by Undo', async () => {
    for (const [field, whole, rest, empty] of [
      [fieldOf.text, text(githubToken), text(githubToken.slice(0, -1)), text('')],
      [fieldOf.list, list(githubToken), list(githubToken.slice(0, -1)), list('')],
    ] as const) {
      ask();
      for (const input of [whole, rest, empty, rest]) {
        await edit(field, input);
      }
      await edit(0, text('Oslo'));
      assert.doesNotMatch(written(), /ghp_/);
    }
  });

  for (const [name, known, rest] of [
    ['note', githubToken, text(githubToken.slice(0, -1))],
    ['tags', [githubToken], list(githubToken.slice(0, -1))],
    ['options', { x: githubToken }, json(`{"x": "${githubToken.slice(0, -1)}"}`)],
  ] as const) {
    it(`is written without it if the form began with it and a part of it was deleted: ${name}`, async () => {
      ask({ [name]: known });
      await edit(Object.keys(schema.properties).indexOf(name), rest);
      await edit(0, text('Oslo'));
      assert.match(writtenDrafts(panel), /Oslo/);
      assert.doesNotMatch(written(), /ghp_/);
    });
  }

  it('is written without arguments of an earlier call that were masked there, and these are masked', async () => {
    ask({ note: githubToken.slice(0, -1) }, ['note']);
    const { screen } = panel.view;
    assert.ok(screen.kind === 'arguments');
    assert.deepEqual(
      screen.secrets.map(({ field }) => field),
      [fieldOf.text],
    );
    await edit(fieldOf.text, text(githubToken.slice(0, -2)));
    await edit(0, text('Oslo'));
    assert.doesNotMatch(written(), /ghp_/);
  });

  it('tells the webview to mask the rest of a secret, also when it is drawn again or filled in again', async () => {
    const screen = ask();
    const rest = list(githubToken.slice(0, -1));
    await edit(fieldOf.list, list(githubToken));
    await edit(fieldOf.list, rest);
    const masked = (secrets: readonly { field: number }[] | undefined) => secrets?.map(({ field }) => field);
    const checked = panel.posted.findLast((message) => message.type === 'checked');
    assert.deepEqual(masked(checked?.secrets), [fieldOf.list]);
    panel.controller.receive({ type: 'ready' });
    assert.ok(panel.view.screen.kind === 'arguments');
    assert.deepEqual(masked(panel.view.screen.secrets), [fieldOf.list]);
    panel.controller.receive({ type: 'startOver', screen });
    const filled = () => panel.posted.findLast((message) => message.type === 'fill');
    assert.deepEqual(masked(filled()?.secrets), []);
    panel.controller.receive({ type: 'undoStartOver', screen });
    assert.deepEqual(masked(filled()?.secrets), [fieldOf.list]);
  });

  it('in JSON as a whole is written without the rest of a secret with which the editor began', async () => {
    const token = githubToken;
    void panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target: { kind: 'tool', name: 'forecast' },
      presentation: { kind: 'json', reason: 'It is not flat.', schema },
      knownArguments: { x: token },
    });
    const screen = panel.shownId;
    panel.controller.receive({ type: 'editJson', screen, text: `{"x": "${token.slice(0, -1)}", "city": "Oslo"}` });
    await panel.drafts.flush();
    assert.match(writtenDrafts(panel), /Oslo/);
    assert.doesNotMatch(written(), /ghp_/);
  });
});

function plainOf(kind: 'text' | 'list' | 'record'): FieldInput {
  return { text: text('plain'), list: list('plain'), record: record(['plain', 'x']) }[kind];
}
