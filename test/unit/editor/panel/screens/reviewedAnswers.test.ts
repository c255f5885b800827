import assert from 'node:assert/strict';
import { requiresReview } from '#editor/panel/screens/formRequestScreen.ts';
import type { FormModel } from '#form/model.ts';
import { cityForm, fieldChanges, formRequest, textInputs } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from '#test/unit/editor/panel/testPanel.ts';

const two: FormModel = {
  fields: [
    { kind: 'text', name: 'city', label: 'City', required: true },
    { kind: 'text', name: '__proto__', label: 'Password', required: false },
  ],
};
const reason = 'The name of this field asks for a password.';
const twoFields = { form: two } as const;
const both = (city: string, more: string) => [...textInputs(city), ...textInputs(more)];

describe('whether a form requires a review', () => {
  const none: FormModel = { fields: [] };
  for (const [rule, ...expected] of [
    ['multipleFields', false, false, true],
    ['always', false, true, true],
    ['never', false, false, false],
  ] as const) {
    it(`is ${expected.join(', ')} with no, one and two fields if the setting is ${rule}`, () => {
      assert.deepEqual(
        [none, cityForm, two].map((one) => requiresReview(rule, one)),
        expected,
      );
    });
  }

  it('depends on the setting at the arrival of the request', () => {
    const panel = new TestPanel({ reviewRule: 'multipleFields' });
    void panel.inbox.ask(formRequest('a'));
    assert.equal(panel.formScreen.requiresReview, false);
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    void panel.inbox.ask(formRequest('b', 'Where?', twoFields));
    assert.equal(panel.formScreen.requiresReview, true);
  });
});

describe('a request whose answers are reviewed', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel({ reviewRule: 'multipleFields' });
  });

  const lastMessage = () => panel.posted.at(-1);
  const review = (screen: string, city: string, more: string, revision = 1) =>
    panel.controller.receive({ type: 'review', screen, revision, inputs: both(city, more) });
  const submit = (screen: string, city: string, more: string, confirmedSecrets?: number[]) =>
    panel.controller.receive({ type: 'submit', screen, inputs: both(city, more), confirmedSecrets });
  const notReviewed = {
    type: 'rejected',
    screen: 'a',
    summary: 'These are not the answers that you reviewed. Nothing was sent.',
    problems: [],
  };

  it('shows the content that would be sent, and sends no answer', async () => {
    const ending = panel.inbox.ask(formRequest('a', 'Where?', twoFields));
    review('a', 'Oslo', '', 7);
    assert.deepEqual(lastMessage(), {
      type: 'reviewed',
      screen: 'a',
      revision: 7,
      values: [{ field: 0, value: 'Oslo' }],
      secrets: [],
    });
    assert.equal(await settledAction(ending), 'open');
  });

  it('shows the problems if the content is invalid', async () => {
    const ending = panel.inbox.ask(formRequest('a', 'Where?', twoFields));
    review('a', '', 'x');
    const message = lastMessage();
    assert.ok(message?.type === 'rejected');
    assert.deepEqual(
      message.problems.map(({ field }) => field),
      [0],
    );
    assert.equal(await settledAction(ending), 'open');
  });

  it('sends the reviewed content', async () => {
    const ending = panel.inbox.ask(formRequest('a', 'Where?', twoFields));
    review('a', 'Oslo', 'p');
    submit('a', 'Oslo', 'p');
    const settlement = await ending;
    assert.ok(settlement.kind === 'decided' && settlement.decision.action === 'accept');
    assert.equal(JSON.stringify(settlement.decision.content), '{"city":"Oslo","__proto__":"p"}');
  });

  for (const [what, before] of [
    ['was never reviewed', () => undefined],
    ['differs from the reviewed answers', () => review('a', 'Oslo', 'q')],
    [
      'was reviewed before other answers were',
      () => {
        review('a', 'Oslo', 'p');
        review('a', 'Rome', 'p');
      },
    ],
    [
      'was reviewed before invalid answers were',
      () => {
        review('a', 'Oslo', 'p');
        review('a', '', '');
      },
    ],
    [
      'was reviewed before the webview was reloaded',
      () => {
        review('a', 'Oslo', 'p');
        panel.controller.receive({ type: 'ready' });
      },
    ],
  ] as const) {
    it(`sends no content that ${what}, whatever the webview sends`, async () => {
      const ending = panel.inbox.ask(formRequest('a', 'Where?', twoFields));
      panel.draw();
      before();
      submit('a', 'Oslo', 'p');
      assert.deepEqual(lastMessage(), notReviewed);
      assert.equal(await settledAction(ending), 'open');
    });
  }

  it('has the typed inputs, and no review, in a reloaded webview', () => {
    void panel.inbox.ask(formRequest('a', 'Where?', twoFields));
    panel.draw();
    review('a', 'Oslo', 'p');
    panel.controller.receive({ type: 'ready' });
    assert.deepEqual(panel.formScreen.inputs, both('Oslo', 'p'));
  });

  it('is not sent after the review of another request', async () => {
    void panel.inbox.ask(formRequest('a', 'Where?', twoFields));
    review('a', 'Oslo', 'p');
    submit('a', 'Oslo', 'p');
    const ending = panel.inbox.ask(
      formRequest('b', 'Where?', { ...twoFields, acceptedBefore: { city: 'Oslo', ['__proto__']: 'p' } }),
    );
    submit('b', 'Oslo', 'p');
    assert.deepEqual(lastMessage(), { ...notReviewed, screen: 'b' });
    assert.equal(await settledAction(ending), 'open');
    review('a', 'Oslo', 'p');
    submit('b', 'Oslo', 'p');
    assert.equal(await settledAction(ending), 'open');
  });

  it('still requires the confirmation of secrets after the review', async () => {
    const ending = panel.inbox.ask(
      formRequest('a', 'Where?', { ...twoFields, sensitive: [{ field: 1, kind: 'password', reason, source: 'name' }] }),
    );
    submit('a', 'Oslo', 'hunter2', [1]);
    assert.deepEqual(lastMessage(), notReviewed);
    review('a', 'Oslo', 'hunter2');
    const reviewed = lastMessage();
    assert.ok(reviewed?.type === 'reviewed');
    assert.deepEqual(reviewed.secrets, [{ field: 1, secretKind: 'a password', reason }]);
    submit('a', 'Oslo', 'hunter2');
    const rejected = lastMessage();
    assert.ok(rejected?.type === 'rejected' && rejected.unconfirmed?.length === 1);
    submit('a', 'Oslo', 'hunter2', [1]);
    assert.equal(await settledAction(ending), 'accept');
  });

  it('can be declined and cancelled from the review', async () => {
    for (const type of ['decline', 'cancel'] as const) {
      const ending = panel.inbox.ask(formRequest(type, 'Where?', twoFields));
      review(type, 'Oslo', 'p');
      panel.controller.receive({ type, screen: type });
      assert.equal(await settledAction(ending), type);
    }
  });

  it('ignores a review of a request that is not shown', () => {
    void panel.inbox.ask(formRequest('a', 'Where?', twoFields));
    const postedBefore = panel.posted.length;
    panel.controller.receive({ type: 'review', screen: 'b', revision: 1, inputs: both('Oslo', '') });
    assert.equal(panel.posted.length, postedBefore);
  });

  it('keeps the inputs of the review as a draft', () => {
    void panel.inbox.ask(formRequest('a', 'Where?', twoFields));
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(both('Oslo', '')) });
    review('a', 'Bergen', '');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    void panel.inbox.ask(formRequest('b', 'Where?', twoFields));
    assert.deepEqual(panel.formScreen.inputs[0], textInputs('Bergen')[0]);
  });
});
