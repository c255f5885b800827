import { setTimeout as wait } from 'node:timers/promises';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { EditorWithLentServer } from '#test/workbench/agents/editorWithLentServer.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { openWorkbench } from '#test/workbench/harness/workbench.ts';

const defaultMinutes = 5.5;

/**
 * Lets the editor's own agent call a tool that asks, and answers in the panel after `minutes`.
 * @param minutes by default longer than the five minutes after which Node ends a silent HTTP response
 */
export async function soakEditorAgent([text]: readonly string[]): Promise<void> {
  const minutes = Number(text ?? defaultMinutes);
  if (!(minutes > 0)) throw new Error('MINUTES has to be a number greater than 0.');
  await packageVsix();
  const lent = await EditorWithLentServer.create();
  const workbench = await openWorkbench(lent.options());
  try {
    const host = new ExtensionUi(() => workbench);
    await lent.connect(workbench);
    await lent.start(workbench);
    const result = await lent.call(workbench, '_ask');
    await host.requestRegion('VS Code · tickets').waitFor();
    const asked = performance.now();
    await wait(minutes * 60_000);
    const own = [await workbench.notifications.allInnerTexts(), await workbench.quickInput.isVisible()];
    await host.field('password hint').fill('my patient cat');
    await host.answer('Submit');
    const seconds = Math.round((performance.now() - asked) / 1000);
    const outcome = await result();
    console.log(`\nAnswered after ${seconds} s. The result of the call: ${outcome}`);
    console.log(`Replies that the server received: ${await lent.replies()}`);
    console.log(`Notifications of the editor, and whether it shows an input: ${JSON.stringify(own)}`);
    process.exitCode = /^ask accept .*my patient cat/.test(outcome) && JSON.stringify(own) === '[[],false]' ? 0 : 1;
  } finally {
    await workbench.dispose();
    await lent.remove();
  }
}
