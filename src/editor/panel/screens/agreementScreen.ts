import type { Screen } from '#bridge/messages.ts';
import type { AgreementRequest } from '#editor/agreement/agreementText.ts';
import { type PanelScreen, type ScreenMessage, serverLabel } from './panelScreen.ts';

/** A whole entry, to agree to before a workspace's server starts, or before a folder's is imported. Anything but a click on the button means no. */
export class AgreementScreen implements PanelScreen {
  readonly waits = true;
  readonly blocksServer = true;
  readonly id: string;
  readonly #request: AgreementRequest;
  readonly #end: (agreed: boolean) => void;

  constructor(id: string, request: AgreementRequest, end: (agreed: boolean) => void) {
    this.id = id;
    this.#request = request;
    this.#end = end;
  }

  get serverName(): string {
    return this.#request.definition.name;
  }

  draw(ignoreInputMs: number): Screen {
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
