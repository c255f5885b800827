import { t } from '@vscode/l10n';
import { agentName } from '#core/agents/home/agentNames.ts';
import type { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import type { AskerControl } from '#core/agents/sessions/clientAccounts.ts';
import type { ProgramRequests } from '#core/agents/sessions/programRequests.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';

/** The servers of one asker that share a limit. Named like a server of the user settings, which have no scope beside their names. */
interface LimitedServers {
  readonly definition: Pick<ServerDefinition, 'id' | 'name' | 'scope'>;
  readonly rateControl: ServerRateControl;
}

/** An agent, or all other extensions together. */
export interface AskingProgram {
  /** The id of the agent's client, or that of the account of all other extensions. */
  readonly id: string;
  readonly name: string;
  readonly control: AskerControl;
}

/** The agents and other extensions that may ask in this window, and the user's actions on them. */
export class Askers {
  readonly #changed = new Emitter<void>();
  readonly #sessions: AgentSessions;
  readonly #programs: ProgramRequests;

  /** Fires when other extensions have begun to ask, or were muted or unmuted. */
  readonly onDidChange: Event<void> = this.#changed.event;

  changed(): void {
    this.#changed.fire();
  }

  constructor(sessions: AgentSessions, programs: ProgramRequests) {
    this.#sessions = sessions;
    this.#programs = programs;
  }

  /** Those that have connected or asked since the window was opened. */
  get all(): readonly AskingProgram[] {
    return [...this.#sessions.clients.map((client) => this.ofClient(client)), ...this.extensions];
  }

  /** `client`: one that has a key. */
  ofClient(client: string): AskingProgram {
    return { id: client, name: agentName(client), control: this.#sessions.controlOf(client) };
  }

  /** All other extensions as one; none if no extension has asked. */
  get extensions(): readonly AskingProgram[] {
    const { accountId: id, control, hasAsked } = this.#programs;
    return hasAsked ? [{ id, name: t('Other extensions'), control }] : [];
  }

  /** The limits under which they ask. */
  get limits(): readonly LimitedServers[] {
    const { accountId, rateControl } = this.#programs;
    return [
      ...this.#sessions.servers.map((server) =>
        limited(server.id, nameOf(server), this.#sessions.rateControlOf(server.id)),
      ),
      limited(accountId, t('Other extensions'), rateControl),
    ];
  }
}

function limited(id: string, name: string, rateControl: ServerRateControl): LimitedServers {
  return { definition: { id, name, scope: { kind: 'user' } }, rateControl };
}

/** All servers of an agent that the user has not connected share one limit. */
function nameOf({ name, asker }: Attribution): string {
  return asker?.isConnected === false ? t('{0} · servers that you have not connected', asker.name) : name;
}
