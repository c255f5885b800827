import { t } from '@vscode/l10n';
import { evictOldest } from '#core/common/lruCache.ts';
import { type Delivery, hasArrived } from '#core/delivery/deliveryState.ts';
import type { RequestGroup } from '#core/inbox/callSteps.ts';
import { CallStepsStore } from '#core/inbox/callStepsStore.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { ElicitationRequest, FormRequest } from '#core/model/elicitationRequest.ts';
import { RememberedForm } from '#core/remembered/rememberedForm.ts';
import { reasonOfOthers, type WithdrawalReason } from '#editor/panel/notices/withdrawnRequests.ts';
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

/** The number of withdrawn forms that are stored for a late edit. */
const maxWithdrawnForms = 5;

/** A form request that was withdrawn by the server, the connection or a program. */
interface WithdrawnForm {
  readonly screen: FormRequestScreen;
  readonly why: WithdrawalReason;
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
  /** The group of the request that the user has just settled. */
  #currentGroup: RequestGroup | undefined;

  /** @param changed Called when a screen has changed. */
  constructor(context: PanelContext, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
  }

  /** The screens of pending requests: first the rest of the current group, then the others, the oldest first. */
  get all(): PanelScreen[] {
    const screens = [...this.#screens.values()];
    const group = screens.filter((screen) => this.isOfCurrentGroup(screen));
    return [...group, ...screens.filter((screen) => !group.includes(screen))];
  }

  /** The screens of undelivered answers, the oldest first. */
  get undelivered(): PanelScreen[] {
    return [...this.#undelivered.values()];
  }

  /** True for a request of the same group as the request that the user has just settled. */
  isOfCurrentGroup({ request }: PanelScreen): boolean {
    const group = request && this.callSteps.groupOf(request);
    return group !== undefined && group === this.#currentGroup;
  }

  /** Creates the screen of a request that has arrived. */
  add(request: ElicitationRequest): void {
    this.callSteps.add(request);
    const { actions, calls, inbox } = this.#context;
    const isRunning = () => calls().some(({ id }) => id === request.call?.id);
    const wasRunning = isRunning();
    const context: RequestScreenContext = {
      inbox,
      hasCallEnded: () => wasRunning && !isRunning(),
      isDestructive: () => this.#isDestructive(request) === true,
      answerInAgent: () => actions.answerInAgent(request.id),
      scopeText: this.#scopeOf(request),
      steps: () => shownSteps(this.callSteps.positionOf(request)),
    };
    const screen =
      request.mode === 'form'
        ? new FormRequestScreen(request, context, this.#formContext(request))
        : new UrlRequestScreen(request, context, actions, this.#changed);
    this.#screens.set(request.id, screen);
  }

  /**
   * Removes the screen of a settled request. Returns true if the server, the connection or a program withdrew the request and there is
   * a draft.
   */
  removeSettled(request: ElicitationRequest, settlement: Settlement): boolean {
    const screen = this.#screens.get(request.id);
    this.#screens.delete(request.id);
    const group = this.callSteps.groupOf(request);
    const delivery = this.#context.inbox.deliveries.get(request.id);
    this.callSteps.settle(request, settlement, delivery);
    if (screen instanceof FormRequestScreen) {
      if (delivery?.decision.action === 'accept') {
        this.#answered.set(request.id, screen);
        screen.markDraftInDelivery();
      } else {
        screen.closeDraft(settlement);
      }
    }
    const withdrawalReason = reasonOfOthers(settlement);
    if (settlement.kind === 'decided' && withdrawalReason === undefined) {
      this.#currentGroup = group;
    }
    if (!(screen instanceof FormRequestScreen) || withdrawalReason === undefined) {
      return false;
    }
    this.#withdrawn.set(request.id, { screen, why: withdrawalReason });
    evictOldest(this.#withdrawn, maxWithdrawnForms);
    return screen.hasDraft;
  }

  /**
   * Updates the screens after the delivery of an answer has changed. The draft stays until the answer is known to have arrived.
   * Returns the reason if the server withdrew the request.
   */
  updateDelivery(delivery: Delivery): WithdrawalReason | undefined {
    const { id, request, state, ended } = delivery;
    const { actions, inbox } = this.#context;
    const isOver = inbox.deliveries.get(id) === undefined;
    this.callSteps.updateDelivery(delivery);
    this.#undelivered.delete(id);
    if (!isOver && (state.kind === 'refused' || state.kind === 'unknown')) {
      const scopeText = this.#scopeOf(request);
      this.#failures += 1;
      const screen = new UndeliveredAnswerScreen(`undelivered-${this.#failures}`, delivery, {
        inbox,
        scopeText,
        mayBeDestructive: () => this.#isDestructive(request) !== false,
        actions,
      });
      this.#undelivered.set(id, screen);
    }
    const answeredForm = this.#answered.get(id);
    if (isOver) {
      this.#answered.delete(id);
    }
    if (answeredForm && isOver && hasArrived(state)) {
      answeredForm.deleteDraft();
    } else if (answeredForm && (ended || isOver)) {
      answeredForm.keepDraft();
    }
    const isWithdrawn = isOver && state.kind !== 'sending' && 'failure' in state && state.failure.code === 'takenBack';
    return isWithdrawn ? { reason: t('The server withdrew the question.'), isNote: false } : undefined;
  }

  /** Stores the last edit of a withdrawn form in its draft. Returns the request and the reason if the draft is not empty. */
  editLate(
    edit: MessageOf<'edit'>,
  ): { readonly request: ElicitationRequest; readonly why: WithdrawalReason } | undefined {
    const withdrawn = this.#withdrawn.get(edit.screen);
    withdrawn?.screen.receive(edit, () => undefined);
    return withdrawn?.screen.hasDraft ? { request: withdrawn.screen.request, why: withdrawn.why } : undefined;
  }

  /** True if the request belongs to a call of a destructive tool; `undefined` if that is unknown. */
  #isDestructive({ server, call }: ElicitationRequest): boolean | undefined {
    return call && this.#context.isDestructive(server.id, call.request);
  }

  #scopeOf({ server }: ElicitationRequest): string | undefined {
    const definition = this.#context.definition(server.id);
    return definition && serverLabel(definition).scope;
  }

  #formContext(request: FormRequest): FormRequestContext {
    const { definition, drafts, remembered, reviewRule, validator, workspace } = this.#context;
    const key = requestDraftKey(request, definition(request.server.id), workspace);
    const isRepeated = request.acceptedBefore !== undefined;
    const { server, target } = key;
    const form = new RememberedForm(
      request,
      {
        remembered,
        scope: { server, workspace: key.workspace, target },
        serverName: request.server.name,
        evaluate: (inputs) => evaluate(request.form, inputs),
      },
      !isRepeated,
      request.server.asker?.isConnected !== false,
    );
    return { validator, draft: drafts.open(key, isRepeated), remembered: form, reviewRule: reviewRule() };
  }
}
