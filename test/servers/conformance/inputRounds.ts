/** Tools and a prompt that return `input_required` (2026-07-28). */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { onlyText } from './content.ts';

/** The number of rounds that a call has had. */
export interface RoundState {
  readonly round: number;
}

type Property = ElicitRequestFormParams['requestedSchema']['properties'][string];

function form(message: string, name: string, property: Property = { type: 'string' }): InputRequest {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: property }, required: [name] },
  });
}

function sampling(prompt: string, maxTokens = 100): InputRequest {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
  });
}

const name = form('What is your name?', 'name');

/** What each tool requests, round by round. */
const tools: Readonly<Record<string, readonly Readonly<Record<string, InputRequest>>[]>> = {
  elicitation: [{ user_name: name }],
  sampling: [{ capital_question: sampling('What is the capital of France?') }],
  list_roots: [{ client_roots: inputRequired.listRoots() }],
  request_state: [{ confirm: form('Please confirm', 'ok', { type: 'boolean' }) }],
  tampered_state: [{ confirm: form('Please confirm', 'ok', { type: 'boolean' }) }],
  multiple_inputs: [
    { user_name: name, greeting: sampling('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
  ],
  multi_round: [
    { step1: form('Step 1: What is your name?', 'name') },
    { step2: form('Step 2: What is your favorite color?', 'color') },
  ],
};

/** The other tools return a state with each round. */
const statelessTools = ['elicitation', 'sampling', 'list_roots'];

const context = { user_context: form('What context should the prompt use?', 'context') };

/** The next round, or nothing if all requests of the last one have a response. */
async function nextRound(
  { mcpReq }: ServerContext,
  rounds: readonly Readonly<Record<string, InputRequest>>[],
  states?: RequestStateCodec<RoundState>,
): Promise<InputRequiredResult | undefined> {
  const round = states ? (mcpReq.requestState<RoundState>()?.round ?? -1) : 0;
  const keys = Object.keys(rounds[round] ?? {});
  const isAnswered = round >= 0 && keys.every((key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing');
  const next = isAnswered ? round + 1 : Math.max(round, 0);
  const inputRequests = rounds[next];
  if (!inputRequests) return undefined;
  return inputRequired({ inputRequests, ...(states && { requestState: await states.mint({ round: next }) }) });
}

export function addRounds(server: McpServer, states: RequestStateCodec<RoundState>): void {
  for (const [tool, rounds] of Object.entries(tools)) {
    const codec = statelessTools.includes(tool) ? undefined : states;
    const description = 'Requests input before it returns.';
    server.registerTool(`test_input_required_result_${tool}`, { description }, async (call) => {
      const round = await nextRound(call, rounds, codec);
      return round ?? onlyText(`${codec ? 'state-ok ' : ''}${JSON.stringify(call.mcpReq.inputResponses)}`);
    });
  }
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Requests what the client can do.' },
    async (call) => {
      const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = call.mcpReq.envelope ?? {};
      const declared = envelope[CLIENT_CAPABILITIES_META_KEY];
      const requests = {
        ...(declared?.elicitation && { user_name: name }),
        ...(declared?.sampling && { greeting: sampling('Generate a greeting') }),
      };
      return (await nextRound(call, [requests])) ?? onlyText('All requests have a response.');
    },
  );
  server.registerTool(
    'test_streaming_elicitation',
    { description: 'Requests input on the stream of its result.' },
    async (call) => (await nextRound(call, [{ user_name: name }])) ?? onlyText('Answered.'),
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Requests a context before it returns.' },
    async (call) => {
      const answer = JSON.stringify(call.mcpReq.inputResponses);
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: `Context: ${answer}` } }];
      return (await nextRound(call, [context])) ?? { messages };
    },
  );
}
