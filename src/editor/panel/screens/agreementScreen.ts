import type { Screen } from '#bridge/messages.ts';
import type { AgreementRequest } from '#editor/agreement/agreementText.ts';
import { type PanelScreen, type ScreenMessage, serverLabel } from './panelScreen.ts';

/**
 * The screen with a whole entry, which the user agrees to before a server of a workspace starts, or before an entry of a folder is
 * imported. Only a click on the button means agreement.
 */
export class AgreementScreen implements PanelScreen {
  readonly waits = true;
  readonly waitsFor = 'agreement';
  readonly blocksServer = true;
  readonly id: string;
  readonly #request: AgreementRequest;
  readonly #end: (isAgreed: boolean) => void;

  constructor(id: string, request: AgreementRequest, end: (isAgreed: boolean) => void) {
    this.id = id;
    this.#request = request;
    this.#end = end;
  }

  get serverId(): string {
    return this.#request.definition.id;
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  compose(ignoreInputMs: number): Screen {
    const { definition, purpose, changed, runsProgram, warnings, rows } = this.#request;
    return {
      kind: 'agreement',
      id: this.id,
      server: serverLabel(definition),
      purpose,
      changed,
      runsProgram,
      warnings: [...warnings],
      rows: rows.map(({ label, values }) => ({ label, values: [...values] })),
      ignoreInputMs,
    };
  }

  receive(message: ScreenMessage): void {
    if (message.type === 'agree') {
      this.#end(true);
    } else if (message.type === 'cancel') {
      this.#end(false);
    }
  }

  dismiss(): void {
    this.#end(false);
  }
}
