import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import * as z from 'zod';
import { type PermissionPage, ThirdParty } from '#demo/pages/thirdPartySite.ts';
import { instructions, serverInfo, stories } from '#demo/stories/stories.ts';
import type { ElicitUrl, StoryProgress } from '#demo/stories/story.ts';
import { type CallContext, ElicitationSender } from './elicitationSender.ts';
import { restaurantResources, reviewPrompt } from './restaurant.ts';
import { UrlElicitationRequiredCalls } from './urlElicitationRequired.ts';
import { elicitUrlIfSupported, validatedElicitForm } from './validatedElicitation.ts';

const validators = new AjvJsonSchemaValidator();

/** The demo server for clients up to revision 2025-11-25. A story elicits while its call runs, and waits for the reply. */
export function legacyServer(): McpServer {
  const server = new McpServer(serverInfo, { instructions });
  const thirdParty = new ThirdParty();
  const onPageAnswered = ({ id }: PermissionPage) => {
    // Rejects if the client has disconnected, which can be ignored.
    server.server
      .createElicitationCompletionNotifier(id)()
      .catch(() => undefined);
  };
  const urlRequiredCalls = new UrlElicitationRequiredCalls(thirdParty, onPageAnswered);
  for (const story of stories) {
    server.registerTool(story.name, story, async (args, context) => {
      const { signal } = context;
      const capabilities = server.server.getClientCapabilities();
      // `elicitation: {}` also means form mode (2025-11-25, Capabilities). The SDK has set `form` in this case.
      const showsForms = capabilities?.elicitation?.form !== undefined;
      const report = (step: StoryProgress) => reportProgress(context, step);
      const sender = new ElicitationSender({ context, showsForms, thirdParty, report, onPageAnswered });
      const elicitForm = validatedElicitForm((form) => sender.elicitForm(form), validators);
      const runStory = (elicitUrl: ElicitUrl) =>
        story.run(args, {
          elicitForm,
          elicitUrl: elicitUrlIfSupported(elicitUrl, capabilities),
          report,
          startedAt: Date.now(),
          signal,
        });
      try {
        return await (story.permissionsFirst
          ? urlRequiredCalls.run(story.name, runStory)
          : runStory((permission) => sender.elicitUrl(permission)));
      } finally {
        // If one of several elicitations ends the story, the others must be cancelled.
        sender.cancelPending();
      }
    });
  }
  for (const { name, uri, text, ...metadata } of restaurantResources) {
    const { mimeType } = metadata;
    server.registerResource(name, uri, metadata, () => ({ contents: [{ uri, mimeType, text }] }));
  }
  const { name, restaurant, tone, startingWith, write, ...metadata } = reviewPrompt;
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
