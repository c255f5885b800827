import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { UrlRequest } from '#core/model/elicitationRequest.ts';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

/** One of the demo servers in the host, with what the user does about its pages. */
export class DemoInHost {
  readonly host = createTestHost();
  readonly server: Server;

  /** `file`: of `src/demo`. */
  constructor(file: string, url = true) {
    const script = fromRoot(`src/demo/${file}`);
    this.server = this.host.server(nodeSpec(script), definitionOf('mine', { elicitation: { form: true, url } }));
  }

  /** @returns the text of the result */
  async call(name: string, signal?: AbortSignal): Promise<string> {
    return textOf(await this.server.call(tool(name), { origin: 'person', ...(signal && { signal }) }));
  }

  /** The request in URL mode that waits for the user. */
  async asked(): Promise<UrlRequest> {
    const question = await this.host.oldestRequest();
    if (question.mode !== 'url') {
      throw new Error('not a page');
    }
    return question;
  }

  /** Answers the question for a page. @returns its address */
  async decide(action: 'accept' | 'decline' | 'cancel'): Promise<string> {
    const { url } = await this.asked();
    await this.host.decide({ action });
    return url;
  }

  /** The card of the call that waits for pages, once the server was asked this often in vain. */
  async held(attempts = 0): Promise<SuspendedCall> {
    await until(() => this.host.suspendedCalls.all.some((hold) => hold.attempts === attempts && !hold.retrying));
    const [hold] = this.host.suspendedCalls.all;
    if (!hold) {
      throw new Error('not held');
    }
    return hold;
  }

  /** Says that the pages are done, where the host cannot know. */
  goOn(): void {
    for (const { id, resends } of this.host.suspendedCalls.all) {
      if (resends) {
        this.host.suspendedCalls.continue(id);
      }
    }
  }
}
