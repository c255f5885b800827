import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ElicitResultSchema,
  type PrimitiveSchemaDefinition,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

export type CallContext = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** `pattern` belongs to string schemas in the specification; the SDK's types lack it. */
export type FieldSchema = PrimitiveSchemaDefinition & { readonly pattern?: string };

type Fields = Record<string, FieldSchema>;

type ValueOf<F> = F extends { type: 'boolean' }
  ? boolean
  : F extends { type: 'number' | 'integer' }
    ? number
    : F extends { type: 'array' }
      ? string[]
      : string;

type ContentOf<F, R extends keyof F> = { [K in R]: ValueOf<F[K]> } & { [K in Exclude<keyof F, R>]?: ValueOf<F[K]> };

export interface Question<F extends Fields, R extends keyof F & string> {
  readonly message: string;
  readonly properties: F;
  readonly required?: readonly R[];
  /** What no schema can express, such as one field depending on another: what is wrong, or `undefined`. */
  readonly check?: (content: ContentOf<F, R>) => string | undefined;
}

export type Refusal = 'decline' | 'cancel';

export type Answer<C> =
  | { readonly action: 'accept'; readonly content: C }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** The largest delay a Node timer takes, in milliseconds: the SDK's default would hang up on a person after 60 s. */
const AS_LONG_AS_IT_TAKES = 2_147_483_647;

const ATTEMPTS = 3;

const validators = new AjvJsonSchemaValidator();

/**
 * Puts a form to the person (MCP specification, client/elicitation, form mode) and waits without a time limit.
 * An accepted answer is checked again here, since a server cannot trust a client to have done so; a wrong one is
 * asked for again, with the reason.
 *
 * @throws Error with a sentence for the person when the client shows no forms, answers with an error, or sends wrong
 * answers three times. `McpServer` turns it into a tool result with `isError`.
 */
export async function ask<F extends Fields, R extends keyof F & string = never>(
  server: McpServer,
  context: CallContext,
  question: Question<F, R>,
): Promise<Answer<ContentOf<F, R>>> {
  // `elicitation: {}` means forms too (2025-11-25, Capabilities); the SDK has already read it so.
  if (!server.server.getClientCapabilities()?.elicitation?.form) {
    throw new Error(
      'This tool needs to ask you something, and your client cannot show forms (it did not declare the ' +
        'elicitation capability). Nothing was done.',
    );
  }
  let { message, properties }: { message: string; properties: Fields } = question;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const requestedSchema = { type: 'object' as const, properties, required: [...(question.required ?? [])] };
    const result = await send(context, message, requestedSchema);
    if (result.action !== 'accept') {
      return { action: result.action };
    }
    const content = result.content ?? {};
    const verdict = validators.getValidator<ContentOf<F, R>>(requestedSchema)(content);
    if (!verdict.valid) {
      message = `That answer does not fit the form: ${verdict.errorMessage}.\n\n${question.message}`;
      continue;
    }
    const problem = question.check?.(verdict.data);
    if (problem === undefined) {
      return { action: 'accept', content: verdict.data };
    }
    message = `${problem}\n\n${question.message}`;
    properties = prefilled(question.properties, content);
  }
  throw new Error('Three answers in a row did not fit the question, so it was dropped. Nothing was done.');
}

async function send(
  context: CallContext,
  message: string,
  requestedSchema: { type: 'object'; properties: Fields; required: string[] },
) {
  try {
    // Not `elicitInput`: it turns a wrong answer into an error and leaves no chance to ask again.
    return await context.sendRequest(
      { method: 'elicitation/create', params: { message, requestedSchema } },
      ElicitResultSchema,
      { timeout: AS_LONG_AS_IT_TAKES, signal: context.signal },
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The question could not be put to you (${reason}). Nothing was done.`, { cause: error });
  }
}

/** The same fields with the given answers as their defaults, so that only what was wrong needs typing again. */
function prefilled(fields: Fields, content: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, default: content[name] } as typeof field]),
  );
}
