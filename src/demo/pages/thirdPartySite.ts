import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Permission, PermissionVerdict } from '#demo/stories/story.ts';
import { messagePageHtml, pageHeaders, permissionPageHtml } from './pageHtml.ts';

/** A page on which the user allows or denies something. */
export interface PermissionPage {
  /** Identifies the page in data that must not contain its URL. */
  readonly id: string;
  readonly url: string;
  /** The user's first choice. Later ones are ignored. */
  readonly verdict: PermissionVerdict | undefined;
  /** Resolves with the verdict, unless the page is forgotten before. */
  readonly answered: Promise<PermissionVerdict>;
}

/** The maximum number of pages, some of which may be of abandoned calls. If there are more, the oldest is forgotten. */
const maxPages = 100;
/** The maximum length of a request body, in characters. The form sends one word. */
const maxBodyLength = 100;
/** The accepted `Host` headers, with any port, because an editor's port forwarding may use another one. */
const loopbackPattern = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * A stand-in for a third party that asks the user for permissions: pages on this computer, each at an unguessable URL.
 * Listens from the first page until the process ends, and stores only the verdicts of the open pages.
 */
export class ThirdParty {
  readonly #pages = new Map<string, StoredPage>();
  #origin: Promise<string> | undefined;

  /** @throws Error with a sentence for the user if no port can be opened. */
  async open(permission: Permission): Promise<PermissionPage> {
    this.#origin ??= this.#listen();
    const page = new StoredPage(await this.#origin, permission);
    this.#pages.set(page.id, page);
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined && this.#pages.size > maxPages) {
      this.#pages.delete(oldest);
    }
    return page;
  }

  get(id: string): PermissionPage | undefined {
    return this.#pages.get(id);
  }

  /** Removes the page. A request for its URL then gets the status 404. */
  forget(id: string): void {
    this.#pages.delete(id);
  }

  async #listen(): Promise<string> {
    const server = createServer((request, response) => {
      this.#respond(request).then(
        ([status, html]) => response.writeHead(status, pageHeaders).end(html),
        () => response.destroy(),
      );
    });
    // So neither the server nor a browser's open connection keeps the process alive after its client has disconnected.
    server.unref();
    server.on('connection', (socket) => socket.unref());
    try {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    } catch (error) {
      this.#origin = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The demo could not open a page on this computer (${reason}). Nothing was done.`, {
        cause: error,
      });
    }
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async #respond(request: IncomingMessage): Promise<[status: number, html: string]> {
    const { method, url } = request;
    if (!loopbackPattern.test(request.headers.host ?? '')) {
      return [
        421,
        messagePageHtml('Not here', 'This page is shown on the computer it comes from, and under no other name.'),
      ];
    }
    const page = [...this.#pages.values()].find(({ path }) => path === url);
    if (!page) {
      return [404, messagePageHtml('Nothing is here', 'This link has been used, or it was never valid.')];
    }
    if (method === 'GET' || method === 'HEAD') {
      return [200, page.verdict ? verdictPageHtml(page.verdict) : permissionPageHtml(page.permission)];
    }
    if (method !== 'POST') {
      return [405, messagePageHtml('Not like that', 'This page can be read and answered.')];
    }
    const verdict = verdicts.get(await readBody(request));
    if (!verdict) {
      return [400, messagePageHtml('That is no answer', 'Please go back and choose Allow or Deny.')];
    }
    return [page.verdict ? 409 : 200, verdictPageHtml(page.decide(verdict))];
  }
}

const verdicts: ReadonlyMap<string, PermissionVerdict> = new Map([
  ['answer=allow', 'allowed'],
  ['answer=deny', 'denied'],
]);

class StoredPage implements PermissionPage {
  readonly id = randomUUID();
  readonly path = `/${randomBytes(32).toString('base64url')}`;
  readonly url: string;
  readonly permission: Permission;
  readonly answered: Promise<PermissionVerdict>;
  #verdict: PermissionVerdict | undefined;
  #settle: (verdict: PermissionVerdict) => void = () => undefined;

  constructor(origin: string, permission: Permission) {
    this.url = origin + this.path;
    this.permission = permission;
    this.answered = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get verdict(): PermissionVerdict | undefined {
    return this.#verdict;
  }

  /** Stores the first verdict. @returns the stored one */
  decide(verdict: PermissionVerdict): PermissionVerdict {
    this.#verdict ??= verdict;
    this.#settle(this.#verdict);
    return this.#verdict;
  }
}

function verdictPageHtml(verdict: PermissionVerdict): string {
  return messagePageHtml(
    verdict === 'allowed' ? 'Allowed' : 'Denied',
    'Elicitation demo has your answer. You can close this page and go back to your editor.',
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
    if (body.length > maxBodyLength) {
      throw new Error('The body is longer than any form of the demo.');
    }
  }
  return body;
}
