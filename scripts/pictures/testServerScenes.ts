import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import type { EditorOptions } from '#test/workbench/harness/editor.ts';
import { emptyFolder } from './pictureSession.ts';
import type { Scene } from './scene.ts';

const serverFolder = join(root, '.cache/pictures/servers');
const signalFile = join(serverFolder, 'go');

/** The URLs that the tools of `test/servers/pageTools.ts` ask the user to open, by tool. */
const urlsByTool = {
  openCalm: ['https://accounts.shop.example/connect?session=5f0c2d7e&return=%2Fdone'],
  openPlain: ['http://192.0.2.7:8080/sign-in?from=editor'],
  openLookAlike: ['https://www.xn--pypal-4ve.com/signin?continue=%2Fwallet'],
};

/** A workspace with a server that needs an agreement, and user settings with four test servers. */
export async function testServerWorkspace(): Promise<EditorOptions> {
  await emptyFolder(serverFolder);
  const env = { HEARD_FILE: join(serverFolder, 'heard'), GO_FILE: signalFile, PAGES: JSON.stringify(urlsByTool) };
  const server = (name: string) => ({
    command: process.execPath,
    args: [join(root, `test/servers/${name}.ts`)],
    env,
  });
  const workspaceServers = {
    bookings: {
      command: 'npx',
      args: ['-y', 'bookings-server', '--verbose', '--data', './bookings.db'],
      env: { BOOKINGS_URL: 'https://bookings.example/api', BOOKINGS_COLOR: 'blue' },
    },
  };
  return {
    settings: {
      'mcpElicitation.servers': {
        shop: server('pageTools'),
        accounts: server('secretForms'),
        travel: server('travel'),
        asker: server('elicitingTools'),
      },
    },
    files: { '.vscode/settings.json': JSON.stringify({ 'mcpElicitation.servers': workspaceServers }) },
  };
}

const urls: Scene = {
  name: 'url',
  async take(session) {
    const { host, workbench } = session;
    for (const [tool, name] of [
      ['openPlain', 'url-warning'],
      ['openLookAlike', 'url-severe'],
      ['openCalm', 'url-calm'],
    ] as const) {
      await host.runTool('shop', tool);
      await host.enabledButton('Open in Browser').waitFor();
      await session.takeThemes(name);
      if (tool === 'openLookAlike') {
        // The first press shows the confirmation.
        await host.answer('Open in Browser');
        await host.panel.getByRole('checkbox').waitFor();
        await host.enabledButton('Open in Browser').waitFor();
        await session.takeThemes('url-confirmation');
      }
      if (tool !== 'openCalm') {
        await host.answer('Cancel');
        await host.enabledButton('Run Again').waitFor();
        await session.endAll();
      }
    }
    // The request of `openCalm` is still open.
    await workbench.page
      .context()
      .route('https://accounts.shop.example/**', (route) => route.fulfill({ body: 'Hello' }));
    await host.answer('Open in Browser');
    const opening = workbench.page.context().waitForEvent('page');
    await workbench.dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await (await opening).close();
    await host.panel.getByRole('list', { name: 'Calls that wait for you' }).waitFor();
    await session.takeThemes('url-opened');
  },
};

const secrets: Scene = {
  name: 'secrets',
  async take(session) {
    const { host } = session;
    await host.runTool('accounts', 'connect');
    await host.field('Account').fill('ada');
    await host.field('API key').fill('open sesame');
    await host.waitUntilReady();
    await session.takeThemes('secrets');
    await host.openReview();
    await host.enabledButton('Submit').waitFor();
    await session.takeThemes('secrets-review');
    await host.enabledButton('Submit').click();
    await host.panel.getByText(/^Send .* to accounts anyway/).waitFor();
    await host.enabledButton('Submit').waitFor();
    await session.takeThemes('secrets-confirmation');
  },
};

const longChoices: Scene = {
  name: 'lists',
  async take(session) {
    const { host } = session;
    await host.runTool('travel', 'plan_journey');
    await host.waitUntilReady();
    await session.takeThemes('lists', { height: 1000 });
    const from = host.field('From');
    await session.takeThemes('list-one', {
      height: 1000,
      async afterResize() {
        await from.fill('');
        await from.focus();
        await from.press('ArrowDown');
        await from.press('ArrowDown');
      },
    });
    await from.fill('Vienna');
    await from.press('Enter');
    await host.panel.getByPlaceholder('Type to search, Enter to choose').fill('seat');
    await session.takeThemes('list-several', { height: 1000 });
    await host.answer('Submit');
    await host.panel.locator('.info-line').getByText('The server asked the same question again').waitFor();
    await host.waitUntilReady();
    await session.takeThemes('asked-again', { height: 1000 });
  },
};

const argumentsAndResults: Scene = {
  name: 'calls',
  async take(session) {
    const { host } = session;
    await host.runTool('travel', 'book_seats');
    const travellers = host.field('travellers');
    await travellers.fill('[{ "name": "Ada" "age": 36 }]');
    await host.enabledButton('Run').click();
    await host.panel.getByText(/^Line 1: /).waitFor();
    await session.takeThemes('arguments-box-mistake');
    await travellers.fill('[{ "name": "Ada", "age": 36 }]');
    await session.takeThemes('arguments-box');
    await host.enabledButton('Run').click();
    await host.enabledButton('Run Again').waitFor();
    await session.takeThemes('result-failed');
    await session.endAll();
    await host.runTool('travel', 'compare_prices');
    await host.panel.getByText('Asking the railway of Austria').waitFor();
    await session.takeThemes('running');
  },
};

const serverExit: Scene = {
  name: 'server-exit',
  async take(session) {
    const { host } = session;
    await host.runTool('asker', 'crash');
    await host.field('last words').fill('unfinished');
    await writeFile(`${signalFile}.crash`, '');
    await host.panel
      .getByText(/exit code 7/)
      .first()
      .waitFor();
    await session.takeThemes('server-exit');
  },
};

const rateLimit: Scene = {
  name: 'rate-limit',
  async take(session) {
    const { host } = session;
    await host.runTool('asker', 'flood');
    await host.panel
      .getByRole('list', { name: 'Servers that ask too often' })
      .getByText(/9 were held back/)
      .waitFor();
    await host.waitUntilReady();
    await session.takeThemes('rate-limit');
    await host.enabledButton('Mute').click();
    await host.enabledButton('Unmute').waitFor();
    await session.takeThemes('rate-limit-muted');
    await host.enabledButton('Unmute').click();
    await host.enabledButton('Stop').click();
    // The requests of the stopped call are gone.
    await host.button('Cancel').waitFor({ state: 'detached' });
  },
};

const agreement: Scene = {
  name: 'agreement',
  async take(session) {
    const { host, workbench } = session;
    await workbench.runCommand('MCP Elicitation: Start Server');
    await workbench.choose('bookings');
    await host.enabledButton('Allow and Start').waitFor();
    await session.takeThemes('agreement');
    await host.enabledButton("Don't Allow").click();
  },
};

const serversView: Scene = {
  name: 'servers-many',
  async take(session) {
    const { host, workbench } = session;
    await session.showSideBar();
    await host.showView();
    await host.serverItem(/^travel/).waitFor();
    await session.takeThemes('servers-many', { area: workbench.page.locator('.part.sidebar'), widths: [900] });
    await session.hideSideBar();
  },
};

export const testServerScenes: readonly Scene[] = [
  urls,
  secrets,
  longChoices,
  argumentsAndResults,
  serverExit,
  rateLimit,
  agreement,
  serversView,
];
