import assert from 'node:assert/strict';
import { appendFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';
import { recordFileWithEntries } from '#test/workbench/harness/storage.ts';

describe('a record that was damaged while no editor ran', function () {
  this.timeout(240_000);
  const { workbench, host, asker } = useRecordingServers();
  const history = new HistoryPage(workbench);
  let truncatedFile: string;
  let corruptFile: string;
  let deletedFile: string;

  /** Declines two requests, and closes the panel. @returns the name of the new file of the record, which is not in `others` */
  async function decline(...others: readonly string[]): Promise<string> {
    await host.runTool('asker', 'ask_twice');
    for (const name of ['first name', 'second name']) {
      await host.field(name).waitFor();
      await host.answer('Decline');
    }
    await host.panel.getByText('second decline').waitFor();
    await workbench().closeAllEditors();
    return recordFileWithEntries(workbench(), 2, others);
  }

  before(async () => {
    truncatedFile = await decline();
    await workbench().reload();
    corruptFile = await decline(truncatedFile);
    await workbench().reload();
    deletedFile = await decline(truncatedFile, corruptFile);
    const { recordFolder } = workbench().editor;
    await workbench().restart(async () => {
      const { size } = await stat(join(recordFolder, truncatedFile));
      await truncate(join(recordFolder, truncatedFile), size - 20);
      await appendFile(join(recordFolder, corruptFile), Buffer.from([0, 255, 254, 10]));
      await rm(join(recordFolder, deletedFile));
    });
  });

  it('is reported, with each damaged file, once the panel is hidden', async () => {
    await workbench().closeAllEditors();
    const notification = workbench().notification('was changed by another program, or parts of it are missing');
    await notification.getByRole('button', { name: 'Show History' }).click();
    for (const text of [`${truncatedFile}: `, `${corruptFile}: `, `${deletedFile}: `]) {
      await history.document.locator('.banner-text').filter({ hasText: text }).waitFor();
    }
  });

  it('is shown as far as it can be read', async () => {
    const declined = history.entries.filter({ hasText: 'Declined' });
    await declined.nth(2).waitFor();
    assert.equal(await declined.count(), 3);
    await history.entries.filter({ hasText: 'Found at startup' }).filter({ hasText: 'Problem' }).waitFor();
  });

  it('is not in order, and Verify names each broken place', async () => {
    await history.verify('The record is not in order.');
    const verdict = await history.document.locator('.banner-text').filter({ hasText: 'not in order' }).innerText();
    const missing = 'is missing, with all that came after it. The entry before is in order.';
    assert.ok(verdict.includes(`${truncatedFile}. Line 2: this entry ${missing}`), verdict);
    assert.ok(
      verdict.includes(`${corruptFile}. Line 3: this entry cannot be read. The 2 entries before are in order.`),
      verdict,
    );
    assert.ok(
      verdict.includes(`${deletedFile}. This file is missing, and no entry says that it was dropped.`),
      verdict,
    );
  });

  it('does not prevent calls and their recording', async () => {
    await workbench().closeAllEditors();
    const newFile = await decline(truncatedFile, corruptFile);
    assert.deepEqual((await asker.receivedLines(2)).toSorted(), ['first decline', 'second decline']);
    await history.show();
    await history.entries.filter({ hasText: 'Declined' }).nth(4).waitFor();
    await history.verify('The record is not in order.');
    const verdict = await history.document.locator('.banner-text').filter({ hasText: 'not in order' }).innerText();
    assert.ok(!verdict.includes(newFile), 'the new file is in order');
  });

  it('is not recorded a second time after a reload', async () => {
    await workbench().closeAllEditors();
    await workbench().reload();
    await history.show();
    await history.verify('The record is not in order.');
    assert.equal(await history.entries.filter({ hasText: 'Found at startup' }).count(), 1);
  });
});
