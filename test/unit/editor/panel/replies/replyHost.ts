import type { ToExtension, ToWebview } from '#bridge/messages.ts';
import { systemClock } from '#core/common/clock.ts';
import type { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { Server } from '#core/servers/server.ts';
import type { ReviewRule } from '#editor/common/contributions.ts';
import type { PanelController } from '#editor/panel/panelController.ts';
import { definitionOf, tool } from '#test/host/samples.ts';
import { concurrentRequests, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { createPanelOnCore } from '#test/unit/editor/panel/panelOnCore.ts';

const byUser = { origin: 'user' } as const;
/** The JSON-RPC id of the server's first request. */
const firstId = 1000;

/** A panel on the real core, with a test server in a separate process. */
export class ReplyHost {
  readonly core = createTestHost();
  readonly server: Server;
  readonly controller: PanelController;
  readonly rateControl: ServerRateControl;
  readonly posted: ToWebview[] = [];
  readonly opened: string[] = [];
  readonly remembered = new RememberedAnswers({ memory: this.core.memory, clock: systemClock });
  rule: ReviewRule = 'never';
  /** Opens a page in the browser. A test replaces it. */
  openPage = (): Promise<boolean> => Promise.resolve(true);
  readonly #isModern: boolean;
  /** The number of messages that the server had received before the last call. */
  #messagesBefore = 0;
  /** The number of requests that the server had sent before the last call. */
  #requestsBefore = 0;
  #count = 0;

  constructor(era: 'legacy' | 'modern') {
    this.#isModern = era === 'modern';
    const definition = definitionOf('mine', { elicitation: { form: true, url: true } });
    const env = { WIRE_FILE: this.core.wireFile };
    this.server = this.core.server(
      nodeSpec(concurrentRequests, this.#isModern ? ['--modern'] : [], { env }),
      definition,
    );
    const { controller, rateControl } = createPanelOnCore(this.core, {
      server: this.server,
      definition,
      context: { remembered: this.remembered, reviewRule: () => this.rule },
      actions: {
        open: (url) => {
          this.opened.push(url);
          return this.openPage();
        },
      },
    });
    this.controller = controller;
    this.rateControl = rateControl;
    this.open();
  }

  /** Opens the panel, whose webview draws each posted screen. */
  open(): void {
    this.controller.attach((message) => {
      this.posted.push(message);
      if (message.type === 'show' && message.view.screen.kind !== 'drawn') {
        const { id } = message.view.screen;
        queueMicrotask(() => this.send({ type: 'drawn', screen: id }));
      }
    });
  }

  /** Calls a tool that sends these requests. Resolves once all have arrived. The end of the call is ignored. */
  async callUntilRequests(requests: readonly object[]): Promise<void> {
    this.#requestsBefore = this.server.state.kind === 'running' ? this.#requestsBefore + this.#count : 0;
    this.#count = requests.length;
    await this.server.start();
    this.#messagesBefore = this.core.receivedMessages.length;
    this.call('ask', { questions: requests });
    await until(() => this.core.inbox.pending.length === requests.length);
    await until(() => this.controller.isDrawn && this.controller.current?.request !== undefined);
  }

  call(name: string, args: Record<string, unknown> = {}): void {
    this.server.call(tool(name, args), byUser).catch(() => undefined);
  }

  send(message: ToExtension): void {
    this.controller.receive(message);
  }

  get shownId(): string {
    return this.controller.shownId;
  }

  get pending(): readonly ElicitationRequest[] {
    return this.core.inbox.pending;
  }

  /** The replies to the requests of the last `callUntilRequests`, after the server has received all earlier messages. */
  async allReplies(): Promise<unknown[]> {
    if (this.server.state.kind === 'running') {
      await new Promise((resolve) => setImmediate(resolve));
      await this.server.call(tool('nothing'), byUser);
    }
    return this.repliesSoFar;
  }

  /** The replies that the server has received: `[id, reply]` with ids from 0, or the `inputResponses` of a round. */
  get repliesSoFar(): unknown[] {
    const messages = this.core.receivedMessages.slice(this.#messagesBefore);
    if (this.#isModern) {
      return messages.flatMap(({ params }) => (params?.['inputResponses'] ? [params['inputResponses']] : []));
    }
    const replies = messages.filter(({ method }) => method === undefined);
    return replies.map(({ id, result, error }) => [Number(id) - firstId - this.#requestsBefore, result ?? error]);
  }

  /** Cancels the running calls, and waits for their end. */
  async clear(): Promise<void> {
    for (const { id } of this.server.calls) {
      this.server.cancelCall(id);
    }
    await until(() => this.server.calls.length === 0);
  }

  end(): Promise<void> {
    return this.core.end();
  }
}
