import assert from 'node:assert/strict';
import type { FormModel } from '#form/model.ts';
import { callContext, fieldChanges, formRequest, textInputs } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from '#test/unit/editor/panel/testPanel.ts';

/** A text in the shape of a GitHub token, which is not a real token. */
const token = `ghp_${'a1B2'.repeat(9)}`;
const reason = 'The name of this field asks for a password.';
const form: FormModel = {
  fields: [
    { kind: 'text', name: 'city', label: 'City', required: true },
    { kind: 'text', name: 'password', label: 'Password', required: false },
  ],
};
const sensitive = [{ field: 1, kind: 'password', reason, source: 'name' }] as const;
const asksForPassword = { form, sensitive, call: callContext };
const password = { field: 1, secretKind: 'a password', reason };
const github = {
  field: 0,
  secretKind: 'an access token of GitHub',
  reason: 'The text in this field looks like an access token of GitHub.',
};
const both = (city: string, secret: string) => [...textInputs(city), ...textInputs(secret)];

describe('a request with a secret', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  /** The last message to the webview. */
  const lastMessage = () => panel.posted.at(-1);

  it('is shown with the sensitive fields and the reasons', () => {
    void panel.inbox.ask(formRequest('a', 'Where?', asksForPassword));
    assert.deepEqual(panel.formScreen.secrets, [password]);
  });

  it('has a secret reported while the user types, as long as the value looks like one', () => {
    void panel.inbox.ask(formRequest('a', 'Where?', asksForPassword));
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(both(token, '')) });
    assert.deepEqual(lastMessage(), {
      type: 'checked',
      screen: 'a',
      revision: 1,
      problems: [],
      secrets: [github, password],
    });
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 2, changes: fieldChanges(both('Oslo', '')) });
    assert.deepEqual(lastMessage(), { type: 'checked', screen: 'a', revision: 2, problems: [], secrets: [password] });
  });

  it('sends no answer before each secret is confirmed, whatever the webview sends', async () => {
    const ending = panel.inbox.ask(formRequest('a', 'Where?', asksForPassword));
    const rejected = {
      type: 'rejected',
      screen: 'a',
      summary: 'Confirm the secret first. Nothing was sent.',
    } as const;
    const inputs = both(token, 'hunter2');
    panel.controller.receive({ type: 'submit', screen: 'a', inputs });
    assert.deepEqual(lastMessage(), { ...rejected, problems: [], unconfirmed: [github, password] });
    panel.controller.receive({ type: 'submit', screen: 'a', inputs, confirmedSecrets: [1, 7] });
    assert.deepEqual(lastMessage(), { ...rejected, problems: [], unconfirmed: [github] });
    assert.equal(await settledAction(ending), 'open');
    panel.controller.receive({ type: 'submit', screen: 'a', inputs, confirmedSecrets: [0, 1] });
    const content = { city: token, password: 'hunter2' };
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content } });
  });

  it('needs no confirmation for empty fields', async () => {
    const ending = panel.inbox.ask(formRequest('a', 'Where?', asksForPassword));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: both('Oslo', '') });
    assert.equal(await settledAction(ending), 'accept');
  });

  it('is declined and cancelled without a confirmation', async () => {
    for (const type of ['decline', 'cancel'] as const) {
      const ending = panel.inbox.ask(formRequest(type, 'Where?', asksForPassword));
      panel.controller.receive({
        type: 'edit',
        screen: type,
        revision: 1,
        changes: fieldChanges(both(token, 'hunter2')),
      });
      panel.controller.receive({ type, screen: type });
      assert.equal(await settledAction(ending), type);
    }
  });

  it('reports problems of the form first', () => {
    void panel.inbox.ask(formRequest('a', 'Where?', asksForPassword));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: both('', 'hunter2'), confirmedSecrets: [1] });
    const message = lastMessage();
    assert.ok(message?.type === 'rejected');
    assert.equal(message.problems.length, 1);
    assert.equal(message.unconfirmed, undefined);
  });

  it('is not posted to the webview again after the request was answered', async () => {
    const ending = panel.inbox.ask(formRequest('a', 'Where?', asksForPassword));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: both('Oslo', 'hunter2'), confirmedSecrets: [1] });
    assert.equal(await settledAction(ending), 'accept');
    panel.posted.length = 0;
    panel.controller.refresh();
    void panel.inbox.ask(formRequest('b', 'Where?', asksForPassword));
    assert.doesNotMatch(JSON.stringify(panel.posted), /hunter2/);
  });
});
