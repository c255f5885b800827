import { devNull } from 'node:os';
import type { Screen, ToExtension, ToWebview, View } from '#bridge/messages.ts';
import { systemClock } from '#core/common/clock.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import type { Server } from '#core/servers/server.ts';
import type { PanelController } from '#editor/panel/panelController.ts';
import { definitionOf, tool } from '#test/host/samples.ts';
import { nodeSpec, scriptedTasks } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { InMemoryDraftFiles } from '#test/unit/core/drafts/inMemoryDraftFiles.ts';
import { createPanelOnCore } from '#test/unit/editor/panel/panelOnCore.ts';

/** The state of `test/servers/refusingHttp.ts`. */
interface ServerState {
  readonly answers: readonly unknown[];
  readonly used: readonly unknown[];
  readonly calls: number;
}

/** A panel on the real core, and a test server that refuses or loses answers. */
export class DeliveryHost {
  readonly core = createTestHost();
  readonly server: Server;
  readonly controller: PanelController;
  readonly files = new InMemoryDraftFiles(systemClock);
  readonly drafts = new Drafts({ files: this.files, clock: systemClock, onFailure: () => undefined });
  readonly posted: ToWebview[] = [];
  /** The end of each call: the text of its result, or the summary of its error. */
  readonly callEnds: string[] = [];
  readonly #port: number | undefined;
  readonly #call: CallRequest;
  #screen: Screen = { kind: 'welcome', id: 'none' };

  private constructor(spec: LaunchSpec, port?: number, call: CallRequest = tool('ask')) {
    this.#port = port;
    this.#call = call;
    const definition = definitionOf('mine', { elicitation: { form: true, url: true } });
    this.server = this.core.server(spec, definition);
    this.core.record();
    this.controller = createPanelOnCore(this.core, {
      server: this.server,
      definition,
      context: { drafts: this.drafts },
      actions: { runCall: () => this.call() },
    }).controller;
    this.server.onDidChange(() => this.controller.refresh());
    this.controller.attach((message) => {
      this.posted.push(message);
      if (message.type === 'show' && message.view.screen.kind !== 'drawn') {
        this.#screen = message.view.screen;
        const { id } = message.view.screen;
        queueMicrotask(() => this.send({ type: 'drawn', screen: id }));
      }
    });
  }

  static async http(era: 'legacy' | 'modern'): Promise<DeliveryHost> {
    const host = createTestHost();
    const { port, process: child } = await host.http(fromRoot('test/servers/refusingHttp.ts'), era);
    const spec: LaunchSpec = { type: 'http', url: `http://localhost:${port}/mcp`, headers: {}, secrets: [] };
    const deliveryHost = new DeliveryHost(spec, port);
    deliveryHost.#stop = async () => {
      child.kill('SIGKILL');
      await host.end();
    };
    return deliveryHost;
  }

  static stdio(how: 'close' | 'exit' | 'works' | 'gives' | 'odd' | 'again', era: 'legacy' | 'modern'): DeliveryHost {
    return new DeliveryHost(nodeSpec(fromRoot('test/servers/exitingStdio.ts'), [how, era]));
  }

  /** A server whose tool creates the task of `script`: see `test/servers/tasks.ts`. */
  static task(script: Readonly<Record<string, unknown>>): DeliveryHost {
    return new DeliveryHost(
      nodeSpec(scriptedTasks, ['--modern'], { env: { WIRE_FILE: devNull } }),
      undefined,
      tool('run', script),
    );
  }

  #stop = async (): Promise<void> => undefined;

  /** Runs the tool and waits for its request. */
  async callUntilRequest(): Promise<void> {
    this.call();
    await this.shows('form');
  }

  call(): void {
    this.server.call(this.#call, { origin: 'user' }).then(
      (result) => this.callEnds.push(JSON.stringify((result as { content: unknown }).content)),
      (error: Error) => this.callEnds.push(error.message),
    );
  }

  /** Sets how the test server treats the next answers: see `test/servers/refusingHttp.ts`. */
  async setTreatment(
    how: string,
    { times = 1, retryAfter }: { times?: number; retryAfter?: string } = {},
  ): Promise<void> {
    const more = retryAfter === undefined ? '' : `&retryAfter=${encodeURIComponent(retryAfter)}`;
    await this.control(`answers?how=${how}&times=${times}${more}`);
  }

  async control(word: string): Promise<void> {
    await fetch(`http://localhost:${this.#port}/control/${word}`).then((response) => response.text());
  }

  async serverState(): Promise<ServerState> {
    return (await fetch(`http://localhost:${this.#port}/control/state`)).json() as Promise<ServerState>;
  }

  /** Submits the shown form. */
  submit(text = 'Ann'): void {
    const inputs = [{ kind: 'text' as const, text, touched: true }];
    this.send({ type: 'submit', screen: this.controller.shownId, inputs });
  }

  send(message: ToExtension): void {
    this.controller.receive(message);
  }

  /** Presses a button of the shown screen. */
  press(type: 'sendAgain' | 'cancel' | 'runAgain' | 'decline'): void {
    this.send({ type, screen: this.controller.shownId });
  }

  /** Waits for a screen of this kind. @returns the screen as it was last drawn */
  async shows<K extends Screen['kind']>(kind: K, limitMs?: number): Promise<Extract<Screen, { kind: K }>> {
    await until(() => this.#screen.kind === kind && this.#screen.id === this.controller.shownId, limitMs);
    return this.#screen as Extract<Screen, { kind: K }>;
  }

  /** The states of the earlier steps of running calls in the last posted view. */
  get states(): readonly string[] {
    const screen = this.#view?.screen;
    const answered = screen && 'answered' in screen ? screen.answered : undefined;
    return (answered ?? []).flatMap(({ earlierSteps }) => earlierSteps.steps.map(({ state }) => state));
  }

  /** The texts of the notices in the last posted view. */
  get notices(): readonly string[] {
    return (this.#view?.notices ?? []).map(({ text }) => text);
  }

  get #view(): View | undefined {
    return (this.posted.findLast((message) => message.type === 'show') as { view: View } | undefined)?.view;
  }

  /** The decision and the delivery of each recorded request. */
  get recorded(): readonly string[] {
    return this.core.outcomes.map(({ decision, delivery, status }) =>
      [decision, delivery, status].filter(Boolean).join(' '),
    );
  }

  async end(): Promise<void> {
    await this.core.end();
    await this.#stop();
  }
}
