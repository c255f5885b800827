import type { AnswerBody } from '#agentProtocol/agentMessages.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

/** What the user decides about a form, and the answer that the client gets then. */
export const decision = { action: 'accept', content: { ticket: '7' } } as const;
export const acceptedTicket: AnswerBody = { kind: 'result', result: decision };

/** The parameters of an elicitation as a request of a round. */
export function asRound(params: object) {
  return { method: 'elicitation/create', params };
}

interface AskingClient {
  readonly bed: AgentsTestBed;
  readonly client: AgentClient;
}

/** Gives each test of the suite a window of its own, with a client of Codex that is connected. */
export function withAskingClient(give: (asking: AskingClient) => void): void {
  let bed: AgentsTestBed | undefined;
  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
    give({ bed, client: await bed.client() });
  });
  afterEach(() => bed?.end());
}
