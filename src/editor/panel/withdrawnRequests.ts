import { t } from '@vscode/l10n';
import type { Settlement } from '#core/inbox/inbox.ts';
import { type ElicitationRequest, isByProgram, type Withdrawal } from '#core/model/elicitationRequest.ts';
import type { PanelNotices } from './panelNotices.ts';

export interface GonePorts {
  readonly notices: PanelNotices;
  readonly words: {
    /** `kept`: what the person had typed is kept for when it is asked again. */
    withdrawn(serverName: string, reason: string, kept: boolean): string;
    /** The same, of a page that was opened all the same. */
    opened(serverName: string, reason: string): string;
  };
  /** There is something else to be read. */
  changed(): void;
}

/** How somebody else took a question away. What the person ended, by a call or a server too, they know: `undefined`. */
export function withdrawalByOthers(settlement: Settlement): Withdrawal | undefined {
  if (settlement.kind === 'decided') {
    return isByProgram(settlement.decision) ? { by: 'host', reason: t('Another extension cancelled it.') } : undefined;
  }
  const { withdrawal } = settlement;
  return withdrawal.by === 'host' ? undefined : withdrawal;
}

/** The same, of what the person ended. */
function ended(settlement: Settlement): Withdrawal {
  return settlement.kind === 'decided' ? { by: 'host', reason: t('You cancelled it.') } : settlement.withdrawal;
}

/** Says of questions that somebody else took away that they are gone. */
export class WithdrawnRequests {
  readonly #ports: GonePorts;

  constructor(ports: GonePorts) {
    this.#ports = ports;
  }

  settled(request: ElicitationRequest, settlement: Settlement, kept: boolean): void {
    const taken = withdrawalByOthers(settlement);
    if (taken) {
      this.say(request, taken, kept);
    }
    const how = taken ?? ended(settlement);
    void settlement.opening?.then((opened) => {
      if (opened) {
        this.#sayOpened(request, how);
      }
    });
  }

  say({ id, call, server }: ElicitationRequest, { reason }: Withdrawal, kept: boolean): void {
    const text = this.#ports.words.withdrawn(server.name, reason, kept);
    const lost = kept && call ? { serverId: server.id, request: call.request } : undefined;
    this.#ports.notices.show({ severity: 'warning', text, serverId: server.id }, { about: id, lost });
  }

  /** Later than the rest, where the browser is slow. */
  #sayOpened({ id, server }: ElicitationRequest, { reason }: Withdrawal): void {
    const text = this.#ports.words.opened(server.name, reason);
    this.#ports.notices.show({ severity: 'warning', text, serverId: server.id }, { about: id });
    this.#ports.changed();
  }
}
