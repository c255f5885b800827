import assert from 'node:assert/strict';
import { appendFile, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('a record that was damaged while no editor ran', function () {
  this.timeout(240_000);
  const { workbench, host, asker } = useRecordingServers();
  const history = new HistoryPage(workbench);
  let cut: string;
  let soiled: string;
  let taken: string;

  /** Has two questions declined, and closes the panel. @returns the file of the record that is not one of `others` */
  async function decline(...others: readonly string[]): Promise<string> {
    await host.runTool('asker', 'ask_twice');
    for (const name of ['first name', 'second name']) {
      await host.field(name).waitFor();
      await host.answer('Decline');
    }
    await host.panel.getByText('second decline').waitFor();
    await workbench().runCommand('View: Close All Editors');
    const [own, ...more] = (await readdir(workbench().editor.recordFolder)).filter((name) => !others.includes(name));
    assert.ok(own !== undefined && more.length === 0);
    return own;
  }

  before(async () => {
    cut = await decline();
    await workbench().reload();
    soiled = await decline(cut);
    await workbench().reload();
    taken = await decline(cut, soiled);
    const { recordFolder } = workbench().editor;
    await workbench().restart(async () => {
      const { size } = await stat(join(recordFolder, cut));
      await truncate(join(recordFolder, cut), size - 20);
      await appendFile(join(recordFolder, soiled), Buffer.from([0, 255, 254, 10]));
      await rm(join(recordFolder, taken));
    });
  });

  it('is reported for each file once the panel is hidden', async () => {
    await workbench().runCommand('View: Close All Editors');
    const told = workbench().notification('was changed from outside, or parts of it are gone');
    await told.getByRole('button', { name: 'Show History' }).click();
    for (const text of [`${cut}: `, `${soiled}: `, `${taken}: `]) {
      await history.document.locator('.banner-text').filter({ hasText: text }).waitFor();
    }
  });

  it('is shown as far as it can be read', async () => {
    const declined = history.entries.filter({ hasText: 'Declined' });
    await declined.nth(2).waitFor();
    assert.equal(await declined.count(), 3);
    await history.entries.filter({ hasText: 'Found at a start' }).filter({ hasText: 'Problem' }).waitFor();
  });

  it('is not in order, and each broken place is named', async () => {
    await history.verify('The record is not in order.');
    const verdict = await history.document.locator('.banner-text').filter({ hasText: 'not in order' }).innerText();
    const missing = 'is missing, with all that came after it. The entry before is in order.';
    assert.ok(verdict.includes(`${cut}. Line 2: this entry ${missing}`), verdict);
    assert.ok(
      verdict.includes(`${soiled}. Line 3: this entry cannot be read. The 2 entries before are in order.`),
      verdict,
    );
    assert.ok(
      verdict.includes(`${taken}. This file is gone, and nothing in the record says that it was dropped.`),
      verdict,
    );
  });

  it('keeps nothing else from working', async () => {
    await workbench().runCommand('View: Close All Editors');
    const own = await decline(cut, soiled);
    assert.deepEqual((await asker.receivedLines(2)).toSorted(), ['first decline', 'second decline']);
    await history.show();
    await history.entries.filter({ hasText: 'Declined' }).nth(4).waitFor();
    await history.verify('The record is not in order.');
    const verdict = await history.document.locator('.banner-text').filter({ hasText: 'not in order' }).innerText();
    assert.ok(!verdict.includes(own), 'what is recorded since is in order');
  });

  it('is reported once', async () => {
    await workbench().runCommand('View: Close All Editors');
    await workbench().reload();
    await history.show();
    await history.verify('The record is not in order.');
    assert.equal(await history.entries.filter({ hasText: 'Found at a start' }).count(), 1);
  });
});
