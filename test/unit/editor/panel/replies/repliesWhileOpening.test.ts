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

/** Makes the opening of a page pending. @returns a function that ends it */
function deferOpening(host: ReplyHost): (opened: boolean) => Promise<void> {
  let resolve: (opened: boolean) => void = () => undefined;
  const opening = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  host.openPage = () => opening;
  return async (opened) => {
    resolve(opened);
    await opening;
  };
}

describe('the reply to a URL request whose page is being opened', () => {
  let host: ReplyHost;
  before(() => {
    host = new ReplyHost('legacy');
  });
  afterEach(() => host.clear());
  after(() => host.end());

  const cases: readonly [
    act: string,
    does: () => unknown,
    repliesBefore: unknown[],
    repliesIfOpened: unknown[],
    repliesIfNot: unknown[],
  ][] = [
    ['the user does nothing', () => undefined, [], oneReply(openedReply), []],
    ['the tab is closed', () => host.controller.handleTabClosed(), [], oneReply(openedReply), oneReply(cancelReply)],
    ['the webview is reloaded', () => host.send({ type: 'ready' }), [], oneReply(openedReply), []],
    ['Escape is pressed twice', () => sendTwice(host, { type: 'cancel' }), [], oneReply(openedReply), []],
    ['Decline is clicked twice', () => sendTwice(host, { type: 'decline' }), [], oneReply(openedReply), []],
    ['the button that opens the page is pressed again', () => sendOpenUrl(host, true), [], oneReply(openedReply), []],
    ['the server withdraws the request', () => host.call('takeBack'), [], [], []],
    ['the call is stopped', () => host.clear(), oneReply(cancelReply), oneReply(cancelReply), oneReply(cancelReply)],
    [
      'the user cancels all requests',
      () => host.rateControl.cancelAll('user'),
      oneReply(cancelReply),
      oneReply(cancelReply),
      oneReply(cancelReply),
    ],
    [
      'a program cancels all requests',
      () => host.rateControl.cancelAll('program'),
      oneReply(cancelReply),
      oneReply(cancelReply),
      oneReply(cancelReply),
    ],
    [
      'the extension ends',
      () => host.server.stop(),
      oneReply(cancelReply),
      oneReply(cancelReply),
      oneReply(cancelReply),
    ],
  ];

  for (const [act, does, repliesBefore, repliesIfOpened, repliesIfNot] of cases) {
    for (const isOpened of [true, false]) {
      it(`is right, and sent at most once, if ${act} and the page is ${isOpened ? '' : 'not '}opened`, async () => {
        host.open();
        await host.callUntilRequests([signInPage]);
        const openedBefore = host.opened.length;
        const settle = deferOpening(host);
        sendOpenUrl(host, false);
        await does();
        assert.deepEqual(await host.allReplies(), repliesBefore);
        await settle(isOpened);
        assert.deepEqual(await host.allReplies(), isOpened ? repliesIfOpened : repliesIfNot);
        assert.equal(host.opened.length, openedBefore + 1);
        await host.clear();
        assertNoSecondReply(await host.allReplies());
      });
    }
  }
});
