import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { UrlRequest } from '#core/model/elicitationRequest.ts';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

/** A demo server in a test host, with the user's actions on its pages. */
export class DemoInHost {
  readonly host = createTestHost();
  readonly server: Server;

  /** `file`: the server's file in `src/demo`. */
  constructor(file: string, url = true) {
    const script = fromRoot(`src/demo/${file}`);
    this.server = this.host.server(nodeSpec(script), definitionOf('mine', { elicitation: { form: true, url } }));
  }

  /** @returns the text of the result */
  async call(name: string, signal?: AbortSignal): Promise<string> {
    return textOf(await this.server.call(tool(name), { origin: 'person', ...(signal && { signal }) }));
  }

  /** The URL request that waits for the user. */
  async pendingUrlRequest(): Promise<UrlRequest> {
    const question = await this.host.oldestRequest();
    if (question.mode !== 'url') {
      throw new Error('not a page');
    }
    return question;
  }

  /** Settles the URL request that waits for the user. @returns its URL */
  async decide(action: 'accept' | 'decline' | 'cancel'): Promise<string> {
    const { url } = await this.pendingUrlRequest();
    await this.host.decide({ action });
    return url;
  }

  /** The suspended call, once it was retried this many times without progress. */
  async suspendedCall(attempts = 0): Promise<SuspendedCall> {
    await until(() => this.host.suspendedCalls.all.some((hold) => hold.attempts === attempts && !hold.retrying));
    const [hold] = this.host.suspendedCalls.all;
    if (!hold) {
      throw new Error('not held');
    }
    return hold;
  }

  /** Continues the suspended calls after the user has finished their pages, which the host cannot detect. */
  continueCalls(): void {
    for (const { id, resends } of this.host.suspendedCalls.all) {
      if (resends) {
        this.host.suspendedCalls.continue(id);
      }
    }
  }
}
