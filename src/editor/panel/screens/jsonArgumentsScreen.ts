import { t } from '@vscode/l10n';
import type { Screen } from '#bridge/messages.ts';
import { whenReady } from '#core/common/awaitable.ts';
import { indentedJson, isRecord } from '#form/json.ts';
import { jsonProblemText, readJson } from '#form/readJson.ts';
import {
  type ArgumentsRequest,
  type ArgumentsScreenContext,
  type CallArguments,
  endOnce,
  type FilledArguments,
  missingNames,
  uncheckedArgumentsText,
} from './argumentsRequest.ts';
import type { FormValidator, Reply } from './editedForm.ts';
import { JsonDraft } from './jsonDraft.ts';
import { suggestJson } from './jsonSuggestionReplies.ts';
import { type PanelScreen, type ScreenMessage, serverLabel } from './panelScreen.ts';

/** The screen for the arguments of a call as JSON text. Used if the schema cannot be a form. */
export class JsonArgumentsScreen implements PanelScreen {
  readonly waits = true;
  readonly waitsFor = 'arguments';
  readonly blocksServer: boolean;
  readonly id: string;
  readonly #request: ArgumentsRequest;
  readonly #reason: string;
  readonly #validator: FormValidator;
  readonly #draft: JsonDraft;
  readonly #end: (result: FilledArguments | undefined) => void;
  #text: string;
  /** The text that could not be validated at the last attempt. A second attempt ends with it. */
  #unchecked: string | undefined;

  constructor(id: string, request: ArgumentsRequest, reason: string, context: ArgumentsScreenContext) {
    this.id = id;
    this.#request = request;
    this.blocksServer = request.origin === 'program';
    this.#reason = reason;
    this.#validator = context.validator;
    const beginning = indentedJson(request.knownArguments) ?? '';
    this.#draft = new JsonDraft(context.draft, request.presentation.schema, beginning, request.masked);
    this.#end = endOnce(context);
    this.#text = this.#draft.first;
  }

  get serverId(): string {
    return this.#request.definition.id;
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  compose(ignoreInputMs: number): Screen {
    const { definition, target, presentation } = this.#request;
    return {
      kind: 'jsonArguments',
      id: this.id,
      server: serverLabel(definition),
      target,
      reason: this.#reason,
      schema: indentedJson(presentation.schema) ?? '',
      text: this.#text,
      draft: this.#draft.label,
      ...missingNames(this.#request),
      ignoreInputMs,
    };
  }

  receive(message: ScreenMessage, reply: Reply): void {
    switch (message.type) {
      case 'editJson':
        this.#write(message.text);
        return;
      case 'startOver':
        this.#fill(this.#draft.startOver(this.#text), reply);
        return;
      case 'undoStartOver':
        this.#fill(this.#draft.undo() ?? this.#text, reply);
        return;
      case 'suggestJson':
        suggestJson(this.id, this.#request.presentation.schema, undefined, message, reply);
        return;
      case 'runJson':
        this.#write(message.text);
        this.#run(message.text, reply);
        return;
      case 'cancel':
        this.dismiss();
        return;
    }
  }

  dismiss(): void {
    this.#end(undefined);
  }

  #run(text: string, reply: Reply): void {
    const reject = (summary: string) => reply({ type: 'rejected', screen: this.id, summary, problems: [] });
    const reading = readObject(text);
    if (!reading.ok) {
      reject(reading.problem);
      return;
    }
    const { presentation, definition } = this.#request;
    void whenReady(
      this.#validator.check(definition.id, presentation.schema, reading.value),
      ({ problems, unchecked }) => {
        if (text !== this.#text) {
          // The page waits for a reply. The problems are those of another text.
          reject(t('Nothing was sent.'));
        } else if (problems.length > 0) {
          reject(problems.join('\n'));
        } else if (unchecked !== undefined && text !== this.#unchecked) {
          this.#unchecked = text;
          reject(uncheckedArgumentsText(unchecked));
        } else {
          this.#end({ values: reading.value, masked: this.#draft.maskedIn(reading.value) });
        }
      },
    );
  }

  #write(text: string): void {
    this.#text = text;
    this.#draft.keep(text);
  }

  #fill(text: string, reply: Reply): void {
    this.#text = text;
    reply({ type: 'fillJson', screen: this.id, text, draft: this.#draft.label });
  }
}

/** Reads a JSON object. A blank text is an empty object. */
function readObject(text: string): { ok: true; value: CallArguments } | { ok: false; problem: string } {
  if (text.trim() === '') {
    return { ok: true, value: {} };
  }
  const reading = readJson(text);
  if (!reading.ok) {
    return { ok: false, problem: jsonProblemText(reading) };
  }
  return isRecord(reading.value)
    ? { ok: true, value: reading.value }
    : { ok: false, problem: t('Write a JSON object: { "name": value }.') };
}
