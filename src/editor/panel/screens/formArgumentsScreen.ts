import type { Screen } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormToValidate, ValidatedAnswer } from '#core/inbox/answerValidator.ts';
import { fillArguments } from '#form/inputs/fillArguments.ts';
import type { FormModel } from '#form/model.ts';
import { restBox } from '#form/schema/readBox.ts';
import {
  type ArgumentsRequest,
  type ArgumentsScreenContext,
  endOnce,
  type FilledArguments,
  missingNames,
  uncheckedArgumentsText,
} from './argumentsRequest.ts';
import { CompletionRequests } from './completionRequests.ts';
import { EditedForm, type FormValidator, type MessageOf, type Reply } from './editedForm.ts';
import { FormDraft } from './formDraft.ts';
import { suggestJson } from './jsonSuggestionReplies.ts';
import { type PanelScreen, type ScreenMessage, serverLabel } from './panelScreen.ts';

/** The screen for the arguments of a call as a form. */
export class FormArgumentsScreen implements PanelScreen {
  readonly waits = true;
  readonly waitsFor = 'arguments';
  readonly blocksServer: boolean;
  readonly id: string;
  readonly #request: ArgumentsRequest;
  readonly #toValidate: FormToValidate;
  readonly #validator: FormValidator;
  readonly #draft: FormDraft;
  readonly #edited: EditedForm;
  readonly #completion: CompletionRequests | undefined;
  readonly #end: (result: FilledArguments | undefined) => void;
  /** The arguments, as JSON, that could not be validated at the last attempt. A second attempt ends with them. */
  #unchecked: string | undefined;
  /** The validation that runs. The next one starts after it. */
  #validating: Awaitable<void> = undefined;

  constructor(id: string, request: ArgumentsRequest, form: FormModel, context: ArgumentsScreenContext) {
    this.id = id;
    this.#request = request;
    this.blocksServer = request.origin === 'program';
    const filled = fillArguments(form, request.knownArguments, restBox(false));
    this.#toValidate = { form: filled.form, owner: request.definition.id, toolSchema: request.presentation.schema };
    this.#validator = context.validator;
    // Secrets in the arguments of a call need no confirmation, but they must not be written to disk.
    const guarded = { form: filled.form, sensitive: sensitiveFields(filled.form, '') };
    this.#draft = new FormDraft(context.draft, guarded, filled.inputs, request.presentation.schema, request.masked);
    this.#edited = new EditedForm(
      id,
      { ...this.#toValidate, sensitive: guarded.sensitive },
      this.#draft,
      context.validator,
    );
    this.#completion = request.complete && new CompletionRequests(id, request.complete);
    const end = endOnce(context);
    this.#end = (result) => {
      this.#completion?.stop();
      end(result);
    };
  }

  get serverId(): string {
    return this.#request.definition.id;
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  compose(ignoreInputMs: number): Screen {
    const { definition, target } = this.#request;
    return {
      kind: 'arguments',
      id: this.id,
      server: serverLabel(definition),
      target,
      form: this.#edited.form,
      inputs: [...this.#edited.inputs],
      secrets: this.#edited.secretsIn(this.#edited.inputs),
      draft: this.#draft.label,
      ...missingNames(this.#request),
      offersCompletions: this.#completion !== undefined,
      ignoreInputMs,
    };
  }

  receive(message: ScreenMessage, reply: Reply): void {
    switch (message.type) {
      case 'edit':
        this.#edited.edit(message, reply);
        return;
      case 'startOver':
        this.#edited.startOver(reply);
        return;
      case 'undoStartOver':
        this.#edited.undoStartOver(reply);
        return;
      case 'complete':
        void this.#completion?.request(
          message,
          this.#edited.form,
          this.#edited.inputs,
          this.#draft.secretFields,
          reply,
        );
        return;
      case 'suggestJson':
        suggestJson(
          this.id,
          this.#request.presentation.schema,
          this.#edited.form.fields[message.field],
          message,
          reply,
        );
        return;
      case 'submit':
        this.#submit(message, reply);
        return;
      case 'cancel':
        this.dismiss();
        return;
    }
  }

  dismiss(): void {
    this.#end(undefined);
  }

  /** Ends with the arguments. Replies `rejected` if they have problems, and at the first attempt if they cannot be validated. */
  #submit({ inputs }: MessageOf<'submit'>, reply: Reply): void {
    if (!this.#edited.keepSubmitted(inputs, reply)) {
      return;
    }
    const validate = (): Awaitable<ValidatedAnswer> => this.#validator.validate(this.#toValidate, inputs);
    this.#validating = whenReady(whenReady(this.#validating, validate), (answer) => {
      if (!answer.ok) {
        reply({ type: 'rejected', screen: this.id, summary: answer.summary, problems: [...answer.problems] });
        return;
      }
      const { content, unchecked } = answer;
      const json = JSON.stringify(content);
      if (unchecked !== undefined && json !== this.#unchecked) {
        this.#unchecked = json;
        reply({ type: 'rejected', screen: this.id, summary: uncheckedArgumentsText(unchecked), problems: [] });
      } else {
        this.#end({ values: content, masked: this.#draft.maskedIn(inputs, content) });
      }
    });
  }
}
