import assert from 'node:assert/strict';
import {
  assertNoSecondReply,
  cancelReply,
  oneReply,
  openedReply,
  sendOpenUrl,
  sendTwice,
  signInPage,
} from './replyActions.ts';
import { ReplyHost } from './replyHost.ts';

/** What comes of opening a signInPage, known only later. */
function opensLater(rig: ReplyHost): (opened: boolean) => Promise<void> {
  let resolve: (opened: boolean) => void = () => undefined;
  const opening = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  rig.opening = () => opening;
  return async (opened) => {
    resolve(opened);
    await opening;
  };
}

describe('the reply to a URL request whose page is being opened', () => {
  let rig: ReplyHost;
  before(() => {
    rig = new ReplyHost('legacy');
  });
  afterEach(() => rig.clear());
  after(() => rig.end());

  const opening: readonly [
    act: string,
    does: () => unknown,
    told: unknown[],
    opened: unknown[],
    notOpened: unknown[],
  ][] = [
    ['the person does nothing', () => undefined, [], oneReply(openedReply), []],
    ['the tab is closed', () => rig.stage.closed(), [], oneReply(openedReply), oneReply(cancelReply)],
    ['the webview is loaded anew', () => rig.say({ type: 'ready' }), [], oneReply(openedReply), []],
    ['Escape comes twice', () => sendTwice(rig, { type: 'cancel' }), [], oneReply(openedReply), []],
    ['Decline comes twice', () => sendTwice(rig, { type: 'decline' }), [], oneReply(openedReply), []],
    ['it is to be opened once more', () => sendOpenUrl(rig, true), [], oneReply(openedReply), []],
    ['the server takes it back', () => rig.call('takeBack'), [], [], []],
    ['the call is stopped', () => rig.clear(), oneReply(cancelReply), oneReply(cancelReply), oneReply(cancelReply)],
    [
      'all is cancelled',
      () => rig.rateControl.cancelAll('person'),
      oneReply(cancelReply),
      oneReply(cancelReply),
      oneReply(cancelReply),
    ],
    [
      'a program cancels all',
      () => rig.rateControl.cancelAll('program'),
      oneReply(cancelReply),
      oneReply(cancelReply),
      oneReply(cancelReply),
    ],
    [
      'the extension ends',
      () => rig.server.stop(),
      oneReply(cancelReply),
      oneReply(cancelReply),
      oneReply(cancelReply),
    ],
  ];

  for (const [act, does, told, opened, notOpened] of opening) {
    for (const isOpened of [true, false]) {
      it(`when ${act}, and it is ${isOpened ? '' : 'not '}opened`, async () => {
        rig.open();
        await rig.ask([signInPage]);
        const before = rig.opened.length;
        const settle = opensLater(rig);
        sendOpenUrl(rig, false);
        await does();
        assert.deepEqual(await rig.told(), told);
        await settle(isOpened);
        assert.deepEqual(await rig.told(), isOpened ? opened : notOpened);
        assert.equal(rig.opened.length, before + 1);
        await rig.clear();
        assertNoSecondReply(await rig.told());
      });
    }
  }
});
