import type { Scene } from './scene.ts';

const firstSteps: Scene = {
  name: 'first-steps',
  async take(session) {
    const { host, history, workbench } = session;
    const { page } = workbench;
    await session.showSideBar();
    await host.showView();
    await page.getByRole('button', { name: 'Try the Demo' }).waitFor();
    await session.takeThemes('servers-welcome', { area: page.locator('.part.sidebar'), widths: [900] });
    await page.locator('.part.sidebar').getByText('Get Started').click();
    const walkthrough = page.locator('.gettingStartedContainer');
    await walkthrough.getByRole('heading', { name: 'Get Started with MCP Elicitation', level: 2 }).waitFor();
    await session.hideSideBar();
    await session.takeThemes('walkthrough', { area: walkthrough, widths: [420, 1300] });
    await session.endAll();
    await workbench.runCommand('MCP Elicitation: Show Waiting Questions');
    await host.panel.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    await session.takeThemes('welcome');
    await session.endAll();
    await history.show();
    await session.takeThemes('history-empty');
  },
};

/** The history, after scenes that added entries to the record. */
const history: Scene = {
  name: 'history',
  async take(session) {
    const { history: historyPage, host, workbench } = session;
    // If this scene is taken alone, the record is still empty.
    for (const [tool, answer] of [
      ['change_delivery_address', 'Cancel'],
      ['every_field', 'Cancel'],
      ['connect_account', 'Decline'],
      ['enrol_patient', 'Decline'],
    ] as const) {
      await host.runTool('Demo', tool);
      await host.answer(answer);
      await host.panel.getByRole('heading', { name: /on Demo/ }).waitFor();
      await session.endAll();
    }
    await historyPage.show();
    await historyPage.entries.nth(3).waitFor();
    await session.takeThemes('history');
    await session.takeForMedia('walkthrough/history', { width: 800, height: 480 });
    await historyPage.entries.filter({ hasText: 'Declined' }).first().click();
    await historyPage.document.getByRole('region', { name: 'Details' }).getByText('Decided by').waitFor();
    await session.takeThemes('history-details', { height: 1000 });
    await historyPage.verify(/Everything is in order/);
    await session.takeThemes('history-verified', { height: 1000 });
    await workbench.page.keyboard.press('Escape');
  },
};

const servers: Scene = {
  name: 'servers',
  async take(session) {
    const { host, workbench } = session;
    await session.showSideBar();
    await host.showView();
    await host.serverItem(/^Demo, running|^Demo,.*running/).waitFor();
    const area = workbench.page.locator('.part.sidebar');
    await session.takeThemes('servers', { area, widths: [900] });
    await session.takeForMedia('walkthrough/servers', { width: 300, height: 460 }, { area, windowWidth: 900 });
    await session.hideSideBar();
  },
};

export const scenesBeforeDemo: readonly Scene[] = [firstSteps];
export const scenesAfterDemo: readonly Scene[] = [history, servers];
