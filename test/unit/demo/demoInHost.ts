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
  constructor(file: string, hasUrlMode = true) {
    const script = fromRoot(`src/demo/${file}`);
    this.server = this.host.server(
      nodeSpec(script),
      definitionOf('mine', { elicitation: { form: true, url: hasUrlMode } }),
    );
  }

  /** @returns the text of the result */
  async call(name: string, signal?: AbortSignal): Promise<string> {
    return textOf(await this.server.call(tool(name), { origin: 'user', ...(signal && { signal }) }));
  }

  /** Waits for the next URL request. */
  async pendingUrlRequest(): Promise<UrlRequest> {
    const request = await this.host.oldestRequest();
    if (request.mode !== 'url') {
      throw new Error('The request is no URL request.');
    }
    return request;
  }

  /** Settles the URL request that waits for the user. @returns its URL */
  async decide(action: 'accept' | 'decline' | 'cancel'): Promise<string> {
    const { url } = await this.pendingUrlRequest();
    await this.host.decide({ action });
    return url;
  }

  /** Waits for a suspended call that was retried this many times without progress. */
  async suspendedCall(attempts = 0): Promise<SuspendedCall> {
    await until(() =>
      this.host.suspendedCalls.all.some(
        (suspendedCall) => suspendedCall.attempts === attempts && !suspendedCall.retrying,
      ),
    );
    const [suspendedCall] = this.host.suspendedCalls.all;
    if (!suspendedCall) {
      throw new Error('No call is suspended.');
    }
    return suspendedCall;
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
