import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Browser } from '#core/authorization/authorizationServices.ts';
import type { Failure } from '#core/common/errors.ts';
import { Emitter } from '#core/common/events.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import type { ServerLogs } from '#editor/servers/serverLogs.ts';
import type { BackgroundMessages } from '#editor/window/backgroundMessages.ts';
import type { ServerStarter } from '#editor/window/serverStarter.ts';
import { ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { AuthorizationRig } from '#test/unit/core/authorization/authorizationRig.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';
import { StubStore } from './stubStores.ts';

/** The browser of an editor that opens no page. */
async function refusingBrowser(): Promise<Browser> {
  const stub = await import('#test/unit/editor/dialogs.ts');
  Object.assign(stub.env, { openExternal: async () => false });
  const { signInServices } = await import('#editor/authorization/signInServices.ts');
  const globalStorageUri = { scheme: 'file', fsPath: '/storage' };
  const context = { extension: { id: 'a.b' }, secrets: new StubStore(), globalStorageUri, subscriptions: [] };
  return signInServices(context as unknown as vscode.ExtensionContext, () => true).browser;
}

/** Starts a server for the user. Returns the error, and the notifications that were shown. */
async function startShowing(server: Server): Promise<{ error: unknown; shown: readonly string[] }> {
  const stub = await import('#test/unit/editor/dialogs.ts');
  const shown: string[] = [];
  Object.assign(stub.window, { showErrorMessage: async (text: string) => void shown.push(text) });
  const { ServerNotifications } = await import('#editor/servers/serverNotifications.ts');
  const failed = new Emitter<{ server: Server; failure: Failure }>();
  const servers = { all: [server], onDidFail: failed.event, onDidWithholdRestart: new Emitter<Server>().event };
  const notifications = new ServerNotifications(
    servers as unknown as Servers,
    {} as ServerLogs,
    { isStartRequested: () => true } as unknown as ServerStarter,
    {} as BackgroundMessages,
  );
  const subscription = server.onDidFail((failure) => failed.fire({ server, failure }));
  try {
    const error: unknown = await server.start('user').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    notifications.showFailure(error);
    return { error, shown };
  } finally {
    subscription.dispose();
    notifications.dispose();
  }
}

describe('the notification about a sign-in that has failed', () => {
  let rig: AuthorizationRig;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
  });
  afterEach(() => rig.end());

  const assertShown = async (server: Server, text: RegExp) => {
    const { error, shown } = await startShowing(server);
    assert.equal(error instanceof Error && error.name, 'AuthorizationFailed');
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', text);
  };

  it('is shown if the editor has not opened the page', () =>
    withVscodeStub(async () => {
      const server = rig.server(undefined, { services: { browser: await refusingBrowser() } });
      await assertShown(server, /^mine: The page for signing in at localhost:\d+ was not opened\./);
    }));

  it('is shown if the authorization server has denied the access', () =>
    withVscodeStub(async () => {
      rig.issuer.switches.denies = true;
      await assertShown(rig.server(), /Access was denied at localhost:/);
    }));

  it('is not shown if the user has declined it', () =>
    withVscodeStub(async () => {
      rig.prompts = new ScriptedSignInPrompts(() => false);
      const { error, shown } = await startShowing(rig.server());
      assert.equal(error instanceof Error && error.name, 'AuthorizationDeclined');
      assert.deepEqual(shown, []);
    }));
});
