import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import * as z from 'zod';
import { type PermissionPage, ThirdParty } from '#demo/pages/thirdParty.ts';
import { visiting } from '#demo/pages/visiting.ts';
import { instructions, serverInfo, stories } from '#demo/stories/stories.ts';
import type { StoryProgress, VisitPage } from '#demo/stories/story.ts';
import { checkedAsk } from './asking.ts';
import { type CallContext, Pushing } from './pushing.ts';
import { Requiring } from './requiring.ts';
import { resources, review } from './restaurant.ts';

const validators = new AjvJsonSchemaValidator();

/** The demo for clients up to revision 2025-11-25: a story asks in the middle of its call, and waits. */
export function legacyServer(): McpServer {
  const server = new McpServer(serverInfo, { instructions });
  const thirdParty = new ThirdParty();
  const completed = ({ id }: PermissionPage) => {
    // Where the client has gone, nobody needs to know.
    server.server
      .createElicitationCompletionNotifier(id)()
      .catch(() => undefined);
  };
  const required = new Requiring(thirdParty, completed);
  for (const story of stories) {
    server.registerTool(story.name, story, async (args, context) => {
      const { signal } = context;
      const capabilities = server.server.getClientCapabilities();
      // `elicitation: {}` means forms too (2025-11-25, Capabilities); the SDK has already read it so.
      const showsForms = capabilities?.elicitation?.form !== undefined;
      const report = (step: StoryProgress) => reportProgress(context, step);
      const questions = new Pushing({ context, showsForms, thirdParty, report, completed });
      const ask = checkedAsk((form) => questions.put(form), validators);
      const tell = (visit: VisitPage) =>
        story.tell(args, { ask, visit: visiting(visit, capabilities), report, startedAt: Date.now(), signal });
      try {
        return await (story.permissionsFirst
          ? required.tell(story.name, tell)
          : tell((permission) => questions.visit(permission)));
      } finally {
        // Where one of several questions ended the story, the others wait for nothing.
        questions.takeBack();
      }
    });
  }
  for (const { name, uri, text, ...metadata } of resources) {
    const { mimeType } = metadata;
    server.registerResource(name, uri, metadata, () => ({ contents: [{ uri, mimeType, text }] }));
  }
  const { name, restaurant, tone, startingWith, write, ...metadata } = review;
  const argsSchema = {
    restaurant: completable(z.string().describe(restaurant), startingWith),
    tone: z.string().optional().describe(tone),
  };
  server.registerPrompt(name, { ...metadata, argsSchema }, write);
  return server;
}

async function reportProgress(context: CallContext, step: StoryProgress): Promise<void> {
  const progressToken = context._meta?.progressToken;
  if (progressToken !== undefined) {
    await context.sendNotification({ method: 'notifications/progress', params: { progressToken, ...step } });
  }
}
