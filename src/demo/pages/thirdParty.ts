import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Permission, PermissionVerdict } from '#demo/stories/story.ts';
import { headers, plainPage, questionPage } from './thirdPartyPage.ts';

/** A page on which the person allows or denies something. */
export interface PermissionPage {
  /** Names the page where nobody should learn its address. */
  readonly id: string;
  readonly url: string;
  /** What the person chose first: later choices change nothing. */
  readonly verdict: PermissionVerdict | undefined;
  /** Settles with the verdict; never, if the page is forgotten before. */
  readonly answered: Promise<PermissionVerdict>;
}

/** Calls that were given up leave pages behind, of which the oldest make room. */
const MOST_PAGES = 100;
/** In characters: the form sends one word. */
const LONGEST_BODY = 100;
/** By whichever of these names it is reached: through an editor's port forwarding, the port may be another one. */
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Plays a third party that is asked for permissions: pages on this computer, each at an address that nobody can guess.
 * The server listens from the first page on, until the process ends, and keeps nothing but the open pages' verdicts.
 */
export class ThirdParty {
  readonly #pages = new Map<string, OpenPage>();
  #origin: Promise<string> | undefined;

  /** @throws Error with a sentence for the person when this computer lets nobody listen. */
  async open(permission: Permission): Promise<PermissionPage> {
    this.#origin ??= this.#listen();
    const page = new OpenPage(await this.#origin, permission);
    this.#pages.set(page.id, page);
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined && this.#pages.size > MOST_PAGES) {
      this.#pages.delete(oldest);
    }
    return page;
  }

  get(id: string): PermissionPage | undefined {
    return this.#pages.get(id);
  }

  /** From now on nothing is at the page's address. */
  forget(id: string): void {
    this.#pages.delete(id);
  }

  async #listen(): Promise<string> {
    const server = createServer((request, response) => {
      this.#answer(request).then(
        ([status, html]) => response.writeHead(status, headers).end(html),
        () => response.destroy(),
      );
    });
    // Neither the server nor a browser's open connection keeps the process alive when its client has gone.
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

  async #answer(request: IncomingMessage): Promise<[status: number, html: string]> {
    const { method, url } = request;
    if (!LOOPBACK.test(request.headers.host ?? '')) {
      return [421, plainPage('Not here', 'This page is shown on the computer it comes from, and under no other name.')];
    }
    const page = [...this.#pages.values()].find(({ path }) => path === url);
    if (!page) {
      return [404, plainPage('Nothing is here', 'This link has been used, or it was never valid.')];
    }
    if (method === 'GET' || method === 'HEAD') {
      return [200, page.verdict ? thanks(page.verdict) : questionPage(page.permission)];
    }
    if (method !== 'POST') {
      return [405, plainPage('Not like that', 'This page can be read and answered.')];
    }
    const verdict = VERDICTS.get(await bodyOf(request));
    if (!verdict) {
      return [400, plainPage('That is no answer', 'Please go back and choose Allow or Deny.')];
    }
    return [page.verdict ? 409 : 200, thanks(page.decide(verdict))];
  }
}

const VERDICTS: ReadonlyMap<string, PermissionVerdict> = new Map([
  ['answer=allow', 'allowed'],
  ['answer=deny', 'denied'],
]);

class OpenPage implements PermissionPage {
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

  /** @returns the verdict that counts */
  decide(verdict: PermissionVerdict): PermissionVerdict {
    this.#verdict ??= verdict;
    this.#settle(this.#verdict);
    return this.#verdict;
  }
}

function thanks(verdict: PermissionVerdict): string {
  return plainPage(
    verdict === 'allowed' ? 'Allowed' : 'Denied',
    'Elicitation demo is told so. You can close this page and go back to your editor.',
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
    if (body.length > LONGEST_BODY) {
      throw new Error('No form of ours sends this much.');
    }
  }
  return body;
}
