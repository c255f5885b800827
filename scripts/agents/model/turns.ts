/** What a scripted model receives: one request of an agent's, in no wire format. */
export interface ModelRequest {
  /** The names of the tools that the agent offers, as the agent calls them. */
  readonly tools: readonly string[];
  /** The texts of the tools' results in the conversation, the oldest first. */
  readonly results: readonly string[];
}

/** What a scripted model says. */
type Turn =
  /** Calls the tool whose name is, or ends with, `tool`. `json`: the text of the arguments, because the order of its keys matters. */
  | { readonly kind: 'call'; readonly tool: string; readonly json: string }
  /** Ends the agent's turn. */
  | { readonly kind: 'text'; readonly text: string };

/** Decides what the model says next. It may take its time. */
export type NextTurn = (request: ModelRequest) => Turn | Promise<Turn>;

/** What is sent back: `call` has the agent's name of the tool. */
export type ModelReply =
  | { readonly kind: 'call'; readonly name: string; readonly json: string; readonly id: string }
  | { readonly kind: 'text'; readonly text: string };

/** One wire format of model providers. */
export interface ModelFormat {
  /** True if a request to this path asks for the next turn. */
  isTurn(path: string): boolean;
  /** Reads the body of a request for a turn. */
  read(body: unknown): ModelRequest;
  /** The events of a streamed reply: the body of a response with server-sent events. */
  stream(reply: ModelReply, body: unknown): readonly ModelEvent[];
  /** The body of a reply that is not streamed. */
  whole(reply: ModelReply, body: unknown): unknown;
  /** True if the request wants a stream. */
  isStreamed(path: string, body: unknown): boolean;
  /** The reply to any other request of the agent's, such as a list of models; `undefined`: 404. */
  other?(path: string): unknown;
}

/** One server-sent event. `data` that is no text is written as JSON. */
export interface ModelEvent {
  readonly event?: string;
  readonly data: unknown;
}

const done: ModelReply = { kind: 'text', text: 'Done.' };

/**
 * The reply for a turn. An agent also asks for titles and summaries, for which it offers no tools: such a request gets a text,
 * without asking `nextTurn`.
 */
export async function replyTo(request: ModelRequest, nextTurn: NextTurn, id: string): Promise<ModelReply> {
  if (request.tools.length === 0) return done;
  const turn = await nextTurn(request);
  if (turn.kind === 'text') return turn;
  const name = request.tools.find((tool) => tool === turn.tool || tool.endsWith(`_${turn.tool}`));
  return name === undefined
    ? { kind: 'text', text: `There is no tool ${turn.tool}.` }
    : { kind: 'call', name, json: turn.json, id };
}
