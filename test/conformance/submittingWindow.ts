import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { initialInput } from '#form/formInputs.ts';
import type { Field, FieldInput } from '#form/model.ts';
import { definitionOf } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';
import { LendingTestBed } from '#test/unit/core/agents/lending/lendingTestBed.ts';
import { answerEverything } from './automaticUser.ts';

interface ConnectedServer {
  readonly client: string;
  readonly server: string;
  readonly command: readonly string[];
}

/** Opens the window of a user who has connected this server and submits every form. `folder`: what the window has open. */
export async function openSubmittingWindow(
  { client, server, command }: ConnectedServer,
  folder: string,
): Promise<AgentsTestBed> {
  const bed = new AgentsTestBed();
  await bed.keys.create(client);
  await bed.connections.connect(client, { server, fingerprint: commandFingerprint(command) });
  submitEverything(bed);
  bed.endpoint.update({ folders: [folder], focusedAt: Date.now() });
  await bed.endpoint.start();
  return bed;
}

/** Opens the window of a user who has lent this server of the host and submits every form. */
export async function openLendingWindow(
  { client, server, command: [command = '', ...args] }: ConnectedServer,
  folder: string,
): Promise<LendingTestBed> {
  const bed = new LendingTestBed();
  await bed.lend(nodeSpec('', [], { command, args }), definitionOf(server), client);
  submitEverything(bed);
  bed.window.update({ folders: [folder], focusedAt: Date.now() });
  await bed.window.start();
  return bed;
}

function submitEverything({ inbox }: AgentsTestBed): void {
  answerEverything(inbox, new AnswerValidator(new InProcessChecker()), ({ fields }) => fields.map(inputFor));
}

/** The default, else "sample", else yes. */
function inputFor(field: Field): FieldInput {
  if (field.kind === 'text' && field.default === undefined) return { kind: 'text', text: 'sample', touched: true };
  return field.kind === 'boolean' ? { kind: 'boolean', value: field.default ?? true } : initialInput(field);
}
