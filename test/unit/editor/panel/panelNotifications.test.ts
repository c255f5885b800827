import assert from 'node:assert/strict';
import type { PanelNotifications as PanelNotificationsClass } from '#editor/panel/panelNotifications.ts';
import { formRequest } from '#test/host/requestSamples.ts';
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
