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

describe('an untrusted webview causes no reply by', () => {
  let host: ReplyHost;
  before(() => {
    host = new ReplyHost('legacy');
  });
  afterEach(() => host.clear());
  after(() => host.end());

  const attempts: readonly [
    what: string,
    requests: readonly object[],
    send: () => unknown,
    expectedReplies: unknown[],
  ][] = [
    ['a Submit that skips the review', [whoForm], () => sendSubmit(host, 'Ann'), []],
    [
      'a Submit of answers that were edited after the review',
      [whoForm],
      () => {
        sendReview(host, 'Ann');
        sendEdit(host, 'Bea');
        sendSubmit(host, 'Bea');
      },
      [],
    ],
    [
      'a Submit of answers that were reviewed before Start Over and a reload',
      [whoForm],
      () => {
        sendReview(host, 'Ann');
        sendTo(host, { type: 'startOver' });
        host.send({ type: 'ready' });
        sendSubmit(host, 'Ann');
      },
      [],
    ],
    [
      'inputs that do not match the form',
      [whoForm],
      () => {
        sendTo(host, { type: 'review', revision: 1, inputs: [] });
        sendTo(host, { type: 'submit', inputs: [] });
        sendTo(host, { type: 'submit', inputs: [...formInputs('Ann'), textInput('more')] });
      },
      [],
    ],
    [
      'messages about a screen that is gone',
      [whoForm, whoForm],
      () => {
        const goneScreen = host.shownId;
        sendTo(host, { type: 'decline' });
        sendTo(host, { type: 'review', revision: 1, inputs: formInputs('Ann') }, goneScreen);
        sendTo(host, { type: 'submit', inputs: formInputs('Ann') }, goneScreen);
        sendTo(host, { type: 'cancel' }, goneScreen);
        sendSubmit(host, 'Ann');
      },
      oneReply(declineReply),
    ],
    [
      'answers to a request that waits and is not shown',
      [whoForm, whoForm],
      () => {
        const waitingScreen = host.pending.find(({ id }) => id !== host.shownId)?.id;
        for (const type of ['decline', 'declineRest', 'cancel', 'drawn'] as const) {
          sendTo(host, { type }, waitingScreen);
        }
      },
      [],
    ],
    [
      'messages of other screens about a form',
      [whoForm],
      () => {
        sendOpenUrl(host, true);
        sendTo(host, { type: 'openedUrl', confirmed: true });
        sendTo(host, { type: 'agree' });
        sendTo(host, { type: 'runJson', text: '{"name":"Ann"}' });
      },
      [],
    ],
    [
      'messages of other screens about a URL request',
      [signInPage],
      () => {
        sendReview(host, 'Ann');
        sendSubmit(host, 'Ann');
        sendEdit(host, 'Ann');
        sendTo(host, { type: 'remember', on: true });
        sendTo(host, { type: 'startOver' });
        sendTo(host, { type: 'forgetRemembered', field: 0 });
        sendTo(host, { type: 'recallRemembered', field: 0 });
        sendTo(host, { type: 'agree' });
      },
      [],
    ],
    [
      'a report that a page was opened whose URL was never copied',
      [signInPage],
      () => sendTo(host, { type: 'openedUrl', confirmed: true }),
      [],
    ],
    [
      'opening a page without the confirmation',
      [lookAlikePage],
      () => {
        sendOpenUrl(host, false);
        sendTo(host, { type: 'copyUrl' });
        sendTo(host, { type: 'openedUrl', confirmed: false });
      },
      [],
    ],
  ];

  for (const [what, requests, send, expectedReplies] of attempts) {
    it(what, async () => {
      host.rule = 'always';
      await host.callUntilRequests(requests);
      const opened = host.opened.length;
      await send();
      assert.deepEqual(await host.allReplies(), expectedReplies);
      assert.equal(host.opened.length, opened);
      assert.equal(host.remembered.all.size, 0);
      await host.clear();
      assertNoSecondReply(await host.allReplies());
    });
  }
});
