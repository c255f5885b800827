import { t } from '@vscode/l10n';
import type { Screen, ScreenChanges, SecretFinding } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { OpenDraft } from '#core/drafts/drafts.ts';
import type { FormToValidate, ValidatedAnswer } from '#core/inbox/answerValidator.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import type { RememberedForm } from '#core/remembered/rememberedForm.ts';
import type { ReviewRule } from '#editor/common/contributions.ts';
import { inputsFromContent } from '#form/formInputs.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import { sentValues } from '#form/sentValues.ts';
import { EditedForm, type FormValidator, type MessageOf, type Reply } from './editedForm.ts';
import { FormDraft } from './formDraft.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';
import {
  callEndedProperty,
  composeRequest,
  type RequestScreenContext,
  receiveRequestMessage,
} from './requestScreen.ts';

export interface FormRequestContext {
  readonly validator: FormValidator;
  /** The draft of an earlier request with the same key, which becomes the draft of this request. */
  readonly draft: OpenDraft;
  readonly remembered: RememberedForm;
  /** The value of the setting when the request arrives. A later change does not affect this screen. */
  readonly reviewRule: ReviewRule;
}

type Content = Readonly<Record<string, unknown>>;

/** The screen of a form request, from its arrival until it is settled. */
export class FormRequestScreen implements PanelScreen {
  readonly waits = true;
  readonly blocksServer = true;
  readonly request: FormRequest;
  readonly #context: RequestScreenContext;
  readonly #toValidate: FormToValidate;
  readonly #validator: FormValidator;
  readonly #openDraft: OpenDraft;
  readonly #draft: FormDraft;
  readonly #edited: EditedForm;
  readonly #remembered: RememberedForm;
  readonly #requiresReview: boolean;
  /** True if the user wants the answers to be remembered. From the start if the server repeats a form whose answers were remembered. */
  #remember: boolean;
  /** The content of the review that the user saw, as JSON. */
  #reviewed: string | undefined;
  /** The number of the last review: the result of an older one is dropped. */
  #reviews = 0;
  /** The validation that runs. The next one starts after it: a review is validated before the submit that follows it. */
  #validating: Awaitable<void> = undefined;

  constructor(
    request: FormRequest,
    context: RequestScreenContext,
    { validator, draft, remembered, reviewRule }: FormRequestContext,
  ) {
    const { form, id, sensitive, server } = request;
    this.request = request;
    this.#context = context;
    this.#toValidate = { form, owner: server.id };
    this.#validator = validator;
    this.#openDraft = draft;
    this.#remembered = remembered;
    this.#remember = request.acceptedBefore !== undefined && remembered.has(request.acceptedBefore);
    this.#requiresReview = requiresReview(reviewRule, form);
    this.#draft = new FormDraft(draft, request, firstInputs(request, remembered));
    this.#edited = new EditedForm(id, { ...this.#toValidate, sensitive }, this.#draft, validator);
  }

  get id(): string {
    return this.request.id;
  }

  get serverId(): string {
    return this.request.server.id;
  }

  get serverName(): string {
    return this.request.server.name;
  }

  /** True if there is a draft of the user's inputs. */
  get hasDraft(): boolean {
    return this.#draft.isKept;
  }

  /** Closes the draft of a settled request. The draft stays, unless the answer was sent. */
  closeDraft(settlement: Settlement): void {
    const action = settlement.kind === 'decided' ? settlement.decision.action : 'cancel';
    switch (action) {
      case 'accept':
        this.#openDraft.closeSent();
        return;
      case 'decline':
        this.#openDraft.closeDeclined();
        return;
      case 'cancel':
        this.#openDraft.close();
        return;
    }
  }

  /** Marks the draft as being delivered. */
  markDraftInDelivery(): void {
    this.#openDraft.flush();
  }

  /** Deletes the draft after the answer was delivered. */
  deleteDraft(): void {
    this.#openDraft.closeSent();
  }

  /** Keeps the draft for the next request of the same form: the answer was not delivered, or may not have been delivered. */
  keepDraft(): void {
    this.#draft.keep(this.#edited.inputs);
    this.#openDraft.close();
  }

  compose(ignoreInputMs: number): Screen {
    this.#forgetReview();
    return {
      kind: 'form',
      ...composeRequest(this.request, this.#context),
      ...withoutPatterns(this.request),
      form: this.#edited.form,
      inputs: [...this.#edited.inputs],
      secrets: this.#edited.secretsIn(this.#edited.inputs),
      isRepeated: this.request.acceptedBefore !== undefined,
      draft: this.#draft.label,
      ...this.#rememberedMarks(),
      remember: this.#remembered.canRemember ? this.#remember : undefined,
      requiresReview: this.#requiresReview,
      ignoreInputMs,
    };
  }

  changes(): ScreenChanges {
    return { steps: this.#context.steps(), ...callEndedProperty(this.#context), ...this.#rememberedMarks() };
  }

  receive(message: ScreenMessage, reply: Reply): void {
    switch (message.type) {
      case 'edit':
        this.#edited.edit(message, reply);
        return;
      case 'startOver':
        this.#updateFirstInputs();
        this.#edited.startOver(reply);
        return;
      case 'undoStartOver':
        this.#edited.undoStartOver(reply);
        return;
      case 'remember':
        this.#remember = message.on;
        return;
      case 'forgetRemembered':
        this.#remembered.forget(message.field);
        this.#updateFirstInputs();
        return;
      case 'recallRemembered':
        this.#remembered.restore(message.field);
        this.#updateFirstInputs();
        return;
      case 'review':
        this.#review(message, reply);
        return;
      case 'submit':
        this.#submit(message, reply);
        return;
      default:
        receiveRequestMessage(this.request, this.#context, message);
    }
  }

  dismiss(): void {
    this.#context.inbox.decide(this.id, { action: 'cancel' });
  }

  /** Replies with the content that a submit would send, or with the problems. */
  #review({ inputs, revision }: MessageOf<'review'>, reply: Reply): void {
    this.#forgetReview();
    const review = this.#reviews;
    this.#validate(inputs, reply, (content) => {
      if (review !== this.#reviews) {
        return;
      }
      this.#reviewed = JSON.stringify(content);
      const values = sentValues(this.request.form, content);
      reply({ type: 'reviewed', screen: this.id, revision, values, secrets: this.#edited.secretsIn(inputs) });
    });
  }

  /** Drops the review when the webview draws the form again. */
  #forgetReview(): void {
    this.#reviews += 1;
    this.#reviewed = undefined;
  }

  /**
   * Accepts the request with the content of the inputs. Replies `rejected` if the content has problems, differs from the reviewed
   * content, or contains secrets that the user has not confirmed. These checks do not trust the webview.
   */
  #submit({ inputs, confirmedSecrets = [] }: MessageOf<'submit'>, reply: Reply): void {
    this.#validate(inputs, reply, (content) => {
      const reject = (summary: string, unconfirmed?: SecretFinding[]) =>
        reply({ type: 'rejected', screen: this.id, problems: [], summary, ...(unconfirmed && { unconfirmed }) });
      const { fields } = this.request.form;
      const unconfirmed = this.#edited
        .secretsIn(inputs)
        .filter(({ field }) => !confirmedSecrets.includes(field) && Object.hasOwn(content, fields[field]?.name ?? ''));
      if (this.#requiresReview && JSON.stringify(content) !== this.#reviewed) {
        reject(t('These are not the answers that you reviewed. Nothing was sent.'));
      } else if (unconfirmed.length > 0) {
        reject(t('Confirm the secret first. Nothing was sent.'), unconfirmed);
      } else {
        this.#accept(content);
      }
    });
  }

  #accept(content: Content): void {
    if (this.#context.inbox.decide(this.id, { action: 'accept', content }) && this.#remember) {
      this.#remembered.remember(content, this.#draft.secrets);
    }
  }

  /** Stores the inputs and validates them. Calls `onValid` with their content, or replies `rejected` with the problems. */
  #validate(inputs: FormInputs, reply: Reply, onValid: (content: Content) => void): void {
    if (!this.#edited.keepSubmitted(inputs, reply)) {
      return;
    }
    const validate = (): Awaitable<ValidatedAnswer> => this.#validator.validate(this.#toValidate, inputs);
    this.#validating = whenReady(whenReady(this.#validating, validate), (answer) => {
      if (answer.ok) {
        onValid(answer.content);
      } else {
        reply({ type: 'rejected', screen: this.id, summary: answer.summary, problems: [...answer.problems] });
      }
    });
  }

  #rememberedMarks(): Pick<ScreenChanges, 'remembered'> {
    const { marks } = this.#remembered;
    return marks.length > 0 ? { remembered: marks } : {};
  }

  /** Updates the inputs that the form begins with, after a remembered answer was forgotten or restored. */
  #updateFirstInputs(): void {
    this.#draft.setBeginning(firstInputs(this.request, this.#remembered));
  }
}

/** True if the user reviews the answers of this form before they are sent. */
export function requiresReview(rule: ReviewRule, { fields }: FormModel): boolean {
  return (rule === 'always' && fields.length > 0) || (rule === 'multipleFields' && fields.length > 1);
}

/** The agent that leaves out patterns, if texts of the form may have had one. A text with a format seldom has one too. */
function withoutPatterns({ form, server: { asker } }: FormRequest): { withoutPatterns?: string } {
  const mayHavePattern = form.fields.some((field) => field.kind === 'text' && !field.format && !field.pattern);
  return asker?.hook && mayHavePattern ? { withoutPatterns: asker.name } : {};
}

/**
 * The inputs that the form begins with. If the server repeats an accepted request: the accepted content, in which an omitted field
 * stays empty even if it has a default. Otherwise the remembered answers and the defaults.
 */
function firstInputs({ form, acceptedBefore }: FormRequest, remembered: RememberedForm): FormInputs {
  if (!acceptedBefore) {
    return remembered.inputs;
  }
  const withoutDefaults = form.fields.map((field) => ({ ...field, default: undefined }));
  const inputs = inputsFromContent({ fields: withoutDefaults }, acceptedBefore);
  // An omitted field is empty on purpose: an empty default of an untouched one would be sent.
  return inputs.map((input, field) => {
    const { name, default: ownDefault } = form.fields[field] ?? {};
    const isOmitted = name !== undefined && ownDefault !== undefined && !Object.hasOwn(acceptedBefore, name);
    return isOmitted && 'touched' in input ? { ...input, touched: true } : input;
  });
}
