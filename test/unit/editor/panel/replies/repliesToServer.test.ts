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

const ann = (host: ReplyHost) => sendSubmit(host, 'Ann');

interface Row {
  readonly screen: string;
  readonly era?: 'modern';
  readonly questions: readonly object[];
  readonly rule?: ReviewRule;
  /** The user's actions before this screen is shown. */
  readonly begin?: (host: ReplyHost) => void;
  /** Presses the main button. */
  readonly press: (host: ReplyHost) => void;
  /** The replies to the main button. */
  readonly pressed: readonly unknown[];
  /** The replies if another action settles the screen. */
  readonly ended: (reply: object) => readonly unknown[];
  /** The replies if other answers are submitted. */
  readonly other: readonly unknown[];
  /** The replies if the call ends. */
  readonly over: readonly unknown[];
}

const rows: readonly Row[] = [
  {
    screen: 'a form',
    questions: [whoForm],
    press: ann,
    pressed: oneReply(acceptReply('Ann')),
    ended: oneReply,
    other: oneReply(acceptReply('Bea')),
    over: oneReply(cancelReply),
  },
  {
    screen: 'a form in review',
    questions: [whoForm],
    rule: 'always',
    begin: (host) => sendReview(host, 'Ann'),
    press: ann,
    pressed: oneReply(acceptReply('Ann')),
    ended: oneReply,
    other: [],
    over: oneReply(cancelReply),
  },
  {
    screen: 'a form in review with an edit open',
    questions: [whoForm],
    rule: 'always',
    begin: (host) => {
      sendReview(host, 'Ann');
      sendEdit(host, 'Bea');
    },
    // The extension requires a review of the new answer; an answer that was not reviewed is not sent.
    press: (host) => sendSubmit(host, 'Bea'),
    pressed: [],
    ended: oneReply,
    other: [],
    over: oneReply(cancelReply),
  },
  {
    screen: 'a page',
    questions: [signInPage],
    press: (host) => sendOpenUrl(host, false),
    pressed: oneReply(openedReply),
    ended: oneReply,
    other: [],
    over: oneReply(cancelReply),
  },
  {
    screen: 'a page with a second step',
    questions: [lookAlikePage],
    begin: (host) => sendOpenUrl(host, false),
    press: (host) => sendOpenUrl(host, true),
    pressed: oneReply(openedReply),
    ended: oneReply,
    other: [],
    over: oneReply(cancelReply),
  },
  {
    screen: 'three forms pushed together',
    questions: [whoForm, whoForm, whoForm],
    press: ann,
    pressed: oneReply(acceptReply('Ann')),
    ended: oneReply,
    other: oneReply(acceptReply('Bea')),
    over: threeCancels,
  },
  {
    // The answers of a round are sent together or not at all.
    screen: 'a round of three',
    era: 'modern',
    questions: [whoForm, signInPage, whoForm],
    press: ann,
    pressed: [],
    ended: () => [],
    other: [],
    over: [],
  },
];

interface Act {
  readonly act: string;
  readonly does: (host: ReplyHost, row: Row) => unknown;
  readonly told: (row: Row) => readonly unknown[];
}

const acts: readonly Act[] = [
  { act: 'the person does nothing', does: () => undefined, told: () => [] },
  {
    act: 'the tab is closed',
    does: ({ controller }) => controller.handleTabClosed(),
    told: ({ ended }) => ended(cancelReply),
  },
  { act: 'the webview is loaded anew', does: (host) => host.send({ type: 'ready' }), told: () => [] },
  {
    act: 'Escape comes twice',
    does: (host) => sendTwice(host, { type: 'cancel' }),
    told: ({ ended }) => ended(cancelReply),
  },
  {
    act: 'Decline comes twice',
    does: (host) => sendTwice(host, { type: 'decline' }),
    told: ({ ended }) => ended(declineReply),
  },
  {
    act: 'it cannot be drawn',
    does: (host) => sendTwice(host, { type: 'drawFailed', message: 'Oh' }),
    told: ({ ended }) => ended(cancelReply),
  },
  {
    act: 'the main button is pressed, and once more',
    does: async (host, { press }) => {
      const screen = host.shownId;
      press(host);
      // Presses again on the next screen. Only the press on this screen has an effect.
      sendTo(host, { type: 'submit', inputs: formInputs('Cid') }, screen);
      sendTo(host, { type: 'openUrl', confirmed: true }, screen);
      await host.allReplies();
    },
    told: ({ pressed }) => pressed,
  },
  {
    act: 'a Submit follows the review of other answers',
    does: (host) => {
      sendReview(host, 'Ann');
      sendSubmit(host, 'Bea');
    },
    told: ({ other }) => other,
  },
  { act: 'the server takes it back', does: (host) => host.call('takeBack'), told: () => [] },
  {
    act: 'the server dies',
    does: async (host) => {
      host.call('crash');
      await until(() => host.server.state.kind === 'failed');
      assert.equal(host.pending.length, 0);
    },
    told: () => [],
  },
  {
    act: 'the call is stopped, and once more',
    does: (host) => {
      const [call] = host.server.calls;
      host.send({ type: 'stopCall', call: call?.id ?? '' });
      host.send({ type: 'stopCall', call: call?.id ?? '' });
      assert.equal(host.pending.length, 0);
    },
    told: ({ over }) => over,
  },
  {
    act: 'a program cancels all questions',
    does: (host) => {
      host.rateControl.cancelAll('program');
      host.rateControl.cancelAll('program');
    },
    told: ({ era, over }) => (era ? [Object.fromEntries(['q0', 'q1', 'q2'].map((key) => [key, cancelReply]))] : over),
  },
  { act: 'the extension ends', does: (host) => host.server.stop(), told: ({ over }) => over },
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

      for (const { act, does, told } of acts) {
        it(`are sent once if ${act}`, async () => {
          host.open();
          await host.callUntilRequests(row.questions);
          row.begin?.(host);
          await does(host, row);
          assert.deepEqual(await host.allReplies(), told(row));
          await host.clear();
          assertNoSecondReply(await host.allReplies());
        });
      }
    });
  }
});

describe('the replies to three requests, which are sent once', () => {
  /** Settles the three requests in turn, each while it is shown. */
  async function endThree(host: ReplyHost): Promise<void> {
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

  for (const [way, era, questions, expected] of [
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
    it(`if they are ${way}`, async () => {
      const host = new ReplyHost(era);
      try {
        await host.callUntilRequests(questions);
        await endThree(host);
        assert.deepEqual(await host.allReplies(), expected);
      } finally {
        await host.end();
      }
    });
  }
});
