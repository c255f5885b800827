// The editor applies the user's proxy and certificates by patched network modules, which HTTP connections have to use.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { configure, executeOurCommand, failure, inProject, nodePath, toolText } from './support.ts';

const read = (name: string) => readFileSync(inProject(`test/servers/certificates/${name}`));

async function listen<T extends Server>(server: T): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('an HTTP connection', () => {
  /** The URLs of the HTTP requests to the proxy, and to the secure server. */
  const proxyUrls: string[] = [];
  const secureUrls: string[] = [];
  const servers: Server[] = [];
  let plain: ChildProcess;
  let plainPort: number;
  let proxyPort: number;
  let securePort: number;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => {
    const options = { host: '127.0.0.1', port: plainPort, path, method: incoming.method, headers: incoming.headers };
    const forwarded = send(options, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  };

  before(async () => {
    plain = spawn(nodePath, [inProject('test/servers/longWaitingHttp.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
    assert.ok(plain.stdout);
    const [line] = await once(createInterface({ input: plain.stdout }), 'line');
    plainPort = Number(line);

    const secure = createSecureServer(
      { key: read('server.key.pem'), cert: read('server.pem') },
      (incoming, outgoing) => {
        secureUrls.push(String(incoming.url));
        forward(incoming, outgoing, String(incoming.url));
      },
    );
    securePort = await listen(secure);

    const proxy = createServer((incoming, outgoing) => {
      proxyUrls.push(String(incoming.url));
      forward(incoming, outgoing, new URL(String(incoming.url)).pathname);
    });
    proxy.on('connect', (incoming, socket) => {
      proxyUrls.push(String(incoming.url));
      const target = connect(securePort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
    });
    proxyPort = await listen(proxy);
    servers.push(secure, proxy);
    await configure({
      named: { type: 'http', url: 'http://plain.test/legacy' },
      secure: { type: 'http', url: `https://localhost:${securePort}/legacy` },
      both: { type: 'http', url: 'https://secure.test/legacy' },
    });
  });

  after(async () => {
    await setProxy(undefined);
    await configure({});
    plain.stdin?.end();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });

  const callThink = (server: string) => toolText(server, 'think', { ms: 0 });

  async function setProxy(url: string | undefined, support?: string): Promise<void> {
    const http = vscode.workspace.getConfiguration('http');
    await http.update('proxy', url, vscode.ConfigurationTarget.Global);
    await http.update('proxySupport', support, vscode.ConfigurationTarget.Global);
  }

  it('reaches no server behind a proxy while no proxy is configured', async () => {
    await assert.rejects(callThink('named'), failure('ServerUnreachable'));
    assert.deepEqual(proxyUrls, []);
  });

  for (const support of ['override', 'on', 'fallback']) {
    it(`goes through the proxy of the settings with proxySupport ${support}`, async () => {
      proxyUrls.length = 0;
      await setProxy(`http://127.0.0.1:${proxyPort}`, support);
      assert.equal(await callThink('named'), '"thought"');
      assert.ok(proxyUrls.some((url) => url.startsWith('http://plain.test') && url.endsWith('/legacy')));
      await executeOurCommand('stopServer', 'named');
    });
  }

  // Only Linux takes what the system trusts from a file that a variable names: see `testCertificateEnvironment`.
  if (process.platform === 'linux') {
    it('trusts a certificate that the system trusts', async () => {
      assert.equal(await callThink('secure'), '"thought"');
      assert.ok(secureUrls.length > 0);
    });

    it('goes through the proxy to a server with a certificate that the system trusts', async () => {
      await setProxy(`http://127.0.0.1:${proxyPort}`);
      assert.equal(await callThink('both'), '"thought"');
      assert.ok(proxyUrls.includes('secure.test:443'));
    });
  }
});
