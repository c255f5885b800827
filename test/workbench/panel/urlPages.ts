import { appendFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

/** A path with unusual but valid escapes, to test that a URL is opened exactly as the server wrote it. */
export const unusualPath = '/in%2Fout?to=a%2Bb+c&list=[1]&q=%c3%a9&hash=%23x&rate=5%25&lower=%2f#part%20%23';

/** Starts a web site to which the browser resolves every `.example` name, and test servers that request to open its pages. */
export function useUrlPages() {
  let site: Server;
  /** The paths of the HTTP requests that the site received, as they were on the wire, and the number of its connections. */
  let visited: string[];
  let connections: number;
  /** The host names and ports to which the browser sent HTTP requests. */
  let contactedHosts: Set<string>;

  const { workbench, host, asker } = useRecordingServers(async (asker) => {
    site = createServer((request, response) => {
      if (request.url !== '/favicon.ico') {
        visited.push(String(request.url));
      }
      response.setHeader('content-type', 'text/html').end('<title>Welcome</title>Welcome');
    });
    site.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const pages = {
      open: [`http://sign-in.example${unusualPath}`],
      openHere: [`http://127.0.0.1:${port}/here`],
      openLocalhost: [`http://localhost:${port}${unusualPath}`],
      openLoopback: [`http://127.0.0.1:${port}${unusualPath}`],
      openHarmless: ['https://accounts.shop.example/connect?session=5f0c2d7e&return=%2Fdone'],
      openLookAlike: ['https://www.xn--pypal-4ve.com/signin?continue=%2Fwallet'],
      openDangerous: ['http://github.com@sign-in.example/dangerous'],
      openLying: ['http://sign-in.example/lying'],
      openScript: ['javascript:alert(1)'],
      formWithAddress: ['http://sign-in.example/form'],
      needThree: ['pay', 'sign', 'send'].map((name) => `http://${name}.example/${name}`),
      needLying: ['http://sign-in.example/lying'],
    };
    return {
      settings: {
        // On a fast machine the tests exceed the default limit.
        'mcpElicitation.rateLimit.requestsPerMinute': 1000,
        'mcpElicitation.servers': {
          shop: asker.entryOf('pageTools.ts', { PAGES: JSON.stringify(pages) }),
          modern: asker.entryOf('modernPageTool.ts', { PAGE: 'http://sign-in.example/modern' }),
        },
      },
      browserArguments: [`--host-resolver-rules=MAP *.example 127.0.0.1:${port}`],
    };
  });

  before(() => {
    contactedHosts = new Set();
    workbench()
      .page.context()
      .on('request', (request) => contactedHosts.add(new URL(request.url()).host));
  });

  beforeEach(async () => {
    visited = [];
    connections = 0;
    await removeGoFiles();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      // Closes the requests and cards that the failed test left open.
      await workbench().reload();
    }
  });

  after(() => site?.close());

  const requestRegion = () => host.panel.getByRole('region', { name: 'asks you to open a web page' });
  const doneText = (tool: string) => host.panel.getByText(`${tool} is done`, { exact: true });
  const endCall = () => asker.createGoFile('.end');
  const reportComplete = (...ids: string[]) => appendFile(asker.goFile, ids.map((id) => `${id}\n`).join(''));
  /** Removes the files by which pages are reported complete and calls are ended. */
  const removeGoFiles = () =>
    Promise.all([asker.goFile, `${asker.goFile}.end`].map((file) => rm(file, { force: true })));
  const card = () => host.panel.getByRole('list', { name: 'Calls that wait for you' });

  /** Confirms the editor's dialog, waits for the page, and closes it. @returns the URL of the page */
  async function confirmOpening(): Promise<string> {
    const page = workbench().page.context().waitForEvent('page');
    await workbench().dialog.getByRole('button', { name: 'Open', exact: true }).click();
    return closeAndGetUrl(await page);
  }

  /** Waits until a page has loaded, and closes it. @returns the URL of the page */
  async function closeAndGetUrl(page: Page): Promise<string> {
    await page.waitForLoadState();
    const url = page.url();
    await page.close();
    return url;
  }

  /** Answers the request with Open in Browser, and confirms the editor's dialog. @returns the URL of the opened page */
  async function openInBrowser(): Promise<string> {
    await host.answer('Open in Browser');
    return confirmOpening();
  }

  /** Waits until the URL request accepts input. */
  async function waitForRequest(): Promise<void> {
    await requestRegion().waitFor();
    await host.enabledButton('Open in Browser').waitFor();
  }

  return {
    workbench,
    host,
    asker,
    requestRegion,
    doneText,
    endCall,
    reportComplete,
    removeGoFiles,
    card,
    confirmOpening,
    closeAndGetUrl,
    openInBrowser,
    waitForRequest,
    visitedPaths: () => visited,
    connectionCount: () => connections,
    contactedHosts: () => contactedHosts,
  };
}
