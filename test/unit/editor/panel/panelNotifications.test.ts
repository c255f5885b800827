import assert from 'node:assert/strict';
import type { PanelNotifications as PanelNotificationsClass } from '#editor/panel/panelNotifications.ts';
import { resultScreenId } from '#editor/panel/screens/resultScreen.ts';
import { formRequest, weatherServer } from '#test/host/requestSamples.ts';
import { until } from '#test/host/until.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

describe('a notification that a server asks', () => {
  let notifications: PanelNotificationsClass;
  let module: typeof import('#editor/panel/panelNotifications.ts');
  let titles: string[];
  let isInSight: boolean;
  let withContent: boolean;
  before(() =>
    withVscodeStub(async () => {
      module = await import('#editor/panel/panelNotifications.ts');
      titles = (await import('#test/unit/editor/dialogs.ts')).shownProgress;
    }),
  );
  beforeEach(() => {
    titles.length = 0;
    isInSight = false;
    withContent = true;
    notifications = new module.PanelNotifications({
      isInSight: () => isInSight,
      ended: () => notifications.showKept(),
    });
  });
  afterEach(() => notifications.dispose());

  function notify(id: string, message: string, reminder?: { readonly isReminder: true }): void {
    const isNeeded = () => true;
    const notification = module.requestNotification(formRequest(id, message), () => withContent, isNeeded);
    notifications.show(reminder ? { ...notification, ...reminder } : notification);
  }

  it('is followed by the next one of its kind that is still needed', () => {
    const needed = new Set(['A', 'B', 'C']);
    const show = (name: string) =>
      notifications.show({
        kind: 'agreement',
        text: name,
        link: 'Show',
        screen: name,
        isNeeded: () => needed.has(name),
      });
    const shown = () => titles.map((title) => title[0]);
    for (const name of needed) {
      show(name);
    }
    notifications.update();
    assert.deepEqual(shown(), ['A']);
    needed.delete('A');
    needed.delete('B');
    notifications.update();
    assert.deepEqual(shown(), ['A', 'C']);
  });

  it('is followed by the next one as soon as its question is settled', async () => {
    let end: (isAgreed: boolean) => void = () => undefined;
    const first = new Promise<boolean>((resolve) => {
      end = resolve;
    });
    notifications.show(module.agreementNotification('one', first, 'ask-1'));
    notifications.show(module.unverifiedServerNotification('Agent', new Promise(() => undefined), 'ask-2'));
    assert.equal(titles.length, 1);
    end(true);
    await until(() => titles.length === 2);
    assert.match(titles[1] ?? '', /^Agent starts a server/);
  });

  it('is shown after the panel was closed, unless the user has seen its screen', () => {
    isInSight = true;
    const waits = new Promise(() => undefined);
    notifications.show(module.agreementNotification('one', waits, 'ask-1'));
    notifications.show(module.argumentsNotification('tool', 'two', waits, 'ask-2'));
    notifications.update();
    notifications.forget('ask-1');
    assert.deepEqual(titles, []);
    isInSight = false;
    notifications.update();
    assert.deepEqual(titles, [], 'the panel is only hidden');
    notifications.showKept();
    assert.equal(titles.length, 1);
    assert.match(titles[0] ?? '', /needs arguments/);
  });

  it('is shown when the panel is hidden, if the request arrived while it was visible, unless the user has seen it', () => {
    isInSight = true;
    notify('seen', 'Where?');
    notify('unseen', 'Who?');
    notifications.forget('seen');
    isInSight = false;
    notifications.showKept();
    assert.equal(titles.length, 1);
    assert.match(titles[0] ?? '', /Who\?/);
  });

  it('is shown again after the panel was in sight, before newer ones, unless it reminds of a screen that was seen', () => {
    notify('older', 'Where?');
    notify('newer', 'Who?');
    const look = () => {
      isInSight = true;
      notifications.update();
      isInSight = false;
      notifications.showKept();
    };
    look();
    assert.deepEqual(
      titles.map((title) => /Where|Who/.exec(title)?.[0]),
      ['Where', 'Where'],
    );
    isInSight = true;
    notifications.update();
    notifications.forget('older');
    notifications.forget('newer');
    isInSight = false;
    notify('older', 'Where?', { isReminder: true });
    assert.equal(titles.length, 3);
    look();
    assert.equal(titles.length, 3);
  });

  it('quotes no question if the user does not want that any more when it is shown', () => {
    isInSight = true;
    notify('a', 'Where?');
    withContent = false;
    isInSight = false;
    notifications.showKept();
    assert.equal(titles.length, 1);
    assert.doesNotMatch(titles[0] ?? '', /Where/);
  });

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
