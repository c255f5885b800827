import assert from 'node:assert/strict';
import type { ReviewRule } from '#editor/common/contributions.ts';
import { until } from '#test/host/until.ts';
import {
  acceptReply,
  assertNoSecondReply,
  cancelReply,
  declineReply,
  formInputs,
  lookAlikePage,
  oneReply,
  openedReply,
  sendEdit,
  sendOpenUrl,
  sendReview,
  sendSubmit,
  sendTo,
  sendTwice,
  signInPage,
  threeCancels,
  whoForm,
} from './replyActions.ts';
import { ReplyHost } from './replyHost.ts';

const submitAnn = (host: ReplyHost) => sendSubmit(host, 'Ann');

interface Row {
  readonly screen: string;
  readonly era?: 'modern';
  readonly requests: readonly object[];
  readonly rule?: ReviewRule;
  /** The user's actions before this screen is shown. */
  readonly prepare?: (host: ReplyHost) => void;
  /** Presses the main button. */
  readonly press: (host: ReplyHost) => void;
  /** The replies to the main button. */
  readonly repliesToPress: readonly unknown[];
  /** The replies if another action settles the screen. */
  readonly repliesToEnd: (reply: object) => readonly unknown[];
  /** The replies if other answers are submitted. */
  readonly repliesToOtherAnswers: readonly unknown[];
  /** The replies if the call ends. */
  readonly repliesToCallEnd: readonly unknown[];
}

const rows: readonly Row[] = [
  {
    screen: 'a form',
    requests: [whoForm],
    press: submitAnn,
    repliesToPress: oneReply(acceptReply('Ann')),
    repliesToEnd: oneReply,
    repliesToOtherAnswers: oneReply(acceptReply('Bea')),
    repliesToCallEnd: oneReply(cancelReply),
  },
  {
    screen: 'a form in review',
    requests: [whoForm],
    rule: 'always',
    prepare: (host) => sendReview(host, 'Ann'),
    press: submitAnn,
    repliesToPress: oneReply(acceptReply('Ann')),
    repliesToEnd: oneReply,
    repliesToOtherAnswers: [],
    repliesToCallEnd: oneReply(cancelReply),
  },
  {
    screen: 'a form in review with an edit open',
    requests: [whoForm],
    rule: 'always',
    prepare: (host) => {
      sendReview(host, 'Ann');
      sendEdit(host, 'Bea');
    },
    // The extension requires a review of the new answer; an answer that was not reviewed is not sent.
    press: (host) => sendSubmit(host, 'Bea'),
    repliesToPress: [],
    repliesToEnd: oneReply,
    repliesToOtherAnswers: [],
    repliesToCallEnd: oneReply(cancelReply),
  },
  {
    screen: 'a URL request',
    requests: [signInPage],
    press: (host) => sendOpenUrl(host, false),
    repliesToPress: oneReply(openedReply),
    repliesToEnd: oneReply,
    repliesToOtherAnswers: [],
    repliesToCallEnd: oneReply(cancelReply),
  },
  {
    screen: 'a URL request with a confirmation',
    requests: [lookAlikePage],
    prepare: (host) => sendOpenUrl(host, false),
    press: (host) => sendOpenUrl(host, true),
    repliesToPress: oneReply(openedReply),
    repliesToEnd: oneReply,
    repliesToOtherAnswers: [],
    repliesToCallEnd: oneReply(cancelReply),
  },
  {
    screen: 'three forms pushed together',
    requests: [whoForm, whoForm, whoForm],
    press: submitAnn,
    repliesToPress: oneReply(acceptReply('Ann')),
    repliesToEnd: oneReply,
    repliesToOtherAnswers: oneReply(acceptReply('Bea')),
    repliesToCallEnd: threeCancels,
  },
  {
    // The answers of a round are sent together or not at all.
    screen: 'a round of three requests',
    era: 'modern',
    requests: [whoForm, signInPage, whoForm],
    press: submitAnn,
    repliesToPress: [],
    repliesToEnd: () => [],
    repliesToOtherAnswers: [],
    repliesToCallEnd: [],
  },
];

interface Act {
  readonly act: string;
  readonly does: (host: ReplyHost, row: Row) => unknown;
  readonly expectedReplies: (row: Row) => readonly unknown[];
}

const acts: readonly Act[] = [
  { act: 'the user does nothing', does: () => undefined, expectedReplies: () => [] },
  {
    act: 'the tab is closed',
    does: ({ controller }) => controller.handleTabClosed(),
    expectedReplies: ({ repliesToEnd }) => repliesToEnd(cancelReply),
  },
  { act: 'the webview is reloaded', does: (host) => host.send({ type: 'ready' }), expectedReplies: () => [] },
  {
    act: 'Escape is pressed twice',
    does: (host) => sendTwice(host, { type: 'cancel' }),
    expectedReplies: ({ repliesToEnd }) => repliesToEnd(cancelReply),
  },
  {
    act: 'Decline is clicked twice',
    does: (host) => sendTwice(host, { type: 'decline' }),
    expectedReplies: ({ repliesToEnd }) => repliesToEnd(declineReply),
  },
  {
    act: 'the screen cannot be drawn',
    does: (host) => sendTwice(host, { type: 'drawFailed', message: 'Oh' }),
    expectedReplies: ({ repliesToEnd }) => repliesToEnd(cancelReply),
  },
  {
    act: 'the main button is pressed twice',
    does: async (host, { press }) => {
      const screen = host.shownId;
      press(host);
      // Presses again on the next screen. Only the press on this screen has an effect.
      sendTo(host, { type: 'submit', inputs: formInputs('Cid') }, screen);
      sendTo(host, { type: 'openUrl', confirmed: true }, screen);
      await host.allReplies();
    },
    expectedReplies: ({ repliesToPress }) => repliesToPress,
  },
  {
    act: 'a Submit follows the review of other answers',
    does: (host) => {
      sendReview(host, 'Ann');
      sendSubmit(host, 'Bea');
    },
    expectedReplies: ({ repliesToOtherAnswers }) => repliesToOtherAnswers,
  },
  { act: 'the server withdraws the request', does: (host) => host.call('takeBack'), expectedReplies: () => [] },
  {
    act: 'the process of the server ends',
    does: async (host) => {
      host.call('crash');
      await until(() => host.server.state.kind === 'failed');
      assert.equal(host.pending.length, 0);
    },
    expectedReplies: () => [],
  },
  {
    act: 'the call is stopped twice',
    does: (host) => {
      const [call] = host.server.calls;
      host.send({ type: 'stopCall', call: call?.id ?? '' });
      host.send({ type: 'stopCall', call: call?.id ?? '' });
      assert.equal(host.pending.length, 0);
    },
    expectedReplies: ({ repliesToCallEnd }) => repliesToCallEnd,
  },
  {
    act: 'a program cancels all requests',
    does: (host) => {
      host.rateControl.cancelAll('program');
      host.rateControl.cancelAll('program');
    },
    expectedReplies: ({ era, repliesToCallEnd }) =>
      era ? [Object.fromEntries(['q0', 'q1', 'q2'].map((key) => [key, cancelReply]))] : repliesToCallEnd,
  },
  {
    act: 'the extension ends',
    does: (host) => host.server.stop(),
    expectedReplies: ({ repliesToCallEnd }) => repliesToCallEnd,
  },
];

describe('the replies to the server', () => {
  for (const row of rows) {
    describe(`for ${row.screen}`, () => {
      let host: ReplyHost;
      before(() => {
        host = new ReplyHost(row.era ?? 'legacy');
        host.rule = row.rule ?? 'never';
      });
      afterEach(() => host.clear());
      after(() => host.end());

      for (const { act, does, expectedReplies } of acts) {
        it(`are right, and sent at most once, if ${act}`, async () => {
          host.open();
          await host.callUntilRequests(row.requests);
          row.prepare?.(host);
          await does(host, row);
          assert.deepEqual(await host.allReplies(), expectedReplies(row));
          await host.clear();
          assertNoSecondReply(await host.allReplies());
        });
      }
    });
  }
});

describe('the replies to three requests', () => {
  /** Settles the three requests in turn, each while it is shown. */
  async function settleThree(host: ReplyHost): Promise<void> {
    sendSubmit(host, 'Ann');
    await until(() => host.pending.length === 2 && host.controller.isSeen);
    if (host.controller.current?.request?.mode === 'url') {
      sendOpenUrl(host, false);
    } else {
      sendTo(host, { type: 'decline' });
    }
    await until(() => host.pending.length === 1 && host.controller.isSeen);
    host.controller.handleTabClosed();
    await until(() => host.pending.length === 0);
  }

  for (const [way, era, requests, expected] of [
    [
      'pushed together',
      'legacy',
      [whoForm, whoForm, whoForm],
      [
        [0, acceptReply('Ann')],
        [1, declineReply],
        [2, cancelReply],
      ],
    ],
    [
      'in a round',
      'modern',
      [whoForm, signInPage, whoForm],
      [{ q0: acceptReply('Ann'), q1: openedReply, q2: cancelReply }],
    ],
  ] as const) {
    it(`are sent once if the requests are ${way}`, async () => {
      const host = new ReplyHost(era);
      try {
        await host.callUntilRequests(requests);
        await settleThree(host);
        assert.deepEqual(await host.allReplies(), expected);
      } finally {
        await host.end();
      }
    });
  }
});
