import { createHash, randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  completable,
  createRequestStateCodec,
  type InputRequest,
  inputRequired,
  inputResponse,
  McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import * as z from 'zod';
import type { ThirdParty } from '#demo/pages/thirdParty.ts';
import { visiting } from '#demo/pages/visiting.ts';
import { instructions, serverInfo, stories } from '#demo/stories/stories.ts';
import type { Permission, StoryProgress, Visited } from '#demo/stories/story.ts';
import { checkedAsk, type Form, type Reply } from './asking.ts';
import { replay } from './replay.ts';
import { resources, review } from './restaurant.ts';

/** What a call knows when it is made again. It is signed and not encrypted: the client can read it, but not write it. */
interface CallState {
  /** A digest of the tool's name and arguments: the state is worth nothing for any other call. */
  readonly call: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** By the keys of forms and permissions. To a permission it says only whether the person agreed to open the page. */
  readonly answers: Readonly<Record<string, Reply>>;
  /** The keys of the forms and permissions that were sent with this state. */
  readonly asked: readonly string[];
  /** The pages' ids, by the permissions' keys. */
  readonly pages: Readonly<Record<string, string>>;
}

type States = RequestStateCodec<CallState>;

const validators = new AjvJsonSchemaValidator();

/**
 * Signs states with a key that lives as long as this process, which has one client only and so no other principal.
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr, Server Requirements 4 and 5.
 */
export function callStates(ttlSeconds: number): States {
  return createRequestStateCodec<CallState>({ key: randomBytes(32), ttlSeconds });
}

/**
 * The demo for clients of revision 2026-07-28: no call waits. One that has a question ends with it, and is made again
 * with the answer; the story is then told again from its beginning.
 */
export function modernServer(states: States, thirdParty: ThirdParty): McpServer {
  const server = new McpServer(serverInfo, { instructions, requestState: { verify: states.verify } });
  for (const story of stories) {
    server.registerTool(story.name, story, async (args, context) => {
      const { signal } = context.mcpReq;
      const state = resumed(context, digestOf(story.name, args));
      const { startedAt, answers } = state;
      const report = (step: StoryProgress) => reportProgress(context, step);
      const outcome = await replay(
        (put, visit) => {
          const ask = checkedAsk(put, validators);
          return story.tell(args, { ask, visit: visiting(visit, capabilitiesOf(context)), report, startedAt, signal });
        },
        new Map(Object.entries(answers)),
        visitsOf(state, thirdParty),
      );
      if (!('told' in outcome)) {
        return nextRound(states, state, outcome.waitsFor, thirdParty);
      }
      for (const id of Object.values(state.pages)) {
        thirdParty.forget(id);
      }
      return outcome.told;
    });
  }
  for (const { name, uri, text, ...metadata } of resources) {
    const { mimeType } = metadata;
    server.registerResource(name, uri, metadata, () => ({ contents: [{ uri, mimeType, text }] }));
  }
  const { name, restaurant, tone, startingWith, write, ...metadata } = review;
  const argsSchema = z.object({
    restaurant: completable(z.string().describe(restaurant), startingWith),
    tone: z.string().optional().describe(tone),
  });
  server.registerPrompt(name, { ...metadata, argsSchema }, write);
  return server;
}

/** `args`: as the input schema gave them, and so always in its order. */
function digestOf(tool: string, args: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, args]))
    .digest('hex');
}

/**
 * What this call knows: the answers its state carries, and those that came with it to the questions asked last. Anything
 * else that came was not asked for, and is ignored.
 */
function resumed({ mcpReq }: ServerContext, call: string): CallState {
  const state = mcpReq.requestState<CallState>();
  if (!state) {
    return { call, startedAt: Date.now(), answers: {}, asked: [], pages: {} };
  }
  if (state.call !== call) {
    throw new Error('The requestState belongs to another call. Nothing was done.');
  }
  const replies = state.asked.flatMap((key): [string, Reply][] => {
    const reply = inputResponse(mcpReq.inputResponses, key);
    return reply.kind === 'elicit' ? [[key, { action: reply.action, content: reply.content }]] : [];
  });
  return { ...state, answers: { ...state.answers, ...Object.fromEntries(replies) } };
}

/** What came of the pages. One that the person agreed to open and has not answered is not among them. */
function visitsOf({ answers, pages }: CallState, thirdParty: ThirdParty): ReadonlyMap<string, Visited> {
  const visits = Object.entries(pages).flatMap(([key, id]): [string, Visited][] => {
    const action = answers[key]?.action;
    const visited = action === 'accept' ? thirdParty.get(id)?.verdict : action;
    return visited ? [[key, visited]] : [];
  });
  return new Map(visits);
}

/** A page that was sent before is sent again as it was: to the client that means "not yet". */
async function nextRound(
  states: States,
  state: CallState,
  waitsFor: readonly (Form | Permission)[],
  thirdParty: ThirdParty,
) {
  const pages = { ...state.pages };
  const inputRequests: Record<string, InputRequest> = {};
  for (const asked of waitsFor) {
    const { key, message } = asked;
    if ('requestedSchema' in asked) {
      inputRequests[key] = inputRequired.elicit({ message, requestedSchema: asked.requestedSchema });
    } else {
      const page = thirdParty.get(pages[key] ?? '') ?? (await thirdParty.open(asked));
      pages[key] = page.id;
      inputRequests[key] = inputRequired.elicitUrl({ message, url: page.url });
    }
  }
  const requestState = await states.mint({ ...state, asked: Object.keys(inputRequests), pages });
  return inputRequired({ inputRequests, requestState });
}

/** In this era every request carries what its client can do. */
function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY];
}

async function reportProgress({ mcpReq }: ServerContext, step: StoryProgress): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken !== undefined) {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...step } });
  }
}
