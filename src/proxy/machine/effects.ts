import type { LinkedReceipt, MachineAction } from './machineEvents.ts';

/** Collects what one event causes. */
export class Effects {
  #actions: MachineAction[] = [];

  add(action: MachineAction): void {
    this.#actions.push(action);
  }

  toAgent(bytes: Buffer): void {
    this.add({ type: 'toAgent', bytes });
  }

  toServer(bytes: Buffer, receipt?: LinkedReceipt): void {
    this.add({ type: 'toServer', bytes, receipt });
  }

  log(text: string): void {
    this.add({ type: 'log', text });
  }

  /** The actions since the last time, in order. */
  take(): readonly MachineAction[] {
    const actions = this.#actions;
    this.#actions = [];
    return actions;
  }
}
