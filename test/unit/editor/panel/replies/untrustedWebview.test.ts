import assert from 'node:assert/strict';
import {
  assertNoSecondReply,
  declineReply,
  formInputs,
  lookAlikePage,
  oneReply,
  sendEdit,
  sendOpenUrl,
  sendReview,
  sendSubmit,
  sendTo,
  signInPage,
  textInput,
  whoForm,
} from './replyActions.ts';
import { ReplyHost } from './replyHost.ts';

describe('a webview that is not honest gets nothing sent by', () => {
  let rig: ReplyHost;
  before(() => {
    rig = new ReplyHost('legacy');
  });
  afterEach(() => rig.clear());
  after(() => rig.end());

  const harm: readonly [what: string, questions: readonly object[], does: () => unknown, told: unknown[]][] = [
    ['a Submit that skips the review', [whoForm], () => sendSubmit(rig, 'Ann'), []],
    [
      'a Submit of something else than was reviewed, edited behind it',
      [whoForm],
      () => {
        sendReview(rig, 'Ann');
        sendEdit(rig, 'Bea');
        sendSubmit(rig, 'Bea');
      },
      [],
    ],
    [
      'a Submit of what was reviewed before Start Over and a new page',
      [whoForm],
      () => {
        sendReview(rig, 'Ann');
        sendTo(rig, { type: 'startOver' });
        rig.say({ type: 'ready' });
        sendSubmit(rig, 'Ann');
      },
      [],
    ],
    [
      'inputs that do not fit the form',
      [whoForm],
      () => {
        sendTo(rig, { type: 'review', revision: 1, inputs: [] });
        sendTo(rig, { type: 'submit', inputs: [] });
        sendTo(rig, { type: 'submit', inputs: [...formInputs('Ann'), textInput('more')] });
      },
      [],
    ],
    [
      'what was reviewed for a screen that is gone',
      [whoForm, whoForm],
      () => {
        const gone = rig.shown;
        sendTo(rig, { type: 'decline' });
        sendTo(rig, { type: 'review', revision: 1, inputs: formInputs('Ann') }, gone);
        sendTo(rig, { type: 'submit', inputs: formInputs('Ann') }, gone);
        sendTo(rig, { type: 'cancel' }, gone);
        sendSubmit(rig, 'Ann');
      },
      oneReply(declineReply),
    ],
    [
      'answers to a question that waits and is not shown',
      [whoForm, whoForm],
      () => {
        const waits = rig.pending.find(({ id }) => id !== rig.shown)?.id;
        for (const type of ['decline', 'declineRest', 'cancel', 'drawn'] as const) {
          sendTo(rig, { type }, waits);
        }
      },
      [],
    ],
    [
      'what belongs to a page, for a form',
      [whoForm],
      () => {
        sendOpenUrl(rig, true);
        sendTo(rig, { type: 'openedUrl', confirmed: true });
        sendTo(rig, { type: 'agree' });
        sendTo(rig, { type: 'runJson', text: '{"name":"Ann"}' });
      },
      [],
    ],
    [
      'what belongs to a form, for a page',
      [signInPage],
      () => {
        sendReview(rig, 'Ann');
        sendSubmit(rig, 'Ann');
        sendEdit(rig, 'Ann');
        sendTo(rig, { type: 'remember', on: true });
        sendTo(rig, { type: 'startOver' });
        sendTo(rig, { type: 'forgetRemembered', field: 0 });
        sendTo(rig, { type: 'recallRemembered', field: 0 });
        sendTo(rig, { type: 'agree' });
      },
      [],
    ],
    [
      'that a page was opened whose URL was never copied',
      [signInPage],
      () => sendTo(rig, { type: 'openedUrl', confirmed: true }),
      [],
    ],
    [
      'a page without its second step',
      [lookAlikePage],
      () => {
        sendOpenUrl(rig, false);
        sendTo(rig, { type: 'copyUrl' });
        sendTo(rig, { type: 'openedUrl', confirmed: false });
      },
      [],
    ],
  ];

  for (const [what, questions, does, told] of harm) {
    it(what, async () => {
      rig.rule = 'always';
      await rig.ask(questions);
      const opened = rig.opened.length;
      await does();
      assert.deepEqual(await rig.told(), told);
      assert.equal(rig.opened.length, opened);
      assert.equal(rig.remembered.all.size, 0);
      await rig.clear();
      assertNoSecondReply(await rig.told());
    });
  }
});
