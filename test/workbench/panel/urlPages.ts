import { appendFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

/** Unusual but valid escapes: the address has to be opened exactly as it is written. */
export const unusualPath = '/in%2Fout?to=a%2Bb+c&list=[1]&q=%c3%a9&hash=%23x&rate=5%25&lower=%2f#part%20%23';

/** A site that the browser finds under every name that ends in `.example`, and servers that ask for its pages. */
export function useUrlPages() {
  let site: Server;
  /** The requested paths, as they were on the wire, and the number of connections. */
  let visited: string[];
  let connections: number;
  /** The hosts that the browser sent requests to. */
  let asked: Set<string>;

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
        // A fast machine comes to more than the usual limit.
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
    asked = new Set();
    workbench()
      .page.context()
      .on('request', (request) => asked.add(new URL(request.url()).host));
  });

  beforeEach(async () => {
    visited = [];
    connections = 0;
    await stay();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      // The next test must not see what this one left.
      await workbench().reload();
    }
  });

  after(() => site?.close());

  const asks = () => host.panel.getByRole('heading', { name: 'asks you to open a web page' });
  const done = (tool: string) => host.panel.getByText(`${tool} is done`, { exact: true });
  const end = () => asker.go('.end');
  const complete = (...ids: string[]) => appendFile(asker.goFile, ids.map((id) => `${id}\n`).join(''));
  /** Reports no page as complete, and ends no call. */
  const stay = () => Promise.all([asker.goFile, `${asker.goFile}.end`].map((file) => rm(file, { force: true })));
  const card = () => host.panel.getByRole('list', { name: 'Calls that wait for you' });

  /** Accepts the editor's dialog, waits for the page, and closes it. @returns its address */
  async function letOpen(): Promise<string> {
    const opening = workbench().page.context().waitForEvent('page');
    await workbench().dialog.getByRole('button', { name: 'Open', exact: true }).click();
    return addressIn(await opening);
  }

  /** The address of a page after it has loaded. Closes the page. */
  async function addressIn(page: Page): Promise<string> {
    await page.waitForLoadState();
    const address = page.url();
    await page.close();
    return address;
  }

  async function agree(): Promise<string> {
    await host.answer('Open in Browser');
    return letOpen();
  }

  /** Waits until the request for a page takes input. */
  async function ready(): Promise<void> {
    await asks().waitFor();
    await host.enabledButton('Open in Browser').waitFor();
  }

  return {
    workbench,
    host,
    asker,
    asks,
    done,
    end,
    complete,
    stay,
    card,
    letOpen,
    addressIn,
    agree,
    ready,
    visitedPaths: () => visited,
    connectionCount: () => connections,
    contactedHosts: () => asked,
  };
}
