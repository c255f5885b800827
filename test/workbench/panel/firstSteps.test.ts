import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('the steps of the walkthrough', function () {
  this.timeout(120_000);
  // The editor shows the picture of a step only in a wide window.
  const workbench = useWorkbench({ viewport: { width: 1600, height: 900 } });
  const host = new ExtensionUi(workbench);

  const walkthrough = () => workbench().page.locator('.gettingStartedContainer');
  const step = (title: string) => walkthrough().locator('.getting-started-step').filter({ hasText: title });
  const checkbox = (title: string) => step(title).getByRole('checkbox').first();
  const waitForTick = (title: string) =>
    eventually(`"${title}" is ticked off`, async () => (await checkbox(title).getAttribute('aria-checked')) === 'true');

  /** Opens a step of the walkthrough if it is not open. */
  async function openStep(title: string): Promise<Locator> {
    await workbench()
      .tabs.filter({ hasText: /Welcome|Walkthrough/ })
      .click();
    const walkthroughButton = walkthrough().getByRole('button', { name: 'Get Started with MCP Elicitation' });
    await eventually(`"${title}" is visible`, async () => {
      if ((await step(title).count()) > 0 && (await step(title).isEnabled())) return true;
      // The welcome page may show its list of walkthroughs in place of the steps.
      if (await walkthroughButton.isEnabled()) await walkthroughButton.click();
      return false;
    });
    if ((await step(title).locator('.step-description-container:visible').count()) === 0) {
      await step(title).getByText(title, { exact: true }).click();
    }
    return step(title);
  }

  it('can be opened from the empty view, each with its picture', async () => {
    await host.showView();
    const { page } = workbench();
    await page.locator('.part.sidebar').getByRole('button', { name: 'Get Started' }).click();
    await walkthrough().getByRole('heading', { name: 'Get Started with MCP Elicitation', level: 2 }).waitFor();
    for (const [title, pictureName] of [
      ['See a question', 'question'],
      ['Answer, decline or cancel', 'review'],
      ['Add a server of your own', 'servers'],
      ['Run a tool', 'result'],
      ['See what was decided', 'history'],
    ] as const) {
      await openStep(title);
      const picture = walkthrough().locator(`.getting-started-media img[srcset*="${pictureName}-"]`);
      await picture.waitFor();
      const isLoaded = () => picture.evaluate((image) => image.clientWidth > 100 && image.clientHeight > 100);
      await eventually(`the picture of "${title}" is loaded`, isLoaded);
    }
  });

  it('can be opened from the tab of the panel, and there with the key ?', async () => {
    const { page } = workbench();
    const walkthroughTab = workbench().tabs.filter({ hasText: /Welcome|Walkthrough/ });
    await workbench().closeAllEditors();
    await workbench().runCommand('MCP Elicitation: Show Waiting Questions');
    await page.locator('.editor-actions').getByRole('button', { name: 'Open Walkthrough' }).click();
    await walkthroughTab.waitFor();
    await workbench().runCommand('View: Close Editor');
    await walkthroughTab.waitFor({ state: 'detached' });
    await host.button('Try the Demo').press('?');
    await walkthroughTab.waitFor();
    await walkthrough().getByRole('heading', { name: 'Get Started with MCP Elicitation', level: 2 }).waitFor();
  });

  it('start the demo, and each gets a tick only when the user has done it', async () => {
    const answerStep = 'Answer, decline or cancel';
    await (await openStep('See a question')).getByRole('button', { name: 'Try the Demo' }).click();
    await workbench().choose('Change a delivery address');
    await host.requestRegion('Demo').waitFor();
    await openStep(answerStep);
    assert.equal(await checkbox(answerStep).getAttribute('aria-checked'), 'false');
    await waitForTick('See a question');
    await step(answerStep).getByRole('button', { name: 'Show Waiting Questions' }).click();
    await host.answer('Decline');
    await host.panel.getByText('No parcel was looked up').waitFor();
    await openStep(answerStep);
    await waitForTick(answerStep);
  });

  it('open the lists for adding a server and running a tool, and the history', async () => {
    const { quickInput } = workbench();
    for (const [title, name] of [
      ['Add a server of your own', 'Add Server'],
      ['Run a tool', 'Run Tool'],
    ] as const) {
      await (await openStep(title)).getByRole('button', { name }).click();
      await quickInput.waitFor();
      await workbench().page.keyboard.press('Escape');
      await quickInput.waitFor({ state: 'hidden' });
      await waitForTick(title);
    }
    await (await openStep('See what was decided')).getByRole('button', { name: 'Show History' }).click();
    await new HistoryPage(workbench).entries.first().waitFor();
    await openStep('See what was decided');
    await waitForTick('See what was decided');
  });
});
