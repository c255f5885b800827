import assert from 'node:assert/strict';
import type { PanelNotifications as PanelNotificationsClass } from '#editor/panel/panelNotifications.ts';
import { resultScreenId } from '#editor/panel/screens/resultScreen.ts';
import { formRequest, weatherServer } from '#test/host/requestSamples.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

describe('a notification that a server asks', () => {
  let notifications: PanelNotificationsClass;
  let module: typeof import('#editor/panel/panelNotifications.ts');
  let titles: string[];
  before(() =>
    withVscodeStub(async () => {
      module = await import('#editor/panel/panelNotifications.ts');
      titles = (await import('#test/unit/editor/dialogs.ts')).shownProgress;
    }),
  );
  beforeEach(() => {
    titles.length = 0;
    notifications = new module.PanelNotifications({ isInSight: () => false, ended: () => undefined });
  });
  afterEach(() => notifications.dispose());

  const notify = (id: string, message: string) =>
    notifications.show(module.requestNotification(formRequest(id, message), true, () => true));

  it('links to that request', () => {
    notify('id 7', 'Where?');
    const [, link = ''] = /\[Answer\]\(command:mcpElicitation\.showPending\?([^)\s]*)\)$/.exec(titles[0] ?? '') ?? [];
    assert.deepEqual(JSON.parse(decodeURIComponent(link)), ['id 7']);
  });

  it('has no other link, and none with words of the server', () => {
    for (const message of ['press [here', '[Update](command:evil)', '] [x', '[a]\n(command:evil)']) {
      titles.length = 0;
      notify('a', message);
      const links = [...(titles[0] ?? '').matchAll(/\[([^\]]+)\]\(/g)].map(([, label]) => label);
      assert.deepEqual(links, ['Answer'], titles[0]);
      notifications.dispose();
      notifications = new module.PanelNotifications({ isInSight: () => false, ended: () => undefined });
    }
  });
});

describe('a notification of a result', () => {
  it('has a button that shows this result, and no progress', () =>
    withVscodeStub(async () => {
      const { notifyOfResult } = await import('#editor/panel/panelNotifications.ts');
      const { commands, shownDialogs, shownProgress } = await import('#test/unit/editor/dialogs.ts');
      const run: unknown[][] = [];
      const { executeCommand } = commands;
      Object.assign(commands, { executeCommand: async (...command: unknown[]) => void run.push(command) });
      shownProgress.length = 0;
      const call = { definition: weatherServer, request: { kind: 'tool', name: 'deploy', arguments: {} } } as const;
      await notifyOfResult('call 1', call, true).finally(() => Object.assign(commands, { executeCommand }));
      assert.equal(shownDialogs.at(-1)?.message, '“deploy” of weather ended.');
      assert.deepEqual(shownProgress, []);
      assert.deepEqual(run, [['mcpElicitation.showPending', resultScreenId('call 1')]]);
    }));
});
