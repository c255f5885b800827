import type { Screen, ToWebview } from '../../../bridge/messages.ts';
import type { FormRequest } from '../../../core/inbox/request.ts';
import { initialInputs, inputsFit, inputsFromContent, isTouched } from '../../../form/inputs.ts';
import type { FormInputs } from '../../../form/model.ts';
import { type AskedPorts, drawAsked, receiveAsked } from './asked.ts';
import type { ScreenMessage, StageScreen } from './screen.ts';
import { type FormJudge, TypedForm } from './typedForm.ts';

/** A server's question with a form, from its arrival until it is settled. */
export class QuestionScreen implements StageScreen {
  readonly waits = true;
  readonly holdsUp = true;
  readonly request: FormRequest;
  readonly #ports: AskedPorts;
  readonly #restored: boolean;
  readonly #typed: TypedForm;

  /** `kept`: what was typed when the same question was there before. */
  constructor(request: FormRequest, ports: AskedPorts, judge: FormJudge, kept: FormInputs | undefined) {
    this.request = request;
    this.#ports = ports;
    const restored = kept && inputsFit(request.form, kept) ? kept : undefined;
    this.#restored = restored !== undefined;
    this.#typed = new TypedForm(request.id, request, restored ?? firstInputs(request), judge);
  }

  get id(): string {
    return this.request.id;
  }

  get serverName(): string {
    return this.request.server.name;
  }

  /** What the person has put into it, to be kept; `undefined` when nothing. Its secrets are forgotten. */
  takeTyped(): FormInputs | undefined {
    this.#typed.forgetSecrets();
    const { form, inputs } = this.#typed;
    const any = form.fields.some((field, index) => {
      const input = inputs[index];
      return input !== undefined && isTouched(field, input);
    });
    return any ? inputs : undefined;
  }

  draw(quietFor: number): Screen {
    return {
      kind: 'question',
      ...drawAsked(this.request, this.#ports),
      form: this.#typed.form,
      inputs: [...this.#typed.inputs],
      secrets: this.#typed.secrets,
      askedAgain: this.request.acceptedBefore !== undefined,
      restored: this.#restored,
      quietFor,
    };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    switch (message.type) {
      case 'edit':
        this.#typed.edit(message, reply);
        return;
      case 'submit': {
        const content = this.#typed.submit(message, reply);
        if (content) {
          this.#ports.inbox.decide(this.id, { action: 'accept', content });
        }
        return;
      }
      default:
        receiveAsked(this.request, this.#ports, message);
    }
  }

  dismiss(): void {
    this.#ports.inbox.decide(this.id, { action: 'cancel' });
  }
}

/** What was accepted before, where the server asks again: a field that was left empty then is empty, default or not. */
function firstInputs({ form, acceptedBefore }: FormRequest): FormInputs {
  if (!acceptedBefore) {
    return initialInputs(form);
  }
  const withoutDefaults = form.fields.map((field) => ({ ...field, default: undefined }));
  return inputsFromContent({ fields: withoutDefaults }, acceptedBefore);
}
