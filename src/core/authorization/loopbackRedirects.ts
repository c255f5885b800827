import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { language, writingDirection } from '#form/language.ts';
import type { Redirect, RedirectOptions, RedirectReceiver } from './authorizationServices.ts';

const address = '127.0.0.1';
/** In bytes. Node refuses longer headers with 431. */
const maxHeaderBytes = 16 * 1024;

/**
 * Receives the browser on a port of this machine. Each redirect has its own HTTP server, or one at each address of
 * `localhost`. It accepts one request, with the right path, host and state, and closes with the redirect.
 * Source: RFC 8252 section 7.3.
 */
export const loopbackRedirects: RedirectReceiver = {
  async open(wish: RedirectOptions): Promise<Redirect> {
    const { hostname, pathname, port } = redirectAddressFor(wish);
    const servers = await listen(hostname, port, wish);
    const [first] = servers;
    const uri = `http://${hostname}:${(first.address() as AddressInfo).port}${pathname}`;
    const answer = new Promise<URLSearchParams>((resolve) => {
      for (const server of servers) {
        server.on('request', (request, response) => {
          const params = paramsOf(request, uri, wish.state);
          respond(response, params);
          if (params) {
            resolve(params);
            close(servers);
          }
        });
      }
    });
    return {
      uri,
      answer,
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

interface RedirectAddress {
  readonly hostname: string;
  readonly pathname: string;
  /** 0: the system chooses a free port. */
  readonly port: number;
}

function redirectAddressFor({ registeredUri: known, port, fixedPath: plain }: RedirectOptions): RedirectAddress {
  if (port !== undefined) {
    // The URI that other applications with this setting have users register.
    return { hostname: 'localhost', pathname: '/callback', port };
  }
  const before = known !== undefined && URL.canParse(known) ? new URL(known) : undefined;
  if (before?.protocol === 'http:' && before.hostname === address) {
    return { hostname: address, pathname: before.pathname, port: Number(before.port) };
  }
  return { hostname: address, pathname: plain ? '/callback' : `/${randomBytes(16).toString('base64url')}`, port: 0 };
}

/**
 * Opens one server, or two for `localhost`: a browser may resolve that to either address, and another program at the
 * other address would receive the answer. Source: RFC 8252 section 8.3.
 */
async function listen(
  hostname: string,
  port: number,
  { port: wished }: RedirectOptions,
): Promise<readonly [Server, ...Server[]]> {
  let first: Server | undefined;
  try {
    first = await listenAt(address, port);
    const other = hostname === 'localhost' ? await listenAt('::1', port).catch(unlessWithoutIpv6) : undefined;
    return other ? [first, other] : [first];
  } catch (error) {
    first?.close();
    if (wished === undefined && port !== 0) {
      // The port of the last sign-in is taken. The URI is then another one, and the client registers anew.
      return [await listenAt(address, 0)];
    }
    throw new HostError(
      {
        name: 'AuthorizationFailed',
        summary: t('Port {0} of this machine, where the browser would come back to, is taken.', port),
        remedy: t('End the program that uses it, or change oauth.callbackPort in the entry and what is registered.'),
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
function unlessWithoutIpv6(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') {
    return undefined;
  }
  throw error;
}

/** The parameters of the expected request; `undefined` for any other. The host is checked too, against DNS rebinding. */
function paramsOf({ method, url = '', headers }: IncomingMessage, uri: string, state: string) {
  const expected = new URL(uri);
  const hosts = [`${address}:${expected.port}`, `localhost:${expected.port}`];
  const target = URL.canParse(url, uri) ? new URL(url, uri) : undefined;
  const isOurs =
    method === 'GET' &&
    hosts.includes(headers.host ?? '') &&
    target?.pathname === expected.pathname &&
    target.searchParams.get('state') === state;
  return isOurs ? target.searchParams : undefined;
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
    `<!doctype html><html lang="${language()}" dir="${writingDirection(language())}"><meta charset="utf-8"><title>MCP Elicitation Host</title><p>${escaped(text)}</p></html>`,
  );
}

/** Translations may contain any character. */
function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
