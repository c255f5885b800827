import type { Screen, ScreenChanges, ToWebview } from '#bridge/messages.ts';
import type { OpenDraft } from '#core/drafts/drafts.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import type { RememberedForm } from '#core/remembered/rememberedForm.ts';
import { isReviewed, type ReviewRule } from '#editor/settings/reviewRule.ts';
import { inputsFromContent } from '#form/formInputs.ts';
import type { FormInputs } from '#form/model.ts';
import { EditedForm, type FormJudge } from './editedForm.ts';
import { FormDraft } from './formDraft.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';
import { drawRequest, endedCall, type RequestScreenContext, receiveRequestMessage } from './requestScreen.ts';

export interface FormRequestContext {
  readonly judge: FormJudge;
  /** What was typed when the same was asked before, and what is typed from now on. */
  readonly draft: OpenDraft;
  /** What was answered another time, to be used again. */
  readonly memory: RememberedForm;
  /** What the person wants when the question comes; it stays so for this one. */
  readonly rule: ReviewRule;
}

/** A server's question with a form, from its arrival until it is settled. */
export class FormRequestScreen implements PanelScreen {
  readonly waits = true;
  readonly holdsUp = true;
  readonly request: FormRequest;
  readonly #ports: RequestScreenContext;
  readonly #open: OpenDraft;
  readonly #draft: FormDraft;
  readonly #typed: EditedForm;
  readonly #memory: RememberedForm;
  readonly #review: boolean;
  /** The person wants these answers to be remembered. */
  #remember = false;

  constructor(request: FormRequest, ports: RequestScreenContext, { judge, draft, memory, rule }: FormRequestContext) {
    this.#review = isReviewed(rule, request.form);
    this.#memory = memory;
    this.request = request;
    this.#ports = ports;
    this.#open = draft;
    this.#draft = new FormDraft(draft, request, firstInputs(request, memory));
    const { form, sensitive, server } = request;
    this.#typed = new EditedForm(request.id, { form, sensitive, owner: server.id }, this.#draft, judge);
  }

  get id(): string {
    return this.request.id;
  }

  get serverName(): string {
    return this.request.server.name;
  }

  /** The person has put something into it, which is kept. */
  get isKept(): boolean {
    return this.#draft.isKept;
  }

  /** The question is over. What was typed stays, unless it was sent. */
  settled(settlement: Settlement): void {
    const action = settlement.kind === 'decided' ? settlement.decision.action : 'cancel';
    switch (action) {
      case 'accept':
        this.#open.sent();
        return;
      case 'decline':
        this.#open.declined();
        return;
      case 'cancel':
        this.#open.close();
        return;
    }
  }

  /** The answer is on its way. */
  sending(): void {
    this.#open.sending();
  }

  /** The answer has arrived: what was typed is not kept any more. */
  sent(): void {
    this.#open.sent();
  }

  /** The answer did not arrive, or may not have: what was typed is kept for when the same is asked again. */
  keep(): void {
    this.#draft.keep(this.#typed.inputs);
    this.#open.close();
  }

  draw(ignoreInputMs: number): Screen {
    this.#typed.forgetReview();
    return {
      kind: 'form',
      ...drawRequest(this.request, this.#ports),
      form: this.#typed.form,
      inputs: [...this.#typed.inputs],
      secrets: this.#typed.secrets,
      askedAgain: this.request.acceptedBefore !== undefined,
      draft: this.#draft.label,
      ...this.#remembered(),
      remember: this.#memory.isOffered ? this.#remember : undefined,
      requiresReview: this.#review,
      ignoreInputMs,
    };
  }

  changing(): ScreenChanges {
    return { steps: this.#ports.steps(), ...endedCall(this.#ports), ...this.#remembered() };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    switch (message.type) {
      case 'edit':
        this.#typed.edit(message, reply);
        return;
      case 'startOver':
        this.#begin();
        this.#typed.startOver(reply);
        return;
      case 'undoStartOver':
        this.#typed.undoStartOver(reply);
        return;
      case 'remember':
        this.#remember = message.on;
        return;
      case 'forgetRemembered':
        this.#memory.forget(message.field);
        this.#begin();
        return;
      case 'recallRemembered':
        this.#memory.recall(message.field);
        this.#begin();
        return;
      case 'review':
        this.#typed.review(message, reply);
        return;
      case 'submit':
        this.#typed.submit(message, reply, { toBeReviewed: this.#review, send: (content) => this.#send(content) });
        return;
      default:
        receiveRequestMessage(this.request, this.#ports, message);
    }
  }

  #send(content: Readonly<Record<string, unknown>>): void {
    if (this.#ports.inbox.decide(this.id, { action: 'accept', content }) && this.#remember) {
      this.#memory.remember(content, this.#draft.secrets);
    }
  }

  #remembered(): Pick<ScreenChanges, 'remembered'> {
    const { marks } = this.#memory;
    return marks.length > 0 ? { remembered: marks } : {};
  }

  /** What is forgotten meanwhile is nothing that the form would begin with. */
  #begin(): void {
    this.#draft.begins(firstInputs(this.request, this.#memory));
  }

  dismiss(): void {
    this.#ports.inbox.decide(this.id, { action: 'cancel' });
  }
}

/**
 * What was accepted before, where the server asks again: a field that was left empty then is empty, default or not. Else
 * what is remembered, and the defaults.
 */
function firstInputs({ form, acceptedBefore }: FormRequest, memory: RememberedForm): FormInputs {
  if (!acceptedBefore) {
    return memory.inputs;
  }
  const withoutDefaults = form.fields.map((field) => ({ ...field, default: undefined }));
  return inputsFromContent({ fields: withoutDefaults }, acceptedBefore);
}
