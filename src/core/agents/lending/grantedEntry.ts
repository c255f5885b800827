import type { HelloBody } from '#agentProtocol/agentMessages.ts';
import { agentName } from '#core/agents/home/agentNames.ts';
import { HostError } from '#core/common/errors.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { GrantedServer } from './grants.ts';
import type { LendingServices } from './lendingServices.ts';
import { lentTexts } from './lentTexts.ts';

/** How long a grant is known, in milliseconds: another window may revoke it. */
const knownMs = 1000;

/** The error of a request for a server that the agent may not use now. Its text is for the agent. */
export class NotLent extends HostError {
  constructor(summary: string) {
    super({ name: 'ServerNotAllowed', summary });
  }
}

/** The entry of the server that a client names, as long as it is lent to the client. */
export class GrantedEntry {
  readonly #hello: HelloBody;
  readonly #services: Pick<LendingServices, 'grants' | 'definitions'>;
  #found: Promise<GrantedServer> | undefined;
  #foundAt = 0;
  #definition: ServerDefinition | undefined;

  constructor(hello: HelloBody, services: Pick<LendingServices, 'grants' | 'definitions'>) {
    this.#hello = hello;
    this.#services = services;
  }

  /** The entry that was last found. */
  get definition(): ServerDefinition | undefined {
    return this.#definition;
  }

  /** @param isFresh True if what was found a moment ago does not count. @throws NotLent */
  async current(isFresh = false): Promise<ServerDefinition> {
    const { client, server } = this.#hello;
    const { grants, definitions } = this.#services;
    if (isFresh || !this.#found || performance.now() - this.#foundAt > knownMs) {
      this.#found = grants.find(client, server, definitions());
      this.#foundAt = performance.now();
    }
    const found = await this.#found;
    this.#definition = found.outcome === 'granted' ? found.definition : undefined;
    if (found.outcome !== 'granted') {
      throw new NotLent(refusalOf(found, server, agentName(client)));
    }
    if (!found.definition.entry.enabled) {
      throw new NotLent(lentTexts.disabled(server));
    }
    return found.definition;
  }
}

function refusalOf(found: Exclude<GrantedServer, { outcome: 'granted' }>, server: string, agent: string): string {
  switch (found.outcome) {
    case 'notGranted':
      return lentTexts.notGranted(server, agent);
    case 'changed':
      return lentTexts.changed(server, agent);
    case 'ambiguous':
      return lentTexts.ambiguous(server, found.definitions);
    case 'notOpen':
      return lentTexts.notOpen(server);
  }
}
