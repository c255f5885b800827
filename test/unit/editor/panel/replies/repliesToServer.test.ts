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

const ann = (rig: ReplyHost) => sendSubmit(rig, 'Ann');

interface Row {
  readonly screen: string;
  readonly era?: 'modern';
  readonly questions: readonly object[];
  readonly rule?: ReviewRule;
  /** How the person comes to this screen. */
  readonly begin?: (rig: ReplyHost) => void;
  /** The main button. */
  readonly press: (rig: ReplyHost) => void;
  /** What the server is told of that, of an end, and of a Submit after other answers were reviewed. */
  readonly pressed: readonly unknown[];
  readonly ended: (reply: object) => readonly unknown[];
  readonly other: readonly unknown[];
  /** What it is told when threeCancels of the call is over. */
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
    begin: (rig) => sendReview(rig, 'Ann'),
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
    begin: (rig) => {
      sendReview(rig, 'Ann');
      sendEdit(rig, 'Bea');
    },
    // The signInPage has it reviewed anew; should it not, nothing leaves that was not shown.
    press: (rig) => sendSubmit(rig, 'Bea'),
    pressed: [],
    ended: oneReply,
    other: [],
    over: oneReply(cancelReply),
  },
  {
    screen: 'a page',
    questions: [signInPage],
    press: (rig) => sendOpenUrl(rig, false),
    pressed: oneReply(openedReply),
    ended: oneReply,
    other: [],
    over: oneReply(cancelReply),
  },
  {
    screen: 'a page with a second step',
    questions: [lookAlikePage],
    begin: (rig) => sendOpenUrl(rig, false),
    press: (rig) => sendOpenUrl(rig, true),
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
    // Its answers leave together or not at threeCancels.
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
  readonly does: (rig: ReplyHost, row: Row) => unknown;
  readonly told: (row: Row) => readonly unknown[];
}

const acts: readonly Act[] = [
  { act: 'the person does nothing', does: () => undefined, told: () => [] },
  { act: 'the tab is closed', does: ({ stage }) => stage.closed(), told: ({ ended }) => ended(cancelReply) },
  { act: 'the webview is loaded anew', does: (rig) => rig.say({ type: 'ready' }), told: () => [] },
  {
    act: 'Escape comes twice',
    does: (rig) => sendTwice(rig, { type: 'cancel' }),
    told: ({ ended }) => ended(cancelReply),
  },
  {
    act: 'Decline comes twice',
    does: (rig) => sendTwice(rig, { type: 'decline' }),
    told: ({ ended }) => ended(declineReply),
  },
  {
    act: 'it cannot be drawn',
    does: (rig) => sendTwice(rig, { type: 'drawFailed', message: 'Oh' }),
    told: ({ ended }) => ended(cancelReply),
  },
  {
    act: 'the main button is pressed, and once more',
    does: async (rig, { press }) => {
      const screen = rig.shown;
      press(rig);
      // Once more on whatever is there: only what was on this very screen counts.
      sendTo(rig, { type: 'submit', inputs: formInputs('Cid') }, screen);
      sendTo(rig, { type: 'openUrl', confirmed: true }, screen);
      await rig.told();
    },
    told: ({ pressed }) => pressed,
  },
  {
    act: 'a Submit follows the review of other answers',
    does: (rig) => {
      sendReview(rig, 'Ann');
      sendSubmit(rig, 'Bea');
    },
    told: ({ other }) => other,
  },
  { act: 'the server takes it back', does: (rig) => rig.call('takeBack'), told: () => [] },
  {
    act: 'the server dies',
    does: async (rig) => {
      rig.call('crash');
      await until(() => rig.server.state.kind === 'failed');
      assert.equal(rig.pending.length, 0);
    },
    told: () => [],
  },
  {
    act: 'the call is stopped, and once more',
    does: (rig) => {
      const [call] = rig.server.calls;
      rig.say({ type: 'stopCall', call: call?.id ?? '' });
      rig.say({ type: 'stopCall', call: call?.id ?? '' });
      assert.equal(rig.pending.length, 0);
    },
    told: ({ over }) => over,
  },
  {
    act: 'a program cancels all questions',
    does: (rig) => {
      rig.rateControl.cancelAll('program');
      rig.rateControl.cancelAll('program');
    },
    told: ({ era, over }) => (era ? [Object.fromEntries(['q0', 'q1', 'q2'].map((key) => [key, cancelReply]))] : over),
  },
  { act: 'the extension ends', does: (rig) => rig.server.stop(), told: ({ over }) => over },
];

describe('the replies to the server', () => {
  for (const row of rows) {
    describe(`for ${row.screen}`, () => {
      let rig: ReplyHost;
      before(() => {
        rig = new ReplyHost(row.era ?? 'legacy');
        rig.rule = row.rule ?? 'never';
      });
      afterEach(() => rig.clear());
      after(() => rig.end());

      for (const { act, does, told } of acts) {
        it(`when ${act}`, async () => {
          rig.open();
          await rig.ask(row.questions);
          row.begin?.(rig);
          await does(rig, row);
          assert.deepEqual(await rig.told(), told(row));
          await rig.clear();
          assertNoSecondReply(await rig.told());
        });
      }
    });
  }
});

describe('the replies to three requests, each once', () => {
  /** Ends each of three in turn: what is before the person then is another oneReply. */
  async function endThree(rig: ReplyHost): Promise<void> {
    sendSubmit(rig, 'Ann');
    await until(() => rig.pending.length === 2 && rig.stage.isSeen);
    if (rig.stage.current?.request?.mode === 'url') {
      sendOpenUrl(rig, false);
    } else {
      sendTo(rig, { type: 'decline' });
    }
    await until(() => rig.pending.length === 1 && rig.stage.isSeen);
    rig.stage.closed();
    await until(() => rig.pending.length === 0);
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
    it(way, async () => {
      const rig = new ReplyHost(era);
      try {
        await rig.ask(questions);
        await endThree(rig);
        assert.deepEqual(await rig.told(), expected);
      } finally {
        await rig.end();
      }
    });
  }
});
