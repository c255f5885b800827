import { type CallToolResult, Client, type ClientCapabilities, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import { fromRoot } from '#test/root.ts';

export const legacyDemo = fromRoot('src/demo/legacyMain.ts');
export const modernDemo = fromRoot('src/demo/modernMain.ts');

export type FormContent = Record<string, string | number | boolean | string[]>;

type Reply = { action: 'accept'; content: FormContent } | { action: 'decline' } | { action: 'cancel' } | Error;

/** A form elicitation as received, with the properties that the SDK's own types drop. */
const asked = z.looseObject({
  message: z.string(),
  requestedSchema: z.looseObject({
    properties: z.record(z.string(), z.looseObject({ type: z.string() })),
    required: z.array(z.string()),
  }),
});

type Asked = z.infer<typeof asked>;

/** A client of the demo server, which runs as a process of its own. Replies to elicitations as the test sets. */
export class DemoClient {
  readonly client: Client;
  /** The elicitations of the last call, in order. */
  requests: Asked[] = [];
  #replies: Reply[] = [];

  private constructor(client: Client) {
    this.client = client;
  }

  static async start(
    capabilities: ClientCapabilities = { elicitation: { form: {} } },
    script = legacyDemo,
  ): Promise<DemoClient> {
    const versionNegotiation = script === legacyDemo ? undefined : ({ mode: 'auto' } as const);
    const client = new Client({ name: 'demo-tests', version: '1.0.0' }, { capabilities, versionNegotiation });
    const conversation = new DemoClient(client);
    if (capabilities.elicitation?.form) {
      client.setRequestHandler('elicitation/create', { params: asked }, (question) => conversation.#reply(question));
    }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));
    return conversation;
  }

  /** Calls a tool and replies to its elicitations with these, one after another. */
  async call(
    name: string,
    args: Record<string, unknown>,
    replies: readonly Reply[],
    onprogress?: (progress: Progress) => void,
    _meta?: { progressToken: string },
  ): Promise<CallToolResult> {
    this.requests = [];
    this.#replies = [...replies];
    return this.client.callTool({ name, arguments: args, _meta }, { onprogress });
  }

  /** How many replies of the last call no elicitation asked for. */
  get unusedReplies(): number {
    return this.#replies.length;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  #reply(question: Asked) {
    this.requests.push(question);
    const reply = this.#replies.shift() ?? new Error(`No reply for: ${question.message}`);
    if (reply instanceof Error) {
      throw reply;
    }
    return reply;
  }
}

export function acceptWith(content: FormContent = {}): Reply {
  return { action: 'accept', content };
}

/** All text of a result. */
export function resultText(result: CallToolResult): string {
  return result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
