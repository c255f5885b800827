import type { Scene } from './scene.ts';

const firstSteps: Scene = {
  name: 'first-steps',
  async take(studio) {
    const { host, history, workbench } = studio;
    const { page } = workbench;
    await studio.sideBar(true);
    await host.showView();
    await page.getByRole('button', { name: 'Try the Demo' }).waitFor();
    await studio.picture('servers-welcome', { area: page.locator('.part.sidebar'), widths: [900] });
    await page.locator('.part.sidebar').getByText('Get Started').click();
    const walkthrough = page.locator('.gettingStartedContainer');
    await walkthrough.getByRole('heading', { name: 'Get Started with MCP Elicitation', level: 2 }).waitFor();
    await studio.sideBar(false);
    await studio.picture('walkthrough', { area: walkthrough, widths: [420, 1300] });
    await studio.clear();
    await workbench.runCommand('MCP Elicitation: Show Waiting Questions');
    await host.panel.getByRole('heading', { name: 'No question waits' }).waitFor();
    await studio.picture('welcome');
    await studio.clear();
    await history.show();
    await studio.picture('history-empty');
  },
};

/** After scenes in which something was decided. */
const history: Scene = {
  name: 'history',
  async take(studio) {
    const { history: shown, host, workbench } = studio;
    // Whoever takes this scene alone has decided nothing yet.
    for (const [tool, answer] of [
      ['change_delivery_address', 'Cancel'],
      ['every_field', 'Cancel'],
      ['connect_account', 'Decline'],
      ['enrol_patient', 'Decline'],
    ] as const) {
      await host.runTool('Demo', tool);
      await host.answer(answer);
      await host.panel.getByRole('heading', { name: /on Demo/ }).waitFor();
      await studio.clear();
    }
    await shown.show();
    await shown.entries.nth(3).waitFor();
    await studio.picture('history');
    await studio.media('walkthrough/history', { width: 800, height: 480 });
    await shown.entries.filter({ hasText: 'Declined' }).first().click();
    await shown.document.getByRole('region', { name: 'Details' }).getByText('Decided by').waitFor();
    await studio.picture('history-details', { height: 1000 });
    await shown.verify(/Everything is in order/);
    await studio.picture('history-verified', { height: 1000 });
    await workbench.page.keyboard.press('Escape');
  },
};

const servers: Scene = {
  name: 'servers',
  async take(studio) {
    const { host, workbench } = studio;
    await studio.sideBar(true);
    await host.showView();
    await host.item(/^Demo, running|^Demo,.*running/).waitFor();
    const area = workbench.page.locator('.part.sidebar');
    await studio.picture('servers', { area, widths: [900] });
    await studio.media('walkthrough/servers', { width: 300, height: 460 }, area);
    await studio.sideBar(false);
  },
};

export const scenesBeforeDemo: readonly Scene[] = [firstSteps];
export const scenesAfterDemo: readonly Scene[] = [history, servers];
