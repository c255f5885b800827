import { type CallToolResult, Client, type ClientCapabilities, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import { fromRoot } from '#test/root.ts';

export const legacyDemo = fromRoot('src/demo/legacyMain.ts');
export const modernDemo = fromRoot('src/demo/modernMain.ts');

export type FormContent = Record<string, string | number | boolean | string[]>;

type Reply = { action: 'accept'; content: FormContent } | { action: 'decline' } | { action: 'cancel' } | Error;

/** The parameters of a form elicitation as received, with the properties that the SDK's types omit. */
const elicitationParams = z.looseObject({
  message: z.string(),
  requestedSchema: z.looseObject({
    properties: z.record(z.string(), z.looseObject({ type: z.string() })),
    required: z.array(z.string()),
  }),
});

type ElicitationParams = z.infer<typeof elicitationParams>;

/** A client of a demo server, which runs in a separate process. Replies to elicitations with the replies that the test passes. */
export class DemoClient {
  readonly client: Client;
  /** The elicitations of the last call, in order. */
  requests: ElicitationParams[] = [];
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
    const demoClient = new DemoClient(client);
    if (capabilities.elicitation?.form) {
      client.setRequestHandler('elicitation/create', { params: elicitationParams }, (request) =>
        demoClient.#reply(request),
      );
    }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));
    return demoClient;
  }

  /** Calls a tool and replies to its elicitations with `replies`, one after another. */
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

  /** The number of replies that the last call did not need. */
  get unusedReplies(): number {
    return this.#replies.length;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  #reply(request: ElicitationParams) {
    this.requests.push(request);
    const reply = this.#replies.shift() ?? new Error(`No reply for: ${request.message}`);
    if (reply instanceof Error) {
      throw reply;
    }
    return reply;
  }
}

export function acceptWith(content: FormContent = {}): Reply {
  return { action: 'accept', content };
}

/** The texts of a result, one on each line. */
export function resultText(result: CallToolResult): string {
  return result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
