import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { language, writingDirection } from '#form/language.ts';
import type { Redirect, RedirectOptions, RedirectReceiver } from './authorizationServices.ts';

const loopbackAddress = '127.0.0.1';
/** The size of the headers of a request. Node refuses longer headers with 431. */
const maxHeaderBytes = 16 * 1024;

/**
 * Receives the browser on a port of this machine. Each redirect has an HTTP server, or two for both addresses of `localhost`.
 * One request with the right path, host and state is accepted. The servers close after this request, or when the redirect is
 * disposed of.
 * Source: RFC 8252 section 7.3.
 */
export const loopbackRedirects: RedirectReceiver = {
  async open(options: RedirectOptions): Promise<Redirect> {
    const { hostname, pathname, port } = redirectTargetFor(options);
    const servers = await listen(hostname, port, options);
    const [first] = servers;
    const uri = `http://${hostname}:${(first.address() as AddressInfo).port}${pathname}`;
    const params = new Promise<URLSearchParams>((resolve) => {
      for (const server of servers) {
        server.on('request', (request, response) => {
          const received = redirectParams(request, uri, options.state);
          respond(response, received);
          if (received) {
            resolve(received);
            close(servers);
          }
        });
      }
    });
    return {
      uri,
      params,
      dispose: () => {
        close(servers);
        for (const server of servers) {
          server.closeIdleConnections();
        }
      },
    };
  },
};

function close(servers: readonly Server[]): void {
  for (const server of servers) {
    server.close();
  }
}

interface RedirectTarget {
  readonly hostname: string;
  readonly pathname: string;
  /** 0: the system chooses a free port. */
  readonly port: number;
}

function redirectTargetFor({ registeredUri, port, hasFixedPath }: RedirectOptions): RedirectTarget {
  if (port !== undefined) {
    // The URI that users also register for other MCP clients with a setting for the port.
    return { hostname: 'localhost', pathname: '/callback', port };
  }
  const registered = registeredUri !== undefined && URL.canParse(registeredUri) ? new URL(registeredUri) : undefined;
  if (registered?.protocol === 'http:' && registered.hostname === loopbackAddress) {
    return { hostname: loopbackAddress, pathname: registered.pathname, port: Number(registered.port) };
  }
  return {
    hostname: loopbackAddress,
    pathname: hasFixedPath ? '/callback' : `/${randomBytes(16).toString('base64url')}`,
    port: 0,
  };
}

/**
 * Opens one server, or two for `localhost`: a browser may resolve `localhost` to either address, and a program that listens
 * at the other address would receive the authorization code. Source: RFC 8252 section 8.3.
 */
async function listen(
  hostname: string,
  port: number,
  { port: requiredPort }: RedirectOptions,
): Promise<readonly [Server, ...Server[]]> {
  let first: Server | undefined;
  try {
    first = await listenAt(loopbackAddress, port);
    const second = hostname === 'localhost' ? await listenAt('::1', port).catch(ignoreMissingIpv6) : undefined;
    return second ? [first, second] : [first];
  } catch (error) {
    first?.close();
    if (requiredPort === undefined && port !== 0) {
      // The port of the last sign-in is taken: with another port the URI differs, and the client registers again.
      return [await listenAt(loopbackAddress, 0)];
    }
    throw new HostError(
      {
        name: 'AuthorizationFailed',
        summary: t('Port {0} of this machine, to which the browser returns, is in use.', port),
        remedy: t(
          'End the program that uses it, or change oauth.callbackPort in the entry and the registered redirect URI.',
        ),
      },
      { cause: error },
    );
  }
}

function listenAt(host: string, port: number): Promise<Server> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes });
  return new Promise<Server>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true, ipv6Only: true }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** Ignores the error of a machine that has no IPv6 loopback address. */
function ignoreMissingIpv6(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') {
    return undefined;
  }
  throw error;
}

/** The parameters of the expected request; `undefined` for any other request. Checks the host against DNS rebinding. */
function redirectParams({ method, url = '', headers }: IncomingMessage, uri: string, state: string) {
  const expected = new URL(uri);
  const hosts = [`${loopbackAddress}:${expected.port}`, `localhost:${expected.port}`];
  const target = URL.canParse(url, uri) ? new URL(url, uri) : undefined;
  const isExpected =
    method === 'GET' &&
    hosts.includes(headers.host ?? '') &&
    target?.pathname === expected.pathname &&
    target.searchParams.get('state') === state;
  return isExpected ? target.searchParams : undefined;
}

function respond(response: ServerResponse, params: URLSearchParams | undefined): void {
  const text = !params
    ? t('Not found.')
    : params.has('error')
      ? t('You were not signed in. You can close this page and go back to the editor.')
      : t('You are back from signing in. You can close this page and go back to the editor.');
  response.writeHead(params ? 200 : 404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="${language()}" dir="${writingDirection(language())}"><meta charset="utf-8"><title>MCP Elicitation Host</title><p>${escapeHtml(text)}</p></html>`,
  );
}

/** Escapes a text, whose translation may contain any character, for HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
