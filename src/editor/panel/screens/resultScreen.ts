import type { Screen, ScreenChanges, ShownKeptOutcome, ToWebview } from '#bridge/messages.ts';
import type { Awaitable } from '#core/common/awaitable.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import { withoutHidden } from '#core/results/hiddenArguments.ts';
import type { KeptCall } from '#core/results/keptCall.ts';
import { type TextLanguage, textOfPart } from '#core/results/textOfPart.ts';
import { indentedJson } from '#form/json.ts';
import { takesArguments } from '#form/schema/readArguments.ts';
import type { EarlierArguments } from './argumentsRequest.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';

/** The actions of the user on a result. Those that return a promise are not done again before it settles. */
export interface ResultActions {
  copy(text: string): void;
  /** Opens a text in a read-only text editor. */
  openText(title: string, text: string, language: TextLanguage): Awaitable<unknown>;
  readResource(serverId: string, uri: string): Awaitable<unknown>;
  /** Sends a request again for the user. `secrets`: what told the secrets in its arguments. */
  runCall(serverId: string, request: CallRequest, secrets?: ArgumentSecrets): Awaitable<unknown>;
  /** True if the server declares the called tool destructive; `undefined` if that is unknown. */
  isDestructive(serverId: string, request: CallRequest): boolean | undefined;
  /** The schema of the arguments of the called tool or prompt; `undefined` if it is unknown. */
  argumentsSchema(serverId: string, request: CallRequest): unknown;
  /** Shows the arguments of a call, filled in, before it is sent again. */
  changeArguments(serverId: string, target: ChangeableTarget, args: EarlierArguments): Awaitable<unknown>;
  close(): void;
  /** True if the user came from another result, or from the list. */
  canGoBack(): boolean;
  back(): void;
  /** The other results that can be opened. */
  rows(): NonNullable<ScreenChanges['results']>;
}

/** A tool or a prompt. */
export interface ChangeableTarget {
  readonly kind: 'tool' | 'prompt';
  readonly name: string;
}

type OpenedPart = Extract<ScreenMessage, { type: 'openPart' }>['part'];

const idPrefix = 'result-';
/** The maximum length of a call's id, in characters. The ids are UUIDs. */
const maxIdLength = 100;

/** The id of the screen that shows the result of this call. */
export function resultScreenId(callId: string): string {
  return `${idPrefix}${callId}`;
}

/** The id of the call whose result a page has shown. `state`: the state that the page stored; untrusted. */
export function resultShownIn(state: unknown): string | undefined {
  const screen = typeof state === 'object' && state !== null && 'screen' in state ? state.screen : undefined;
  return typeof screen === 'string' && screen.startsWith(idPrefix) && screen.length <= maxIdLength
    ? screen.slice(idPrefix.length)
    : undefined;
}

/** The longest JSON of arguments that is indented, in UTF-16 code units. */
const maxShownArguments = 100_000;

/** The screen of a result. A request may replace it, because no server waits for it. */
export class ResultScreen implements PanelScreen {
  readonly waits = false;
  readonly blocksServer = false;
  readonly id: string;
  readonly #call: KeptCall;
  readonly #actions: ResultActions;
  /** The actions that are not done yet. */
  readonly #running = new Set<string>();

  constructor(call: KeptCall, actions: ResultActions) {
    this.id = resultScreenId(call.id);
    this.#call = call;
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
    const argumentsJson = this.#argumentsJson;
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
      ...(argumentsJson !== undefined && { callArguments: argumentsJson }),
      ...(!request && { withoutArguments: true as const }),
      ...(this.#changeableTarget && { canChangeArguments: true as const }),
      ...(this.#actions.canGoBack() && { canGoBack: true as const }),
      results: this.#actions.rows(),
      ignoreInputMs,
    };
  }

  changes(): ScreenChanges {
    return { results: this.#actions.rows() };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    const { server, outcome, request, result, argumentSecrets } = this.#call;
    switch (message.type) {
      case 'runAgain':
        if (request) {
          this.#beginCall(reply, () => this.#actions.runCall(server.id, request, argumentSecrets));
        }
        return;
      case 'changeArguments':
        this.#beginCall(reply, () => this.#changeArguments());
        return;
      case 'openPart':
        this.#runOnce(`openPart ${message.part}`, () => this.#openPart(message.part));
        return;
      case 'back':
        this.#actions.back();
        return;
      case 'copyResult':
        this.#actions.copy(indentedJson(result ?? outcome) ?? '');
        return;
      case 'readResource':
        if (linksTo(outcome, message.uri)) {
          this.#beginCall(reply, () => this.#actions.readResource(server.id, message.uri));
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

  /** The tool or prompt, if the arguments of the call are known, or it had none but can have some. Those of a URI template are not known. */
  get #changeableTarget(): ChangeableTarget | undefined {
    const { kind, name } = this.#call.target;
    const hadArguments = Object.keys(this.#sentArguments ?? this.#call.shownArguments ?? {}).length > 0;
    return kind !== 'resource' && (hadArguments || this.#canHaveArguments) ? { kind, name } : undefined;
  }

  /** True if the schema allows arguments for a call whose request is known. */
  get #canHaveArguments(): boolean {
    const { server, request, argumentSecrets } = this.#call;
    const schema = request && (this.#actions.argumentsSchema(server.id, request) ?? argumentSecrets?.schema);
    return schema !== undefined && takesArguments(schema);
  }

  /** The arguments as sent; `undefined` if they had secrets and the window was reloaded since. */
  get #sentArguments(): Readonly<Record<string, unknown>> | undefined {
    const { request } = this.#call;
    return request && request.kind !== 'resource' ? request.arguments : undefined;
  }

  /**
   * Begins a call, unless one that was begun here has not ended: of two buttons that are pressed one after the other, only the first is
   * meant. If the result is still shown at the end of the call, because no call was sent, its buttons work again.
   */
  #beginCall(reply: (message: ToWebview) => void, begin: () => Awaitable<unknown>): void {
    this.#runOnce('call', async () => {
      await begin();
      reply({ type: 'rejected', screen: this.id, summary: '', problems: [] });
    });
  }

  /** Ignores the second click of a double click. */
  #runOnce(action: string, run: () => Awaitable<unknown>): void {
    if (!this.#running.has(action)) {
      this.#running.add(action);
      void Promise.resolve(run()).finally(() => this.#running.delete(action));
    }
  }

  #changeArguments(): Awaitable<unknown> {
    const { server, shownArguments = {}, hiddenPaths = [], argumentSecrets } = this.#call;
    const target = this.#changeableTarget;
    const values = this.#sentArguments;
    const remaining = values ? { values, missing: [] } : withoutHidden(shownArguments, hiddenPaths);
    const masked = argumentSecrets?.masked ?? [];
    return target && this.#actions.changeArguments(server.id, target, { ...remaining, masked });
  }

  #openPart(part: OpenedPart): Awaitable<unknown> {
    const opened = this.#textOf(part);
    return opened && this.#actions.openText(this.#call.target.name, opened.text, opened.language);
  }

  #textOf(part: OpenedPart): ReturnType<typeof textOfPart> {
    const { outcome } = this.#call;
    if (part === 'arguments') {
      const text = this.#argumentsJson;
      return text === undefined ? undefined : { text, language: 'json' };
    }
    if (part === 'details') {
      const text = outcome.kind === 'error' ? outcome.detail : undefined;
      return text === undefined ? undefined : { text, language: 'text' };
    }
    const shown = outcome.kind === 'result' ? outcome.parts[part] : undefined;
    return shown && textOfPart(shown);
  }

  /** The arguments as they are shown; `undefined` if there are none. */
  get #argumentsJson(): string | undefined {
    const { shownArguments = {} } = this.#call;
    return Object.keys(shownArguments).length > 0 ? indentedJson(shownArguments, maxShownArguments) : undefined;
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
