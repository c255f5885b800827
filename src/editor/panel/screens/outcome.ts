import type { Past, Screen } from '../../../bridge/messages.ts';
import type { OutcomeRequest } from '../surface.ts';
import { labelOf, type ScreenMessage, type StageScreen } from './screen.ts';

/** What a person can do with a result. */
export interface OutcomeActions {
  copy(text: string): void;
  readResource(serverId: string, uri: string): void;
  close(): void;
}

/** How a call came out. Nobody waits here: a question may take its place. */
export class OutcomeScreen implements StageScreen {
  readonly waits = false;
  readonly holdsUp = false;
  readonly id: string;
  readonly #request: OutcomeRequest;
  readonly #past: Past | undefined;
  readonly #actions: OutcomeActions;

  /** `past`: what the call has asked. */
  constructor(id: string, request: OutcomeRequest, past: Past | undefined, actions: OutcomeActions) {
    this.id = id;
    this.#request = request;
    this.#past = past;
    this.#actions = actions;
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  draw(quietFor: number): Screen {
    const { definition, target, outcome } = this.#request;
    return { kind: 'result', id: this.id, server: labelOf(definition), target, outcome, past: this.#past, quietFor };
  }

  receive(message: ScreenMessage): void {
    switch (message.type) {
      case 'runAgain':
        this.#request.again();
        return;
      case 'copyResult':
        this.#actions.copy(JSON.stringify(this.#request.result ?? this.#request.outcome, null, 2));
        return;
      case 'readResource':
        if (this.#mentions(message.uri)) {
          this.#actions.readResource(this.#request.definition.id, message.uri);
        }
        return;
      case 'cancel':
        this.#actions.close();
        return;
    }
  }

  dismiss(): void {
    this.#actions.close();
  }

  #mentions(uri: string): boolean {
    const { outcome } = this.#request;
    return (
      outcome.kind === 'result' &&
      outcome.parts.some((part) => (part.kind === 'link' || part.kind === 'resource') && part.uri === uri)
    );
  }
}
