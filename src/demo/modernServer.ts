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
import type { ThirdParty } from '#demo/pages/thirdPartySite.ts';
import { instructions, serverInfo, stories } from '#demo/stories/stories.ts';
import type { Permission, StoryProgress, UrlOutcome } from '#demo/stories/story.ts';
import { restaurantResources, reviewPrompt } from './restaurant.ts';
import { runWithAnswers } from './storyRun.ts';
import {
  type ElicitReply,
  elicitUrlIfSupported,
  type FormParams,
  validatedElicitForm,
} from './validatedElicitation.ts';

/** The `requestState` of a call. It is signed and not encrypted: the client can read it, but not change it. */
interface RequestState {
  /** A digest of the tool's name and arguments: the state is refused on any other call. */
  readonly call: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** The replies by the keys of forms and permissions. The reply to a permission contains only the user's consent to open the page. */
  readonly answers: Readonly<Record<string, ElicitReply>>;
  /** The keys of the forms and permissions that were sent with this state. */
  readonly requestedKeys: readonly string[];
  /** The pages' ids, by the permissions' keys. */
  readonly pages: Readonly<Record<string, string>>;
}

type StateCodec = RequestStateCodec<RequestState>;

const validators = new AjvJsonSchemaValidator();

/**
 * Signs states with a key that lives as long as this process. The process has only one client, so a state needs no principal.
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr, Server Requirements 4 and 5.
 */
export function requestStateCodec(ttlSeconds: number): StateCodec {
  return createRequestStateCodec<RequestState>({ key: randomBytes(32), ttlSeconds });
}

/**
 * The demo server for clients of revision 2026-07-28. No call waits: a call that needs input ends with `input_required`, the client
 * retries it with the answers, and the story runs again from its beginning.
 */
export function modernServer(states: StateCodec, thirdParty: ThirdParty): McpServer {
  const server = new McpServer(serverInfo, { instructions, requestState: { verify: states.verify } });
  for (const story of stories) {
    server.registerTool(story.name, story, async (args, context) => {
      const { signal } = context.mcpReq;
      const state = readRequestState(context, callDigest(story.name, args));
      const { startedAt, answers } = state;
      const report = (step: StoryProgress) => reportProgress(context, step);
      const outcome = await runWithAnswers(
        (sendForm, elicitUrl) => {
          const elicitForm = validatedElicitForm(sendForm, validators);
          return story.run(args, {
            elicitForm,
            elicitUrl: elicitUrlIfSupported(elicitUrl, capabilitiesOf(context)),
            report,
            startedAt,
            signal,
          });
        },
        new Map(Object.entries(answers)),
        urlOutcomesOf(state, thirdParty),
      );
      if (!('result' in outcome)) {
        return inputRequiredResult(states, state, outcome.inputRequired, thirdParty);
      }
      for (const id of Object.values(state.pages)) {
        thirdParty.forget(id);
      }
      return outcome.result;
    });
  }
  for (const { name, uri, text, ...metadata } of restaurantResources) {
    const { mimeType } = metadata;
    server.registerResource(name, uri, metadata, () => ({ contents: [{ uri, mimeType, text }] }));
  }
  const { name, restaurant, tone, startingWith, write, ...metadata } = reviewPrompt;
  const argsSchema = z.object({
    restaurant: completable(z.string().describe(restaurant), startingWith),
    tone: z.string().optional().describe(tone),
  });
  server.registerPrompt(name, { ...metadata, argsSchema }, write);
  return server;
}

/** A digest of a call. `args` were parsed by the input schema, so their order is always that of the schema. */
function callDigest(tool: string, args: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, args]))
    .digest('hex');
}

/**
 * The state of this call, with the answers in its `requestState` and the answers in its `inputResponses` to the requests of the last
 * round. Other responses are ignored.
 */
function readRequestState({ mcpReq }: ServerContext, call: string): RequestState {
  const state = mcpReq.requestState<RequestState>();
  if (!state) {
    return { call, startedAt: Date.now(), answers: {}, requestedKeys: [], pages: {} };
  }
  if (state.call !== call) {
    throw new Error('The requestState belongs to another call. Nothing was done.');
  }
  const replies = state.requestedKeys.flatMap((key): [string, ElicitReply][] => {
    const reply = inputResponse(mcpReq.inputResponses, key);
    return reply.kind === 'elicit' ? [[key, { action: reply.action, content: reply.content }]] : [];
  });
  return { ...state, answers: { ...state.answers, ...Object.fromEntries(replies) } };
}

/** The outcomes of the pages, except pages that the user agreed to open and has not answered. */
function urlOutcomesOf({ answers, pages }: RequestState, thirdParty: ThirdParty): ReadonlyMap<string, UrlOutcome> {
  const outcomes = Object.entries(pages).flatMap(([key, id]): [string, UrlOutcome][] => {
    const action = answers[key]?.action;
    const outcome = action === 'accept' ? thirdParty.get(id)?.verdict : action;
    return outcome ? [[key, outcome]] : [];
  });
  return new Map(outcomes);
}

/** The result that requests input. A page without an answer is sent again with the same URL: for the client this means "not yet". */
async function inputRequiredResult(
  states: StateCodec,
  state: RequestState,
  elicitations: readonly (FormParams | Permission)[],
  thirdParty: ThirdParty,
) {
  const pages = { ...state.pages };
  const inputRequests: Record<string, InputRequest> = {};
  for (const elicitation of elicitations) {
    const { key, message } = elicitation;
    if ('requestedSchema' in elicitation) {
      inputRequests[key] = inputRequired.elicit({ message, requestedSchema: elicitation.requestedSchema });
    } else {
      const page = thirdParty.get(pages[key] ?? '') ?? (await thirdParty.open(elicitation));
      pages[key] = page.id;
      inputRequests[key] = inputRequired.elicitUrl({ message, url: page.url });
    }
  }
  const requestState = await states.mint({ ...state, requestedKeys: Object.keys(inputRequests), pages });
  return inputRequired({ inputRequests, requestState });
}

/** The capabilities of the client, which every request of this era contains. */
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
