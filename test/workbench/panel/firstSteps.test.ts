import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('the first steps', function () {
  this.timeout(120_000);
  // Wide enough for the editor to show a step's picture.
  const workbench = useWorkbench({ viewport: { width: 1600, height: 900 } });
  const host = new ExtensionUi(workbench);

  const walkthrough = () => workbench().page.locator('.gettingStartedContainer');
  const step = (title: string) => walkthrough().locator('.getting-started-step').filter({ hasText: title });
  const tick = (title: string) => step(title).getByRole('checkbox').first();
  const isTicked = (title: string) =>
    eventually(`"${title}" is ticked off`, async () => (await tick(title).getAttribute('aria-checked')) === 'true');

  /** Opens a step, as far as it is not open. */
  async function open(title: string): Promise<Locator> {
    await workbench()
      .tabs.filter({ hasText: /Welcome|Walkthrough/ })
      .click();
    const offer = walkthrough().getByRole('button', { name: 'Get Started with MCP Elicitation' });
    await eventually(`"${title}" is in sight`, async () => {
      if ((await step(title).count()) > 0 && (await step(title).isEnabled())) return true;
      // The editor shows what there is to choose from when one comes back to it.
      if (await offer.isEnabled()) await offer.click();
      return false;
    });
    if ((await step(title).locator('.step-description-container:visible').count()) === 0) {
      await step(title).getByText(title, { exact: true }).click();
    }
    return step(title);
  }

  it('are in a walkthrough that the empty view leads to, each with its picture', async () => {
    await host.showView();
    const { page } = workbench();
    await page.locator('.part.sidebar').getByRole('button', { name: 'Get Started' }).click();
    await walkthrough().getByRole('heading', { name: 'Get Started with MCP Elicitation', level: 2 }).waitFor();
    for (const [title, shown] of [
      ['See a question', 'question'],
      ['Answer, decline or cancel', 'review'],
      ['Add a server of your own', 'servers'],
      ['Run a tool', 'result'],
      ['See what was decided', 'history'],
    ] as const) {
      await open(title);
      const picture = walkthrough().locator(`.getting-started-media img[srcset*="${shown}-"]`);
      await picture.waitFor();
      const isLoaded = () => picture.evaluate((image) => image.clientWidth > 100 && image.clientHeight > 100);
      await eventually(`the picture of "${title}" is loaded`, isLoaded);
    }
  });

  it('let the demo be tried, and are ticked off as they are taken', async () => {
    const answering = 'Answer, decline or cancel';
    await (await open('See a question')).getByRole('button', { name: 'Try the Demo' }).click();
    await workbench().choose('Change a delivery address');
    await host.asks('Demo').waitFor();
    await open(answering);
    assert.equal(await tick(answering).getAttribute('aria-checked'), 'false');
    await isTicked('See a question');
    await step(answering).getByRole('button', { name: 'Show Waiting Questions' }).click();
    await host.answer('Decline');
    await host.panel.getByText('No parcel was looked up').waitFor();
    await open(answering);
    await isTicked(answering);
  });

  it('lead to where servers are added, tools are run and decisions are seen', async () => {
    const { quickInput } = workbench();
    for (const [title, name] of [
      ['Add a server of your own', 'Add Server'],
      ['Run a tool', 'Run Tool'],
    ] as const) {
      await (await open(title)).getByRole('button', { name }).click();
      await quickInput.waitFor();
      await workbench().page.keyboard.press('Escape');
      await quickInput.waitFor({ state: 'hidden' });
      await isTicked(title);
    }
    await (await open('See what was decided')).getByRole('button', { name: 'Show History' }).click();
    await new HistoryPage(workbench).entries.first().waitFor();
    await open('See what was decided');
    await isTicked('See what was decided');
  });
});
