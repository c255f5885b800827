import type { AgentServices } from './agentServices.ts';
import { AskNumbers } from './askNumbers.ts';
import { ByteBudget } from './byteBudget.ts';
import { ClientAccounts } from './clientAccounts.ts';
import { HookServerNames } from './sessionServer.ts';
import { UnverifiedServers } from './unverifiedServers.ts';

/** The bytes of the requests that wait, and those of the arguments of calls, of all clients. */
const maxRequestBytes = 64 * 1024 * 1024;
const maxArgumentBytes = 64 * 1024 * 1024;

/** What the sessions of a window share. */
export class SharedByClients {
  readonly services: AgentServices;
  readonly numbers = new AskNumbers();
  readonly unverified: UnverifiedServers;
  readonly accounts: ClientAccounts;
  readonly hookServers = new HookServerNames();
  readonly requestBytes = new ByteBudget(maxRequestBytes);
  readonly argumentBytes = new ByteBudget(maxArgumentBytes);
  /** Called when the calls of a session have changed, or the mute of a client. */
  readonly onChange: () => void;

  constructor(services: AgentServices, onChange: () => void) {
    this.services = services;
    this.unverified = new UnverifiedServers(services);
    this.accounts = new ClientAccounts(services, onChange);
    this.onChange = onChange;
  }
}
