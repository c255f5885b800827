import type { Screen, ScreenChanges, ShownKeptOutcome } from '#bridge/messages.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { KeptCall } from '#core/results/keptCall.ts';
import { indentedJson } from '#form/json.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';

/** The actions of the user on a result. */
export interface ResultActions {
  copy(text: string): void;
  readResource(serverId: string, uri: string): void;
  /** Sends a request again for the user. */
  runCall(serverId: string, request: CallRequest): void;
  /** True if the server declares the called tool destructive; `undefined` if that is unknown. */
  isDestructive(serverId: string, request: CallRequest): boolean | undefined;
  close(): void;
  /** The other results that can be opened. */
  rows(): NonNullable<ScreenChanges['results']>;
}

const idPrefix = 'result-';
/** The maximum length of a call's id, in characters. The ids are UUIDs. */
const maxIdLength = 100;

/** The id of the call whose result a page has shown. `state`: the state that the page stored; untrusted. */
export function resultShownIn(state: unknown): string | undefined {
  const screen = typeof state === 'object' && state !== null && 'screen' in state ? state.screen : undefined;
  return typeof screen === 'string' && screen.startsWith(idPrefix) && screen.length <= maxIdLength
    ? screen.slice(idPrefix.length)
    : undefined;
}

/** The screen of a result. A request may replace it, because no server waits for it. */
export class ResultScreen implements PanelScreen {
  readonly waits = false;
  readonly blocksServer = false;
  readonly id: string;
  readonly #call: KeptCall;
  readonly #openedFrom: string | undefined;
  readonly #actions: ResultActions;

  /** `openedFrom`: the id of the result whose link opened this one. */
  constructor(call: KeptCall, openedFrom: string | undefined, actions: ResultActions) {
    this.id = `${idPrefix}${call.id}`;
    this.#call = call;
    this.#openedFrom = openedFrom;
    this.#actions = actions;
  }

  /** The id of the call. */
  get callId(): string {
    return this.#call.id;
  }

  get serverId(): string {
    return this.#call.server.id;
  }

  get serverName(): string {
    return this.#call.server.name;
  }

  compose(ignoreInputMs: number): Screen {
    const { server, target, outcome, past, request } = this.#call;
    return {
      kind: 'result',
      id: this.id,
      server: { name: server.name, scope: server.scope },
      target: {
        ...target,
        ...(request && this.#actions.isDestructive(server.id, request) !== false && { isDestructive: true as const }),
      },
      outcome: outcome.kind === 'result' ? shownResult(outcome) : outcome,
      earlierSteps: past && {
        ...past,
        steps: past.steps.map((step) => ({ ...step, answers: [...step.answers] })),
      },
      ...(!request && { withoutArguments: true as const }),
      openedFrom: this.#openedFrom,
      results: this.#actions.rows(),
      ignoreInputMs,
    };
  }

  changes(): ScreenChanges {
    return { results: this.#actions.rows() };
  }

  receive(message: ScreenMessage): void {
    const { server, outcome, request, result } = this.#call;
    switch (message.type) {
      case 'runAgain':
        if (request) {
          this.#actions.runCall(server.id, request);
        }
        return;
      case 'copyResult':
        this.#actions.copy(indentedJson(result ?? outcome) ?? '');
        return;
      case 'readResource':
        if (linksTo(outcome, message.uri)) {
          this.#actions.readResource(server.id, message.uri);
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
}

function shownResult(result: Extract<KeptCall['outcome'], { kind: 'result' }>): ShownKeptOutcome {
  const { mismatch } = result;
  return {
    ...result,
    parts: [...result.parts],
    mismatch: mismatch && { ...mismatch, problems: [...mismatch.problems] },
  };
}

/** True if the result links to the resource. The webview cannot make the extension read another resource. */
function linksTo(outcome: KeptCall['outcome'], uri: string): boolean {
  return (
    outcome.kind === 'result' &&
    outcome.parts.some((part) => (part.kind === 'link' || part.kind === 'resource') && part.uri === uri)
  );
}
