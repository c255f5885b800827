import assert from 'node:assert/strict';
import type { Screen, ScreenOf, ToWebview, View } from '#bridge/messages.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import { defaultRateLimits, type RateLimiter, type RateLimits } from '#core/guard/rateLimiter.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { Inbox, Settlement } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import { Results } from '#core/results/results.ts';
import type { ReviewRule } from '#editor/common/contributions.ts';
import type { PanelContext } from '#editor/panel/panelContext.ts';
import { PanelController } from '#editor/panel/panelController.ts';
import type { EarlierArguments } from '#editor/panel/screens/argumentsRequest.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import { evaluate } from '#form/evaluate.ts';
import { InMemoryResultFiles } from '#test/host/inMemoryResultFiles.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';
import { InMemoryDraftFiles } from '#test/unit/core/drafts/inMemoryDraftFiles.ts';

const realValidator = new AnswerValidator(new InProcessChecker());
const validator: FormValidator = {
  prepare: () => undefined,
  evaluate: (request, inputs) => evaluate(request.form, inputs),
  validate: (request, inputs) => {
    const { content, problems } = evaluate(request.form, inputs);
    return problems.length === 0 ? { ok: true, content } : { ok: false, summary: 'Look again.', problems };
  },
  check: (_owner, _schema, content) => ({ problems: 'city' in content ? [] : ['"city" is missing.'] }),
  checkReceived: (owner, schema, value) => realValidator.checkReceived(owner, schema, value),
};

interface TestPanelOptions {
  readonly isRemote?: boolean;
  /** The panel of the window before a reload, or of another window of the same user. */
  readonly before?: TestPanel;
  readonly workspace?: string;
  readonly reviewRule?: ReviewRule;
  /** By default no call has secrets. */
  readonly secretsOf?: PanelContext['secretsOf'];
}

export class TestPanel {
  readonly #host: TestHost;
  readonly inbox: Inbox;
  readonly suspendedCalls: SuspendedCalls;
  readonly posted: ToWebview[] = [];
  readonly actionsDone: string[] = [];
  /** The arguments of earlier calls that the user wanted to change. */
  readonly argumentsChanged: EarlierArguments[] = [];
  calls: Call[] = [];
  /** What the user has set up. */
  setUp: ReturnType<PanelContext['setUp']> = 'servers';
  readonly rateLimiter: RateLimiter;
  readonly rateControl: ServerRateControl;
  /** The time of the clock, in milliseconds. */
  now = 0;
  /** Opens a page in the browser. A test replaces it. */
  openPage = (): Promise<boolean> => Promise.resolve(true);
  readonly files: InMemoryDraftFiles;
  readonly drafts: Drafts;
  readonly memory: InMemoryStateStore;
  readonly remembered: RememberedAnswers;
  readonly resultFiles: InMemoryResultFiles;
  readonly results: Results;
  /** The names of the tools that the server declares destructive. */
  readonly destructiveTools = new Set<string>();
  /** The names of the tools that the server does not list any more. */
  readonly unknownTools = new Set<string>();
  /** The schemas of the arguments of tools that the server offers. */
  readonly argumentsSchemas = new Map<string, unknown>();
  /** The errors of failed writes. */
  readonly failures: unknown[] = [];
  readonly controller: PanelController;

  constructor({
    isRemote = false,
    before,
    workspace = 'here',
    reviewRule = 'never',
    secretsOf,
  }: TestPanelOptions = {}) {
    this.now = before?.now ?? 0;
    const clock = { now: () => this.now, steady: () => this.now };
    this.memory = before?.memory ?? new InMemoryStateStore();
    this.#host = createTestHost({ clock, memory: this.memory, rateLimits: defaultRateLimits });
    this.inbox = this.#host.inbox;
    this.suspendedCalls = this.#host.suspendedCalls;
    this.rateLimiter = this.#host.rateLimiter;
    this.files = before?.files ?? new InMemoryDraftFiles(clock);
    this.drafts = new Drafts({ files: this.files, clock, onFailure: (error) => this.failures.push(error) });
    this.remembered = new RememberedAnswers({ memory: this.memory, clock });
    this.resultFiles = before?.resultFiles ?? new InMemoryResultFiles(clock);
    this.results = new Results({
      files: this.resultFiles,
      clock,
      workspace,
      keep: () => true,
      onFailure: (error) => this.failures.push(error),
    });
    const { inbox, suspendedCalls, rateLimiter } = this;
    this.rateControl = new ServerRateControl(
      { inbox, suspendedCalls, rateLimiter },
      () => weatherServer.id,
      () => undefined,
    );
    const { rateControl } = this;
    this.controller = new PanelController({
      inbox: this.inbox,
      suspendedCalls: this.suspendedCalls,
      validator,
      clock,
      drafts: this.drafts,
      remembered: this.remembered,
      results: this.results,
      secretsOf:
        secretsOf ??
        ((_call, _server, request) => ({
          mask: (text) => text,
          isSendable: true,
          ...('arguments' in request && { shownArguments: request.arguments }),
        })),
      workspace,
      reviewRule: () => reviewRule,
      isDestructive: (_, { kind, ...request }) => {
        const name = kind === 'tool' && 'name' in request ? request.name : '';
        return this.unknownTools.has(name) ? undefined : this.destructiveTools.has(name);
      },
      argumentsSchema: (_, request) => ('name' in request ? this.argumentsSchemas.get(request.name) : undefined),
      calls: () => this.calls,
      servers: () => [{ definition: weatherServer, rateControl }],
      setUp: () => this.setUp,
      definition: (id) => (id === weatherServer.id ? weatherServer : undefined),
      serverInfo: (id) =>
        id === weatherServer.id ? { name: 'The Weather', protocolVersion: '2025-11-25' } : undefined,
      actions: {
        isRemote,
        copy: (text) => this.actionsDone.push(`copy ${text}`),
        readResource: (server, uri) => this.actionsDone.push(`read ${server} ${uri}`),
        open: (url) => {
          this.actionsDone.push(`open ${url}`);
          return this.openPage();
        },
        copyUrl: async (url) => {
          this.actionsDone.push(`copy url ${url}`);
        },
        runCall: (server, request) => this.actionsDone.push(`run ${server} ${JSON.stringify(request)}`),
        cancelCall: (id) => this.actionsDone.push(`cancel call ${id}`),
        answerInAgent: (id) => this.actionsDone.push(`answer ${id} in the agent`),
        showLog: (server) => this.actionsDone.push(`log ${server}`),
        run: (command) => this.actionsDone.push(`run ${command}`),
        openText: (title, text, language) => this.actionsDone.push(`open ${title} as ${language}: ${text}`),
        changeArguments: (server, { kind, name }, args) => {
          this.argumentsChanged.push(args);
          this.actionsDone.push(`change ${server} ${kind} ${name} ${JSON.stringify(args.values)}`);
        },
      },
    });
    this.controller.attach((message) => this.posted.push(message));
  }

  set rateLimits(limits: RateLimits) {
    this.#host.rateLimits = limits;
  }

  /** Reports that the webview has drawn the shown screen. */
  draw(): void {
    this.controller.receive({ type: 'drawn', screen: this.shownId });
  }

  /** Waits until the last posted view shows the running calls: their screen is posted after a short delay. */
  async running(): Promise<void> {
    await until(() => {
      const { screen } = this.posted.findLast((message) => message.type === 'show')?.view ?? {};
      return screen?.kind === 'running' && screen.waitsFor === undefined;
    });
  }

  get view(): View {
    const shows = this.posted.filter((message) => message.type === 'show');
    const last = shows.at(-1);
    assert.ok(last, 'nothing was shown');
    return last.view;
  }

  /** The last screen that was posted whole, and not only its changes. */
  get lastDrawn(): { readonly screen: Screen } {
    const whole = this.posted.flatMap((message) =>
      message.type === 'show' && message.view.screen.kind !== 'drawn' ? [message.view.screen] : [],
    );
    const screen = whole.at(-1);
    assert.ok(screen, 'nothing was drawn');
    return { screen };
  }

  get shownId(): string {
    return this.view.screen.id;
  }

  /** The shown screen, which must be a form request. */
  get formScreen(): ScreenOf<'form'> {
    const { screen } = this.view;
    assert.ok(screen.kind === 'form', `it is a ${screen.kind}`);
    return screen;
  }

  /** The shown screen, which must be a URL request. */
  get urlScreen(): ScreenOf<'url'> {
    const { screen } = this.view;
    assert.ok(screen.kind === 'url', `it is a ${screen.kind}`);
    return screen;
  }
}

/** The action of a settlement, or `open` if the request is not settled. */
export async function settledAction(promise: Promise<Settlement>): Promise<string> {
  const settlement = await Promise.race([promise, Promise.resolve(undefined)]);
  if (!settlement) {
    return 'open';
  }
  return settlement.kind === 'decided' ? settlement.decision.action : `withdrawn by ${settlement.withdrawal.by}`;
}
