import { t } from '@vscode/l10n';
import { type Delivery, hasArrived } from '#core/delivery/deliveryState.ts';
import type { Batch } from '#core/inbox/callSteps.ts';
import { CallStepsStore } from '#core/inbox/callStepsStore.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { ElicitationRequest, FormRequest, Withdrawal } from '#core/model/elicitationRequest.ts';
import { RememberedForm } from '#core/remembered/rememberedForm.ts';
import { type FormRequestContext, FormRequestScreen } from '#editor/panel/screens/formRequestScreen.ts';
import { type PanelScreen, type ScreenMessage, serverLabel } from '#editor/panel/screens/panelScreen.ts';
import type { RequestScreenContext } from '#editor/panel/screens/requestScreen.ts';
import { UndeliveredAnswerScreen } from '#editor/panel/screens/undeliveredAnswerScreen.ts';
import { UrlRequestScreen } from '#editor/panel/screens/urlRequestScreen.ts';
import { evaluate } from '#form/evaluate.ts';
import { requestDraftKey } from './draftKeys.ts';
import { shownSteps } from './journeying.ts';
import type { PanelContext } from './panelContext.ts';
import { withdrawalByOthers } from './withdrawnRequests.ts';

const MOST_LOST = 5;

/** The screens of the questions that wait, and in which order their turns come. */
export class PendingScreens {
  /** What was asked before in each call. */
  readonly callSteps = new CallStepsStore();
  readonly #ports: PanelContext;
  readonly #changed: () => void;
  readonly #screens = new Map<string, FormRequestScreen | UrlRequestScreen>();
  /** The newest that somebody else took away, by id: the last keys that were typed may still be on their way. */
  readonly #lost = new Map<string, { readonly screen: FormRequestScreen; readonly withdrawal: Withdrawal }>();
  /** Forms that were accepted and whose answers are on their way, by id. */
  readonly #answered = new Map<string, FormRequestScreen>();
  /** Answers that did not arrive, by the request's id. */
  readonly #undelivered = new Map<string, UndeliveredAnswerScreen>();
  #failures = 0;
  /** Those that came together with the question that the person has just answered. */
  #begun: Batch | undefined;

  /** `changed`: a screen wants to be drawn anew. */
  constructor(ports: PanelContext, changed: () => void) {
    this.#ports = ports;
    this.#changed = changed;
  }

  /** What is left of those that came together, and that the person is at, comes first, then the oldest. */
  get all(): PanelScreen[] {
    const all = [...this.#screens.values()];
    const begun = all.filter((screen) => this.isBegun(screen));
    return [...begun, ...all.filter((screen) => !begun.includes(screen))];
  }

  /** Answers that did not arrive, the oldest first. */
  get undelivered(): PanelScreen[] {
    return [...this.#undelivered.values()];
  }

  /** True for a question that came together with the one that the person has just answered. */
  isBegun({ request }: PanelScreen): boolean {
    return request !== undefined && this.#begun !== undefined && this.callSteps.batchOf(request) === this.#begun;
  }

  add(request: ElicitationRequest): void {
    this.callSteps.arrived(request);
    const { actions, definition, drafts, inbox, validator: judge, remembered, reviewRule, workspace } = this.#ports;
    const asking = definition(request.server.id);
    const isRunning = () => this.#ports.calls().some(({ id }) => id === request.call?.id);
    const wasRunning = isRunning();
    const ports: RequestScreenContext = {
      inbox,
      callEnded: () => wasRunning && !isRunning(),
      scope: asking && serverLabel(asking).scope,
      steps: () => shownSteps(this.callSteps.steps(request)),
      showWire: (id) => actions.showWire(id),
    };
    const ofForm = (asked: FormRequest): FormRequestContext => {
      const key = requestDraftKey(asked, asking, workspace);
      const isAgain = asked.acceptedBefore !== undefined;
      const { server, target } = key;
      const memory = new RememberedForm(
        asked,
        {
          remembered,
          scope: { server, workspace: key.workspace, target },
          serverName: asked.server.name,
          evaluate: (inputs) => evaluate(asked.form, inputs),
        },
        !isAgain,
      );
      return { judge, draft: drafts.open(key, isAgain), memory, rule: reviewRule() };
    };
    const screen =
      request.mode === 'form'
        ? new FormRequestScreen(request, ports, ofForm(request))
        : new UrlRequestScreen(request, ports, actions, this.#changed);
    this.#screens.set(request.id, screen);
  }

  /** A question is gone. True when what was typed into it is kept, because somebody else took it away. */
  settled(request: ElicitationRequest, settlement: Settlement): boolean {
    const screen = this.#screens.get(request.id);
    this.#screens.delete(request.id);
    const batch = this.callSteps.batchOf(request);
    const delivery = this.#ports.inbox.deliveries.get(request.id);
    this.callSteps.settled(request, settlement, delivery);
    if (screen instanceof FormRequestScreen) {
      if (delivery?.decision.action === 'accept') {
        this.#answered.set(request.id, screen);
        screen.sending();
      } else {
        screen.settled(settlement);
      }
    }
    const withdrawal = withdrawalByOthers(settlement);
    if (settlement.kind === 'decided' && !withdrawal) {
      this.#begun = batch;
    }
    if (!(screen instanceof FormRequestScreen) || !withdrawal) {
      return false;
    }
    this.#lost.set(request.id, { screen, withdrawal });
    const [oldest] = this.#lost.keys();
    if (this.#lost.size > MOST_LOST && oldest !== undefined) {
      this.#lost.delete(oldest);
    }
    return screen.isKept;
  }

  /**
   * Something else is known of an answer. What was typed is kept until it is settled that it has arrived. Returns how the server took the
   * request back, where it did.
   */
  delivery(delivery: Delivery): Withdrawal | undefined {
    const { id, request, state, ended } = delivery;
    const { actions, definition, inbox } = this.#ports;
    const isOver = inbox.deliveries.get(id) === undefined;
    this.callSteps.delivery(delivery);
    this.#undelivered.delete(id);
    if (!isOver && (state.kind === 'refused' || state.kind === 'unknown')) {
      const asking = definition(request.server.id);
      const scope = asking && serverLabel(asking).scope;
      this.#failures += 1;
      const screen = new UndeliveredAnswerScreen(`undelivered-${this.#failures}`, delivery, { inbox, scope, actions });
      this.#undelivered.set(id, screen);
    }
    const answered = this.#answered.get(id);
    if (isOver) {
      this.#answered.delete(id);
    }
    if (answered && isOver && hasArrived(state)) {
      answered.sent();
    } else if (answered && (ended || isOver)) {
      answered.keep();
    }
    const isTakenBack = isOver && state.kind !== 'sending' && 'failure' in state && state.failure.code === 'takenBack';
    return isTakenBack ? { by: 'server', reason: t('The server took the question back.') } : undefined;
  }

  /**
   * What was typed last into a question that somebody took away meanwhile. Returns the question, and how it went, when
   * there is something that is kept now.
   */
  typedLate(
    edit: Extract<ScreenMessage, { type: 'edit' }>,
  ): { readonly request: ElicitationRequest; readonly withdrawal: Withdrawal } | undefined {
    const lost = this.#lost.get(edit.screen);
    lost?.screen.receive(edit, () => undefined);
    return lost?.screen.isKept ? { request: lost.screen.request, withdrawal: lost.withdrawal } : undefined;
  }
}
