import type { Screen, ToWebview } from '../../../bridge/messages.ts';
import type { Inbox } from '../../../core/inbox/inbox.ts';
import type { ElicitationRequest } from '../../../core/inbox/request.ts';
import { targetOf } from '../../../core/servers/call.ts';
import { initialInputs } from '../../../form/inputs.ts';
import type { ScreenMessage, StageScreen } from './screen.ts';
import { type FormJudge, TypedForm } from './typedForm.ts';

/** A server's question, from its arrival until it is settled. */
export class QuestionScreen implements StageScreen {
  readonly waits = true;
  readonly holdsUp = true;
  readonly request: ElicitationRequest;
  readonly #inbox: Inbox;
  readonly #scope: string | undefined;
  readonly #typed: TypedForm;

  constructor(request: ElicitationRequest, scope: string | undefined, inbox: Inbox, judge: FormJudge) {
    this.request = request;
    this.#scope = scope;
    this.#inbox = inbox;
    this.#typed = new TypedForm(request.id, request, initialInputs(request.form), judge);
  }

  get id(): string {
    return this.request.id;
  }

  get serverName(): string {
    return this.request.server.name;
  }

  draw(quietFor: number): Screen {
    const { server, call, message } = this.request;
    return {
      kind: 'question',
      id: this.id,
      server: { name: server.name, scope: this.#scope, selfName: server.selfName },
      call: call && { kind: call.request.kind, name: targetOf(call.request) },
      message,
      form: this.#typed.form,
      inputs: [...this.#typed.inputs],
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
          this.#inbox.decide(this.id, { action: 'accept', content });
        }
        return;
      }
      case 'decline':
        this.#inbox.decide(this.id, { action: 'decline' });
        return;
      case 'cancel':
        this.dismiss();
        return;
    }
  }

  dismiss(): void {
    this.#inbox.decide(this.id, { action: 'cancel' });
  }
}
