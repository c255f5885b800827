import { t } from '@vscode/l10n';
import { type Delivery, hasArrived } from '#core/delivery/deliveryState.ts';
import type { Batch } from '#core/inbox/callSteps.ts';
import { CallStepsStore } from '#core/inbox/callStepsStore.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { ElicitationRequest, FormRequest, Withdrawal } from '#core/model/elicitationRequest.ts';
import { RememberedForm } from '#core/remembered/rememberedForm.ts';
import type { MessageOf } from '#editor/panel/screens/editedForm.ts';
import { type FormRequestContext, FormRequestScreen } from '#editor/panel/screens/formRequestScreen.ts';
import { type PanelScreen, serverLabel } from '#editor/panel/screens/panelScreen.ts';
import type { RequestScreenContext } from '#editor/panel/screens/requestScreen.ts';
import { UndeliveredAnswerScreen } from '#editor/panel/screens/undeliveredAnswerScreen.ts';
import { UrlRequestScreen } from '#editor/panel/screens/urlRequestScreen.ts';
import { evaluate } from '#form/evaluate.ts';
import type { PanelContext } from './panelContext.ts';
import { shownSteps } from './panelView.ts';
import { requestDraftKey } from './screenDraftKeys.ts';
import { withdrawalByOthers } from './withdrawnRequests.ts';

/** How many withdrawn forms are remembered for a late edit. */
const maxWithdrawn = 5;

/** A form request that others than the user withdrew. */
interface WithdrawnForm {
  readonly screen: FormRequestScreen;
  readonly withdrawal: Withdrawal;
}

/** The screens of pending requests and of answers that were not delivered, and their order. */
export class PendingScreens {
  /** The earlier requests of each call. */
  readonly callSteps = new CallStepsStore();
  readonly #context: PanelContext;
  readonly #changed: () => void;
  readonly #screens = new Map<string, FormRequestScreen | UrlRequestScreen>();
  /** The newest withdrawn forms by request id: the last edit may still be on its way from the webview. */
  readonly #withdrawn = new Map<string, WithdrawnForm>();
  /** Accepted forms whose answers are being delivered, by request id. */
  readonly #answered = new Map<string, FormRequestScreen>();
  /** Answers that were not delivered, by request id. */
  readonly #undelivered = new Map<string, UndeliveredAnswerScreen>();
  #failures = 0;
  /** The batch of the request that the user has just settled. */
  #currentBatch: Batch | undefined;

  /** @param changed A screen has to be drawn again. */
  constructor(context: PanelContext, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
  }

  /** The screens of pending requests: first the rest of the current batch, then the oldest. */
  get all(): PanelScreen[] {
    const all = [...this.#screens.values()];
    const batch = all.filter((screen) => this.isOfCurrentBatch(screen));
    return [...batch, ...all.filter((screen) => !batch.includes(screen))];
  }

  /** The screens of undelivered answers, the oldest first. */
  get undelivered(): PanelScreen[] {
    return [...this.#undelivered.values()];
  }

  /** True for a request that came in one batch with the request that the user has just settled. */
  isOfCurrentBatch({ request }: PanelScreen): boolean {
    const batch = request && this.callSteps.batchOf(request);
    return batch !== undefined && batch === this.#currentBatch;
  }

  /** A request has arrived: creates its screen. */
  add(request: ElicitationRequest): void {
    this.callSteps.add(request);
    const { actions, calls, inbox } = this.#context;
    const isRunning = () => calls().some(({ id }) => id === request.call?.id);
    const wasRunning = isRunning();
    const context: RequestScreenContext = {
      inbox,
      callEnded: () => wasRunning && !isRunning(),
      scope: this.#scopeOf(request),
      steps: () => shownSteps(this.callSteps.positionOf(request)),
      showExchange: (id) => actions.showExchange(id),
    };
    const screen =
      request.mode === 'form'
        ? new FormRequestScreen(request, context, this.#formContext(request))
        : new UrlRequestScreen(request, context, actions, this.#changed);
    this.#screens.set(request.id, screen);
  }

  /** A request was settled. Returns true if others than the user withdrew it and its draft is kept. */
  settled(request: ElicitationRequest, settlement: Settlement): boolean {
    const screen = this.#screens.get(request.id);
    this.#screens.delete(request.id);
    const batch = this.callSteps.batchOf(request);
    const delivery = this.#context.inbox.deliveries.get(request.id);
    this.callSteps.settle(request, settlement, delivery);
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
      this.#currentBatch = batch;
    }
    if (!(screen instanceof FormRequestScreen) || !withdrawal) {
      return false;
    }
    this.#withdrawn.set(request.id, { screen, withdrawal });
    const [oldest] = this.#withdrawn.keys();
    if (this.#withdrawn.size > maxWithdrawn && oldest !== undefined) {
      this.#withdrawn.delete(oldest);
    }
    return screen.hasDraft;
  }

  /**
   * The delivery of an answer has changed. The draft is kept until the answer is known to have arrived.
   * Returns the withdrawal if the server withdrew the request.
   */
  deliveryChanged(delivery: Delivery): Withdrawal | undefined {
    const { id, request, state, ended } = delivery;
    const { actions, inbox } = this.#context;
    const isOver = inbox.deliveries.get(id) === undefined;
    this.callSteps.updateDelivery(delivery);
    this.#undelivered.delete(id);
    if (!isOver && (state.kind === 'refused' || state.kind === 'unknown')) {
      const scope = this.#scopeOf(request);
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

  /** Keeps the last edit of a withdrawn form. Returns its request and withdrawal if there is a draft then. */
  editLate(
    edit: MessageOf<'edit'>,
  ): { readonly request: ElicitationRequest; readonly withdrawal: Withdrawal } | undefined {
    const withdrawn = this.#withdrawn.get(edit.screen);
    withdrawn?.screen.receive(edit, () => undefined);
    return withdrawn?.screen.hasDraft
      ? { request: withdrawn.screen.request, withdrawal: withdrawn.withdrawal }
      : undefined;
  }

  #scopeOf({ server }: ElicitationRequest): string | undefined {
    const definition = this.#context.definition(server.id);
    return definition && serverLabel(definition).scope;
  }

  #formContext(request: FormRequest): FormRequestContext {
    const { definition, drafts, remembered, reviewRule, validator, workspace } = this.#context;
    const key = requestDraftKey(request, definition(request.server.id), workspace);
    const isAgain = request.acceptedBefore !== undefined;
    const { server, target } = key;
    const form = new RememberedForm(
      request,
      {
        remembered,
        scope: { server, workspace: key.workspace, target },
        serverName: request.server.name,
        evaluate: (inputs) => evaluate(request.form, inputs),
      },
      !isAgain,
    );
    return { validator, draft: drafts.open(key, isAgain), remembered: form, reviewRule: reviewRule() };
  }
}
