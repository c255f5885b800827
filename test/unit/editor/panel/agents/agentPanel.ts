import type { ToExtension, View } from '#bridge/messages.ts';
import { ProgramRequests } from '#core/agents/sessions/programRequests.ts';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import { Askers } from '#editor/agents/askers.ts';
import type { PanelController } from '#editor/panel/panelController.ts';
import { eventually } from '#test/eventually.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';
import { createPanelOnCore } from '#test/unit/editor/panel/panelOnCore.ts';

/** A panel that shows what agents ask, without a webview. */
export class AgentPanel {
  readonly bed = new AgentsTestBed(defaultRateLimits);
  /** What the panel shows; `undefined` before it has shown anything. */
  view: View | undefined;
  #controller: PanelController | undefined;

  get controller(): PanelController {
    if (!this.#controller) throw new Error('The panel has not started.');
    return this.#controller;
  }

  /** Must be called once, before any other function. `bed.end` ends the panel. */
  async start(): Promise<this> {
    const { bed } = this;
    await bed.start();
    const programs = new ProgramRequests({ ...bed.services, warn: () => undefined });
    const { controller } = createPanelOnCore(bed, {
      server: { calls: [], cancelCall: () => undefined },
      definition: weatherServer,
      context: {
        calls: () => bed.sessions.calls,
        servers: () => new Askers(bed.sessions, programs).limits,
        definition: () => undefined,
      },
      actions: {
        cancelCall: (id) => void bed.sessions.stopCall(id),
        answerInAgent: (id) => void bed.sessions.answerElsewhere(id),
      },
    });
    this.#controller = controller;
    for (const { onDidChange } of [bed.sessions, bed.services.rateLimiter]) {
      onDidChange(() => controller.refresh());
    }
    controller.attach((message) => {
      this.view = message.type === 'show' ? message.view : this.view;
    });
    return this;
  }

  /** Sends what a webview would send. */
  send(message: ToExtension): void {
    this.controller.receive(message);
  }

  /** Waits until a screen of this kind is shown. */
  shows(kind: View['screen']['kind']): Promise<View> {
    return eventually(`a screen of the kind ${kind}`, () => (this.view?.screen.kind === kind ? this.view : undefined));
  }
}
