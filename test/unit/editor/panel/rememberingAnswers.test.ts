import assert from 'node:assert/strict';
import type { ToExtension } from '#bridge/messages.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import { rememberedFieldId } from '#core/remembered/rememberedField.ts';
import type { FormModel } from '#form/model.ts';
import { callContext, fieldChanges, formRequest, textInputs, urlRequest } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

/** A text in the shape of a GitHub token, which is not a real token. */
const token = `ghp_${'a1B2'.repeat(9)}`;

const trip: FormModel = {
  fields: [
    { kind: 'text', name: 'city', label: 'City', required: true, default: 'Rome' },
    { kind: 'text', name: 'password', label: 'Password', required: false },
    { kind: 'text', name: 'note', label: 'Note', required: false },
  ],
};
const tripRequest = { form: trip, sensitive: sensitiveFields(trip, ''), call: callContext };
const inputsOf = (...texts: string[]) => texts.flatMap(textInputs);

describe('remembered answers', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  const ask = (id: string, more: Partial<FormRequest> = {}, on = panel) =>
    on.inbox.ask(formRequest(id, 'Where?', { ...tripRequest, ...more }));
  const receive = (message: ToExtension) => panel.controller.receive(message);
  const texts = (on = panel) => on.formScreen.inputs.map((input) => 'text' in input && input.text);
  const remembered = () => [...panel.remembered.all.values()].map(({ name, value }) => [name, value]);
  /** Sends a request to the panel, ticks the box and submits these values. */
  async function rememberValues(...values: string[]): Promise<void> {
    const ending = ask('before');
    receive({ type: 'remember', screen: 'before', on: true });
    receive({ type: 'submit', screen: 'before', inputs: inputsOf(...values), confirmedSecrets: [0, 1, 2] });
    assert.equal(await settledAction(ending), 'accept');
  }

  it('are stored if the box is ticked and the form is sent, except secrets', async () => {
    await rememberValues('Oslo', 'hunter2', 'window seat');
    assert.deepEqual(remembered(), [
      ['city', 'Oslo'],
      ['note', 'window seat'],
    ]);
  });

  it('are not stored if the form is sent without the box, and earlier ones stay', async () => {
    await rememberValues('Oslo', '', 'window seat');
    const ending = ask('a');
    assert.equal(panel.formScreen.remember, false);
    receive({ type: 'submit', screen: 'a', inputs: inputsOf('Bergen', '', '') });
    assert.equal(await settledAction(ending), 'accept');
    assert.deepEqual(remembered(), [
      ['city', 'Oslo'],
      ['note', 'window seat'],
    ]);
  });

  for (const type of ['decline', 'cancel'] as const) {
    it(`are not stored if the user chooses ${type}`, () => {
      void ask('a');
      receive({ type: 'remember', screen: 'a', on: true });
      receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Oslo', '', '')) });
      receive({ type, screen: 'a' });
      assert.deepEqual(remembered(), []);
    });
  }

  it('are not stored if the submission is rejected or comes too late', async () => {
    void ask('a');
    receive({ type: 'remember', screen: 'a', on: true });
    receive({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', token) });
    panel.inbox.withdraw('a', { by: 'server', reason: 'It gave up.' });
    receive({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', '') });
    assert.deepEqual(remembered(), []);
  });

  it('are not stored for a field in which a part of a typed secret remains', async () => {
    const ending = ask('a');
    receive({ type: 'remember', screen: 'a', on: true });
    receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Oslo', '', token)) });
    receive({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', token.slice(0, 10)) });
    assert.equal(await settledAction(ending), 'accept');
    assert.deepEqual(remembered(), [['city', 'Oslo']]);
  });

  it('have a box that keeps its state if the panel is drawn again', () => {
    void ask('a');
    receive({ type: 'remember', screen: 'a', on: true });
    receive({ type: 'ready' });
    assert.equal(panel.formScreen.remember, true);
  });

  it('have a box that stays ticked if the server repeats the form in the same call, so that the corrected answer replaces the refused one', async () => {
    await rememberValues('Oslo', '', 'window seat');
    const repeated = ask('a', { acceptedBefore: { city: 'Oslo', note: 'window seat' } });
    assert.equal(panel.formScreen.remember, true);
    receive({ type: 'submit', screen: 'a', inputs: inputsOf('Bergen', '', 'window seat') });
    assert.equal(await settledAction(repeated), 'accept');
    assert.deepEqual(remembered(), [
      ['city', 'Bergen'],
      ['note', 'window seat'],
    ]);
    void ask('b', { acceptedBefore: { city: 'Rome' } });
    assert.equal(panel.formScreen.remember, false, 'other answers than the remembered ones were sent before');
  });

  it('are not offered if every field is sensitive, nor for URL requests', () => {
    const form: FormModel = { fields: [trip.fields[1] ?? assert.fail()] };
    void ask('a', { form, sensitive: sensitiveFields(form, '') });
    assert.equal(panel.formScreen.remember, undefined);
    receive({ type: 'cancel', screen: 'a' });
    void panel.inbox.ask(urlRequest('b'));
    receive({ type: 'remember', screen: 'b', on: true });
    assert.ok(!('remember' in panel.urlScreen));
  });

  it('are filled in and marked in an equal request, also in the next window, and not sent automatically', async () => {
    await rememberValues('Oslo', '', 'window seat');
    const nextWindow = new TestPanel({ before: panel });
    const ending = ask('again', {}, nextWindow);
    assert.deepEqual(texts(nextWindow), ['Oslo', '', 'window seat']);
    assert.deepEqual(nextWindow.formScreen.remembered, [
      { field: 0, input: { kind: 'text', text: 'Oslo', touched: true }, forgotten: false },
      { field: 2, input: { kind: 'text', text: 'window seat', touched: true }, forgotten: false },
    ]);
    assert.equal(nextWindow.formScreen.draft, undefined);
    assert.ok(nextWindow.formScreen.ignoreInputMs > 0);
    nextWindow.draw();
    assert.equal(await settledAction(ending), 'open');
    nextWindow.controller.handleTabClosed();
    assert.equal(await settledAction(ending), 'cancel');
  });

  it('are not filled in for another server, another tool, a server of a workspace, or outside of a call', async () => {
    await rememberValues('Oslo', '', '');
    const others: Partial<FormRequest>[] = [
      { server: { id: 'user:other', name: 'weather' } },
      // A server with the same name in the settings of a workspace.
      { server: { id: 'workspace:weather', name: 'weather' } },
      { call: { id: 'c2', request: { kind: 'tool', name: 'other', arguments: {} } } },
      { call: undefined },
    ];
    for (const [number, more] of others.entries()) {
      const id = `other ${number}`;
      void ask(id, more);
      assert.deepEqual(texts(), ['Rome', '', ''], JSON.stringify(more));
      assert.equal(panel.formScreen.remembered, undefined);
      receive({ type: 'cancel', screen: id });
    }
  });

  it('are not filled in in another workspace, if the server is one of a workspace', async () => {
    const server = { id: 'workspace:weather', name: 'weather' };
    const ending = ask('a', { server });
    receive({ type: 'remember', screen: 'a', on: true });
    receive({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', '') });
    assert.equal(await settledAction(ending), 'accept');
    const there = new TestPanel({ before: panel, workspace: 'there' });
    void ask('b', { server }, there);
    assert.deepEqual(texts(there), ['Rome', '', '']);
    const here = new TestPanel({ before: panel });
    void ask('c', { server }, here);
    assert.deepEqual(texts(here), ['Oslo', '', '']);
  });

  it('do not replace the accepted answers of the same call or a draft', async () => {
    await rememberValues('Oslo', '', 'window seat');
    void ask('a');
    receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Ber')) });
    receive({ type: 'cancel', screen: 'a' });
    void ask('b');
    assert.deepEqual(texts(), ['Ber', '', 'window seat']);
    assert.ok(panel.formScreen.draft);
    receive({ type: 'cancel', screen: 'b' });
    void ask('c', { acceptedBefore: { city: 'Paris' } });
    assert.deepEqual(texts(), ['Paris', '', '']);
    assert.equal(panel.formScreen.remembered, undefined);
  });

  it('are in the inputs after Start Over', async () => {
    await rememberValues('Oslo', '', '');
    void ask('a');
    receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Ber')) });
    receive({ type: 'cancel', screen: 'a' });
    void ask('b');
    receive({ type: 'startOver', screen: 'b' });
    assert.deepEqual(texts(), ['Ber', '', '']);
    receive({ type: 'ready' });
    assert.deepEqual(texts(), ['Oslo', '', '']);
  });

  it('can be forgotten at the field, are not in the inputs after Start Over then, and can be restored', async () => {
    await rememberValues('Oslo', '', 'window seat');
    void ask('a');
    panel.draw();
    receive({ type: 'forgetRemembered', screen: 'a', field: 0 });
    assert.deepEqual(remembered(), [['note', 'window seat']]);
    const postedMarks = () => {
      const { screen } = panel.view;
      assert.ok(screen.kind === 'drawn');
      return screen.remembered?.map(({ field, forgotten }) => [field, forgotten]);
    };
    assert.deepEqual(postedMarks(), [
      [0, true],
      [2, false],
    ]);
    receive({ type: 'startOver', screen: 'a' });
    const fill = panel.posted.findLast(({ type }) => type === 'fill');
    assert.ok(fill?.type === 'fill' && fill.inputs[0]?.kind === 'text');
    assert.equal(fill.inputs[0].text, 'Rome');
    receive({ type: 'recallRemembered', screen: 'a', field: 0 });
    assert.deepEqual(new Map(remembered() as [string, string][]).get('city'), 'Oslo');
    assert.deepEqual(postedMarks(), [
      [0, false],
      [2, false],
    ]);
  });

  it('are marked as forgotten in an open form if they are forgotten elsewhere', async () => {
    await rememberValues('Oslo', '', '');
    void ask('a');
    panel.draw();
    panel.remembered.forget([...panel.remembered.all.values()].map(rememberedFieldId));
    const { screen } = panel.view;
    assert.ok(screen.kind === 'drawn');
    assert.equal(screen.remembered?.[0]?.forgotten, true);
  });

  it('are not stored as a draft if the user entered nothing', async () => {
    await rememberValues('Oslo', '', '');
    void ask('a');
    receive({ type: 'forgetRemembered', screen: 'a', field: 0 });
    receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Rome')) });
    receive({ type: 'cancel', screen: 'a' });
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 0);
  });

  it('are stored only after the review, if a review is required', async () => {
    const reviewing = new TestPanel({ reviewRule: 'always' });
    const ending = ask('a', {}, reviewing);
    reviewing.controller.receive({ type: 'remember', screen: 'a', on: true });
    reviewing.controller.receive({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', '') });
    assert.equal(reviewing.remembered.all.size, 0);
    reviewing.controller.receive({ type: 'review', screen: 'a', revision: 1, inputs: inputsOf('Oslo', '', '') });
    reviewing.controller.receive({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', '') });
    assert.equal(await settledAction(ending), 'accept');
    assert.equal(reviewing.remembered.all.size, 1);
  });
});
