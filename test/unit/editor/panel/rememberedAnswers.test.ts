import assert from 'node:assert/strict';
import type { ToExtension } from '#bridge/messages.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import { rememberedFieldId } from '#core/remembered/rememberedField.ts';
import type { FormModel } from '#form/model.ts';
import { callContext, fieldChanges, formRequest, textInputs, urlRequest } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

/** The shape of a GitHub token; of none that there is. */
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

describe('answers that are to be used again', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  const ask = (id: string, more: Partial<FormRequest> = {}, on = panel) =>
    on.inbox.ask(formRequest(id, 'Where?', { ...tripRequest, ...more }));
  const tell = (message: ToExtension) => panel.controller.receive(message);
  const texts = (on = panel) => on.question.inputs.map((input) => 'text' in input && input.text);
  const remembered = () => [...panel.remembered.all.values()].map(({ name, value }) => [name, value]);
  /** Asks, fills in, ticks the box and sends. */
  async function teach(...values: string[]): Promise<void> {
    const ending = ask('before');
    tell({ type: 'remember', screen: 'before', on: true });
    tell({ type: 'submit', screen: 'before', inputs: inputsOf(...values), confirmedSecrets: [0, 1, 2] });
    assert.equal(await settledAction(ending), 'accept');
  }

  it('are remembered when the box is ticked and the form is sent, but for secrets', async () => {
    await teach('Oslo', 'hunter2', 'window seat');
    assert.deepEqual(remembered(), [
      ['city', 'Oslo'],
      ['note', 'window seat'],
    ]);
  });

  it('are not remembered by a form that is sent without the box, and what was remembered stays', async () => {
    await teach('Oslo', '', 'window seat');
    const ending = ask('a');
    assert.equal(panel.question.remember, false);
    tell({ type: 'submit', screen: 'a', inputs: inputsOf('Bergen', '', '') });
    assert.equal(await settledAction(ending), 'accept');
    assert.deepEqual(remembered(), [
      ['city', 'Oslo'],
      ['note', 'window seat'],
    ]);
  });

  for (const type of ['decline', 'cancel'] as const) {
    it(`are not remembered when the user chooses ${type}`, () => {
      void ask('a');
      tell({ type: 'remember', screen: 'a', on: true });
      tell({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Oslo', '', '')) });
      tell({ type, screen: 'a' });
      assert.deepEqual(remembered(), []);
    });
  }

  it('are not remembered by what is turned down, or comes too late', async () => {
    void ask('a');
    tell({ type: 'remember', screen: 'a', on: true });
    tell({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', token) });
    panel.inbox.withdraw('a', { by: 'server', reason: 'It gave up.' });
    tell({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', '') });
    assert.deepEqual(remembered(), []);
  });

  it('are not remembered where half a secret is left of one that was typed', async () => {
    const ending = ask('a');
    tell({ type: 'remember', screen: 'a', on: true });
    tell({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Oslo', '', token)) });
    tell({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', token.slice(0, 10)) });
    assert.equal(await settledAction(ending), 'accept');
    assert.deepEqual(remembered(), [['city', 'Oslo']]);
  });

  it('keep the box as it is when the panel is drawn anew', () => {
    void ask('a');
    tell({ type: 'remember', screen: 'a', on: true });
    tell({ type: 'ready' });
    assert.equal(panel.question.remember, true);
  });

  it('are not offered where every field is a secret, nor for pages', () => {
    const form: FormModel = { fields: [trip.fields[1] ?? assert.fail()] };
    void ask('a', { form, sensitive: sensitiveFields(form, '') });
    assert.equal(panel.question.remember, undefined);
    tell({ type: 'cancel', screen: 'a' });
    void panel.inbox.ask(urlRequest('b'));
    tell({ type: 'remember', screen: 'b', on: true });
    assert.ok(!('remember' in panel.page));
  });

  it('are filled in and marked when the same is asked again, also in the next window; nothing is sent', async () => {
    await teach('Oslo', '', 'window seat');
    const after = new TestPanel({ before: panel });
    const ending = ask('again', {}, after);
    assert.deepEqual(texts(after), ['Oslo', '', 'window seat']);
    assert.deepEqual(after.question.remembered, [
      { field: 0, input: { kind: 'text', text: 'Oslo', touched: true }, forgotten: false },
      { field: 2, input: { kind: 'text', text: 'window seat', touched: true }, forgotten: false },
    ]);
    assert.equal(after.question.draft, undefined);
    assert.ok(after.question.ignoreInputMs > 0);
    after.draw();
    assert.equal(await settledAction(ending), 'open');
    after.controller.closed();
    assert.equal(await settledAction(ending), 'cancel');
  });

  it('are not filled in for another server, another tool, or a server of a workspace', async () => {
    await teach('Oslo', '', '');
    const others: Partial<FormRequest>[] = [
      { server: { id: 'user:other', name: 'weather' } },
      // The same name, in a workspace's settings.
      { server: { id: 'workspace:weather', name: 'weather' } },
      { call: { id: 'c2', request: { kind: 'tool', name: 'other', arguments: {} } } },
      { call: undefined },
    ];
    for (const [number, more] of others.entries()) {
      const id = `other ${number}`;
      void ask(id, more);
      assert.deepEqual(texts(), ['Rome', '', ''], JSON.stringify(more));
      assert.equal(panel.question.remembered, undefined);
      tell({ type: 'cancel', screen: id });
    }
  });

  it('of a workspace’s server are not filled in in another workspace', async () => {
    const server = { id: 'workspace:weather', name: 'weather' };
    const ending = ask('a', { server });
    tell({ type: 'remember', screen: 'a', on: true });
    tell({ type: 'submit', screen: 'a', inputs: inputsOf('Oslo', '', '') });
    assert.equal(await settledAction(ending), 'accept');
    const there = new TestPanel({ before: panel, workspace: 'there' });
    void ask('b', { server }, there);
    assert.deepEqual(texts(there), ['Rome', '', '']);
    const here = new TestPanel({ before: panel });
    void ask('c', { server }, here);
    assert.deepEqual(texts(here), ['Oslo', '', '']);
  });

  it('count for less than what was accepted in this call, and than what was typed last', async () => {
    await teach('Oslo', '', 'window seat');
    void ask('a');
    tell({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Ber')) });
    tell({ type: 'cancel', screen: 'a' });
    void ask('b');
    assert.deepEqual(texts(), ['Ber', '', 'window seat']);
    assert.ok(panel.question.draft);
    tell({ type: 'cancel', screen: 'b' });
    void ask('c', { acceptedBefore: { city: 'Paris' } });
    assert.deepEqual(texts(), ['Paris', '', '']);
    assert.equal(panel.question.remembered, undefined);
  });

  it('are what a form begins anew with', async () => {
    await teach('Oslo', '', '');
    void ask('a');
    tell({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Ber')) });
    tell({ type: 'cancel', screen: 'a' });
    void ask('b');
    tell({ type: 'startOver', screen: 'b' });
    assert.deepEqual(texts(), ['Ber', '', '']);
    tell({ type: 'ready' });
    assert.deepEqual(texts(), ['Oslo', '', '']);
  });

  it('are forgotten at the field, not begun with any more, and remembered again', async () => {
    await teach('Oslo', '', 'window seat');
    void ask('a');
    panel.draw();
    tell({ type: 'forgetRemembered', screen: 'a', field: 0 });
    assert.deepEqual(remembered(), [['note', 'window seat']]);
    const told = () => {
      const { screen } = panel.view;
      assert.ok(screen.kind === 'drawn');
      return screen.remembered?.map(({ field, forgotten }) => [field, forgotten]);
    };
    assert.deepEqual(told(), [
      [0, true],
      [2, false],
    ]);
    tell({ type: 'startOver', screen: 'a' });
    const fill = panel.posted.findLast(({ type }) => type === 'fill');
    assert.ok(fill?.type === 'fill' && fill.inputs[0]?.kind === 'text');
    assert.equal(fill.inputs[0].text, 'Rome');
    tell({ type: 'recallRemembered', screen: 'a', field: 0 });
    assert.deepEqual(new Map(remembered() as [string, string][]).get('city'), 'Oslo');
    assert.deepEqual(told(), [
      [0, false],
      [2, false],
    ]);
  });

  it('are removed from an open form when they are forgotten elsewhere', async () => {
    await teach('Oslo', '', '');
    void ask('a');
    panel.draw();
    panel.remembered.forget([...panel.remembered.all.values()].map(rememberedFieldId));
    const { screen } = panel.view;
    assert.ok(screen.kind === 'drawn');
    assert.equal(screen.remembered?.[0]?.forgotten, true);
  });

  it('are not stored as a draft if the user entered nothing', async () => {
    await teach('Oslo', '', '');
    void ask('a');
    tell({ type: 'forgetRemembered', screen: 'a', field: 0 });
    tell({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(inputsOf('Rome')) });
    tell({ type: 'cancel', screen: 'a' });
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 0);
  });

  it('wait for the review where there is one', async () => {
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
