import { t } from '@vscode/l10n';
import type { Screen, ToWebview } from '#bridge/messages.ts';
import { whenReady } from '#core/common/awaitable.ts';
import type { OpenDraft } from '#core/drafts/drafts.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { inputsFromContent } from '#form/formInputs.ts';
import { indentedJson } from '#form/json.ts';
import type { FormModel } from '#form/model.ts';
import { CompletionRequests } from './completionRequests.ts';
import { EditedForm, type FormJudge, uncheckedArgumentsText } from './editedForm.ts';
import { FormDraft } from './formDraft.ts';
import { JsonDraft } from './jsonDraft.ts';
import { type PanelScreen, type ScreenMessage, serverLabel } from './panelScreen.ts';
import type { ArgumentsRequest } from './surface.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Ports {
  readonly judge: FormJudge;
  /** What was typed for the same call before, and what is typed from now on. */
  readonly draft: OpenDraft;
  end(result: Arguments | undefined): void;
}

/** Ends with the arguments, or without: then what was typed for them stays. Ends once: a check may still be under way. */
function ending({ draft, end }: Ports): (result: Arguments | undefined) => void {
  let hasEnded = false;
  return (result) => {
    if (hasEnded) {
      return;
    }
    hasEnded = true;
    if (result) {
      draft.sent();
    } else {
      draft.close();
    }
    end(result);
  };
}

/** Asks for a call's arguments: the form that questions get. Ends with the arguments, or `undefined` when dismissed. */
export class FormArgumentsScreen implements PanelScreen {
  readonly waits = true;
  readonly holdsUp: boolean;
  readonly id: string;
  readonly #request: ArgumentsRequest;
  readonly #draft: FormDraft;
  readonly #typed: EditedForm;
  readonly #completing: CompletionRequests | undefined;
  readonly #end: (result: Arguments | undefined) => void;

  constructor(id: string, request: ArgumentsRequest, form: FormModel, ports: Ports) {
    this.id = id;
    this.#request = request;
    this.holdsUp = request.origin === 'program';
    const asked = { form, owner: request.definition.id, toolSchema: request.ask.schema };
    // Nobody is warned of a secret that they give to a call of their own, but it is no more to be written to the disk.
    const guarded = { form, sensitive: sensitiveFields(form, '') };
    this.#draft = new FormDraft(ports.draft, guarded, inputsFromContent(form, request.known));
    this.#typed = new EditedForm(id, asked, this.#draft, ports.judge);
    this.#completing = request.complete && new CompletionRequests(id, request.complete);
    const end = ending(ports);
    this.#end = (result) => {
      this.#completing?.stop();
      end(result);
    };
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  draw(ignoreInputMs: number): Screen {
    const { definition, target } = this.#request;
    return {
      kind: 'arguments',
      id: this.id,
      server: serverLabel(definition),
      target,
      form: this.#typed.form,
      inputs: [...this.#typed.inputs],
      draft: this.#draft.label,
      offersCompletions: this.#completing !== undefined,
      ignoreInputMs,
    };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    switch (message.type) {
      case 'edit':
        this.#typed.edit(message, reply);
        return;
      case 'startOver':
        this.#typed.startOver(reply);
        return;
      case 'undoStartOver':
        this.#typed.undoStartOver(reply);
        return;
      case 'complete':
        void this.#completing?.request(message, this.#typed.form, this.#typed.inputs, reply);
        return;
      case 'submit':
        this.#typed.submit(message, reply, { send: (content) => this.#end(content) });
        return;
      case 'cancel':
        this.dismiss();
        return;
    }
  }

  dismiss(): void {
    this.#end(undefined);
  }
}

/** Asks for a call's arguments as JSON, where the schema does not fit a flat form. */
export class JsonArgumentsScreen implements PanelScreen {
  readonly waits = true;
  readonly holdsUp: boolean;
  readonly id: string;
  readonly #request: ArgumentsRequest;
  readonly #reason: string;
  readonly #judge: FormJudge;
  readonly #draft: JsonDraft;
  readonly #end: (result: Arguments | undefined) => void;
  #text: string;
  /** The text of which the user was told that it cannot be checked. */
  #unchecked: string | undefined;

  constructor(id: string, request: ArgumentsRequest, reason: string, ports: Ports) {
    this.id = id;
    this.#request = request;
    this.holdsUp = request.origin === 'program';
    this.#reason = reason;
    this.#judge = ports.judge;
    this.#draft = new JsonDraft(ports.draft, request.ask.schema, indentedJson(request.known) ?? '');
    this.#end = ending(ports);
    this.#text = this.#draft.first;
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  draw(ignoreInputMs: number): Screen {
    const { definition, target, ask } = this.#request;
    return {
      kind: 'jsonArguments',
      id: this.id,
      server: serverLabel(definition),
      target,
      reason: this.#reason,
      schema: indentedJson(ask.schema) ?? '',
      text: this.#text,
      draft: this.#draft.label,
      ignoreInputMs,
    };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
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

  #run(text: string, reply: (message: ToWebview) => void): void {
    const reject = (summary: string) => reply({ type: 'rejected', screen: this.id, summary, problems: [] });
    const reading = readObject(text);
    if (!reading.ok) {
      reject(reading.problem);
      return;
    }
    const { ask, definition } = this.#request;
    void whenReady(this.#judge.check(definition.id, ask.schema, reading.value), ({ problems, unchecked }) => {
      if (text !== this.#text) {
        return;
      }
      if (problems.length > 0) {
        reject(problems.join('\n'));
      } else if (unchecked !== undefined && text !== this.#unchecked) {
        this.#unchecked = text;
        reject(uncheckedArgumentsText(unchecked));
      } else {
        this.#end(reading.value);
      }
    });
  }

  #write(text: string): void {
    this.#text = text;
    this.#draft.keep(text);
  }

  #fill(text: string, reply: (message: ToWebview) => void): void {
    this.#text = text;
    reply({ type: 'fillJson', screen: this.id, text, draft: this.#draft.label });
  }
}

/** The arguments that a text says, in JSON; a blank text says none. */
function readObject(text: string): { ok: true; value: Arguments } | { ok: false; problem: string } {
  if (text.trim() === '') {
    return { ok: true, value: {} };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, value: value as Arguments };
    }
    return { ok: false, problem: t('Write a JSON object: { "name": value }.') };
  } catch (error) {
    return {
      ok: false,
      problem: t('This is not JSON yet: {0}', error instanceof Error ? error.message : String(error)),
    };
  }
}
