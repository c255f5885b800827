import assert from 'node:assert/strict';
import { Emitter } from '#core/common/events.ts';
import { commandIds, contextKeys, type ReviewAnswer } from '#editor/common/contributions.ts';
import type { ReviewedAction } from '#editor/window/changeReview.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

/** An editor in which changes are shown, as a user sees it. */
interface ShownEditor {
  ask(action?: ReviewedAction): Promise<boolean>;
  answer(answer: ReviewAnswer): void;
  /** The user closes the tab with this number. */
  closeTab(number: number): void;
  /** The user presses Cancel in the notification with this number. */
  cancel(number: number): void;
  readonly openTabs: ReadonlySet<number>;
  readonly notifications: readonly { readonly title: string; hasEnded: boolean }[];
  /** The value of the context key. */
  readonly shownChange: unknown;
}

async function withEditor(use: (editor: ShownEditor) => Promise<void>): Promise<void> {
  await withVscodeStub(async () => {
    const { window, commands } = (await import('vscode')) as unknown as typeof import('#test/editorStub.ts');
    const { ChangeReview } = await import('#editor/window/changeReview.ts');
    const openTabs = new Set<number>();
    const tabsChanged = new Emitter<void>();
    const cancels: (() => void)[] = [];
    const notifications: { title: string; hasEnded: boolean }[] = [];
    const keys = new Map<unknown, unknown>();
    Object.assign(window.tabGroups, { onDidChangeTabs: tabsChanged.event });
    Object.assign(commands, {
      executeCommand: async (_: string, key: unknown, value: unknown) => keys.set(key, value),
    });
    Object.assign(window, {
      withProgress: async ({ title }: { title: string }, task: (progress: object, token: object) => Promise<void>) => {
        const notification = { title, hasEnded: false };
        notifications.push(notification);
        await task({}, { onCancellationRequested: (cancel: () => void) => cancels.push(cancel) });
        notification.hasEnded = true;
      },
    });
    let tabs = 0;
    const close = (tab: number) => {
      openTabs.delete(tab);
      tabsChanged.fire();
    };
    const review = new ChangeReview({
      showChange: async () => {
        tabs += 1;
        const tab = tabs;
        openTabs.add(tab);
        return { close: async () => close(tab), isOpen: () => openTabs.has(tab) };
      },
    });
    const change = { title: 'Connect Codex: config.toml', name: 'config.toml', before: 'a', after: 'b' };
    await use({
      ask: (action = 'changeAgentFile') =>
        review.ask(change, action, 'Change [it](command:x) as shown?', 'Change the File'),
      answer: (answer) => review.answer(answer),
      closeTab: close,
      cancel: (number) => cancels[number - 1]?.(),
      openTabs,
      notifications,
      get shownChange() {
        return keys.get(contextKeys.shownChange);
      },
    });
  });
}

/** Lets what has been resolved go on. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the question about a change that is shown', () => {
  const ways: readonly (readonly [string, boolean, (editor: ShownEditor) => void])[] = [
    ['its button', true, (editor) => editor.answer('changeAgentFile')],
    ['Leave It as It Is', false, (editor) => editor.answer('leaveAgentFile')],
    ['Cancel in the notification', false, (editor) => editor.cancel(1)],
    ['closing the tab', false, (editor) => editor.closeTab(1)],
  ];
  for (const [name, isAgreed, act] of ways) {
    it(`ends by ${name}, and leaves nothing behind`, () =>
      withEditor(async (editor) => {
        const answered = editor.ask();
        await nextTurn();
        assert.deepEqual([editor.openTabs.size, editor.shownChange], [1, 'changeAgentFile']);
        assert.deepEqual(editor.notifications, [
          {
            title: `Change (it) (command:x) as shown? [Change the File](command:${commandIds.changeAgentFile})`,
            hasEnded: false,
          },
        ]);
        act(editor);
        assert.equal(await answered, isAgreed);
        await nextTurn();
        assert.deepEqual([editor.openTabs.size, editor.shownChange], [0, undefined]);
        assert.equal(editor.notifications[0]?.hasEnded, true);
      }));
  }

  it('waits as long as the user does nothing, and is not answered by the button of another question', () =>
    withEditor(async (editor) => {
      const answered = editor.ask('copyAgentChange');
      await nextTurn();
      editor.answer('changeAgentFile');
      editor.answer('forgetAgentConnection');
      await nextTurn();
      assert.equal(editor.notifications[0]?.hasEnded, false);
      editor.answer('copyAgentChange');
      assert.equal(await answered, true);
    }));

  it('ends with no change when another one is asked, which its button then answers', () =>
    withEditor(async (editor) => {
      const first = editor.ask();
      await nextTurn();
      const second = editor.ask('forgetAgentConnection');
      assert.equal(await first, false);
      await nextTurn();
      assert.deepEqual([[...editor.openTabs], editor.shownChange], [[2], 'forgetAgentConnection']);
      editor.answer('forgetAgentConnection');
      assert.equal(await second, true);
      await nextTurn();
      assert.equal(editor.shownChange, undefined);
    }));

  it('ends with no change when another one is asked before it is shown', () =>
    withEditor(async (editor) => {
      const first = editor.ask();
      const second = editor.ask();
      assert.equal(await first, false);
      await nextTurn();
      assert.deepEqual([[...editor.openTabs], editor.notifications.length], [[2], 1]);
      editor.answer('changeAgentFile');
      assert.equal(await second, true);
    }));

  it('has no effect after it was answered', () =>
    withEditor(async (editor) => {
      const answered = editor.ask();
      await nextTurn();
      editor.answer('leaveAgentFile');
      editor.answer('changeAgentFile');
      assert.equal(await answered, false);
    }));
});
