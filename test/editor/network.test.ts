// The editor handles the user's proxy and certificates: our requests have to use its patched network modules.
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
  /** What went through the proxy, and what through the secure server. */
  const proxied: string[] = [];
  const secured: string[] = [];
  const closing: Server[] = [];
  let plain: ChildProcess;
  let plainPort: number;
  let proxyPort: number;
  let securePort: number;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => {
    const options = { host: '127.0.0.1', port: plainPort, path, method: incoming.method, headers: incoming.headers };
    const passing = send(options, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    passing.on('error', () => outgoing.destroy());
    incoming.pipe(passing);
  };

  before(async () => {
    plain = spawn(nodePath, [inProject('test/servers/longWaitingHttp.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
    assert.ok(plain.stdout);
    const [line] = await once(createInterface({ input: plain.stdout }), 'line');
    plainPort = Number(line);

    const secure = createSecureServer(
      { key: read('server.key.pem'), cert: read('server.pem') },
      (incoming, outgoing) => {
        secured.push(String(incoming.url));
        forward(incoming, outgoing, String(incoming.url));
      },
    );
    securePort = await listen(secure);

    const proxy = createServer((incoming, outgoing) => {
      proxied.push(String(incoming.url));
      forward(incoming, outgoing, new URL(String(incoming.url)).pathname);
    });
    proxy.on('connect', (incoming, socket) => {
      proxied.push(String(incoming.url));
      const target = connect(securePort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
    });
    proxyPort = await listen(proxy);
    closing.push(secure, proxy);
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
    for (const server of closing) {
      server.close();
      server.closeAllConnections();
    }
  });

  const think = (server: string) => toolText(server, 'think', { ms: 0 });

  async function setProxy(url: string | undefined, support?: string): Promise<void> {
    const http = vscode.workspace.getConfiguration('http');
    await http.update('proxy', url, vscode.ConfigurationTarget.Global);
    await http.update('proxySupport', support, vscode.ConfigurationTarget.Global);
  }

  it('reaches no server behind the proxy while none is configured', async () => {
    await assert.rejects(think('named'), failure('ServerUnreachable'));
    assert.deepEqual(proxied, []);
  });

  for (const support of ['override', 'on', 'fallback']) {
    it(`goes through the proxy of the settings with proxySupport ${support}`, async () => {
      proxied.length = 0;
      await setProxy(`http://127.0.0.1:${proxyPort}`, support);
      assert.equal(await think('named'), '"thought"');
      assert.ok(proxied.some((url) => url.startsWith('http://plain.test') && url.endsWith('/legacy')));
      await executeOurCommand('stopServer', 'named');
    });
  }

  it('trusts the certificates that the system trusts', async () => {
    assert.equal(await think('secure'), '"thought"');
    assert.ok(secured.length > 0);
  });

  it('goes through the proxy to a server with such a certificate', async () => {
    await setProxy(`http://127.0.0.1:${proxyPort}`);
    assert.equal(await think('both'), '"thought"');
    assert.ok(proxied.includes('secure.test:443'));
  });
});
