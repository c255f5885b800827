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
function opensLater(host: ReplyHost): (opened: boolean) => Promise<void> {
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

  const opening: readonly [
    act: string,
    does: () => unknown,
    told: unknown[],
    opened: unknown[],
    notOpened: unknown[],
  ][] = [
    ['the person does nothing', () => undefined, [], oneReply(openedReply), []],
    ['the tab is closed', () => host.controller.handleTabClosed(), [], oneReply(openedReply), oneReply(cancelReply)],
    ['the webview is loaded anew', () => host.send({ type: 'ready' }), [], oneReply(openedReply), []],
    ['Escape comes twice', () => sendTwice(host, { type: 'cancel' }), [], oneReply(openedReply), []],
    ['Decline comes twice', () => sendTwice(host, { type: 'decline' }), [], oneReply(openedReply), []],
    ['it is to be opened once more', () => sendOpenUrl(host, true), [], oneReply(openedReply), []],
    ['the server takes it back', () => host.call('takeBack'), [], [], []],
    ['the call is stopped', () => host.clear(), oneReply(cancelReply), oneReply(cancelReply), oneReply(cancelReply)],
    [
      'all is cancelled',
      () => host.rateControl.cancelAll('person'),
      oneReply(cancelReply),
      oneReply(cancelReply),
      oneReply(cancelReply),
    ],
    [
      'a program cancels all',
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

  for (const [act, does, told, opened, notOpened] of opening) {
    for (const isOpened of [true, false]) {
      it(`is sent once if ${act}, and the page is ${isOpened ? '' : 'not '}opened`, async () => {
        host.open();
        await host.callUntilRequests([signInPage]);
        const openedBefore = host.opened.length;
        const settle = opensLater(host);
        sendOpenUrl(host, false);
        await does();
        assert.deepEqual(await host.allReplies(), told);
        await settle(isOpened);
        assert.deepEqual(await host.allReplies(), isOpened ? opened : notOpened);
        assert.equal(host.opened.length, openedBefore + 1);
        await host.clear();
        assertNoSecondReply(await host.allReplies());
      });
    }
  }
});
