import type { Screen, ToWebview } from '../../../bridge/messages.ts';
import { inputsFromContent } from '../../../form/inputs.ts';
import type { FormModel } from '../../../form/model.ts';
import type { ArgumentsRequest } from '../surface.ts';
import { Completing } from './completing.ts';
import { labelOf, type ScreenMessage, type StageScreen } from './screen.ts';
import { type FormJudge, TypedForm } from './typedForm.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Asks for a call's arguments: the form that questions get. Ends with the arguments, or `undefined` when dismissed. */
export class FormArgumentsScreen implements StageScreen {
  readonly waits = true;
  readonly holdsUp: boolean;
  readonly id: string;
  readonly #request: ArgumentsRequest;
  readonly #typed: TypedForm;
  readonly #completing: Completing | undefined;
  readonly #end: (result: Arguments | undefined) => void;

  constructor(
    id: string,
    request: ArgumentsRequest,
    form: FormModel,
    judge: FormJudge,
    end: (result: Arguments | undefined) => void,
  ) {
    this.id = id;
    this.#request = request;
    this.holdsUp = request.origin === 'program';
    const asked = { form, schema: request.ask.schema };
    this.#typed = new TypedForm(id, asked, inputsFromContent(form, request.known), judge);
    this.#completing = request.complete && new Completing(id, request.complete);
    this.#end = (result) => {
      this.#completing?.stop();
      end(result);
    };
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  draw(): Screen {
    const { definition, target } = this.#request;
    return {
      kind: 'arguments',
      id: this.id,
      server: labelOf(definition),
      target,
      form: this.#typed.form,
      inputs: [...this.#typed.inputs],
      completes: this.#completing !== undefined,
    };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    switch (message.type) {
      case 'edit':
        this.#typed.edit(message, reply);
        return;
      case 'complete':
        void this.#completing?.ask(message, this.#typed.form, this.#typed.inputs, reply);
        return;
      case 'submit': {
        const content = this.#typed.submit(message, reply);
        if (content) {
          this.#end(content);
        }
        return;
      }
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
export class JsonArgumentsScreen implements StageScreen {
  readonly waits = true;
  readonly holdsUp: boolean;
  readonly id: string;
  readonly #request: ArgumentsRequest;
  readonly #reason: string;
  readonly #judge: FormJudge;
  readonly #end: (result: Arguments | undefined) => void;
  #text: string;

  constructor(
    id: string,
    request: ArgumentsRequest,
    reason: string,
    judge: FormJudge,
    end: (result: Arguments | undefined) => void,
  ) {
    this.id = id;
    this.#request = request;
    this.holdsUp = request.origin === 'program';
    this.#reason = reason;
    this.#judge = judge;
    this.#end = end;
    this.#text = JSON.stringify(request.known, null, 2);
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  draw(): Screen {
    const { definition, target, ask } = this.#request;
    return {
      kind: 'jsonArguments',
      id: this.id,
      server: labelOf(definition),
      target,
      reason: this.#reason,
      schema: JSON.stringify(ask.schema, null, 2) ?? '',
      text: this.#text,
    };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    switch (message.type) {
      case 'editJson':
        this.#text = message.text;
        return;
      case 'runJson': {
        this.#text = message.text;
        const reading = readObject(message.text);
        const problems = reading.ok
          ? this.#judge.checkJson(this.#request.ask.schema, reading.value)
          : [reading.problem];
        if (reading.ok && problems.length === 0) {
          this.#end(reading.value);
        } else {
          reply({ type: 'rejected', screen: this.id, summary: problems.join('\n'), problems: [] });
        }
        return;
      }
      case 'cancel':
        this.dismiss();
        return;
    }
  }

  dismiss(): void {
    this.#end(undefined);
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
    return { ok: false, problem: 'Write a JSON object: { "name": value }.' };
  } catch (error) {
    return { ok: false, problem: `This is not JSON yet: ${error instanceof Error ? error.message : String(error)}` };
  }
}
