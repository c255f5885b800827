import * as z from 'zod';
import { defineStory } from './story.ts';
import { textResult } from './storyText.ts';

const serviceName = 'Example Accounts';

/** URL mode: the user gives a permission in the browser, and the client does not see the answer. */
export const connectAccount = defineStory({
  name: 'connect_account',
  title: 'Connect an account',
  description: `A demo: the page is its own, and there is no such account. Asks you to open a page of ${serviceName} and to allow something there.`,
  inputSchema: z.object({}),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run(_, { elicitUrl }) {
    const outcome = await elicitUrl({
      key: 'calendar',
      message: `To read your calendar, the demo needs your permission on a page of ${serviceName}. The page is part of the demo, and no real account is touched.`,
      service: serviceName,
      requestedAccess: 'read your calendar',
    });
    switch (outcome) {
      case 'allowed':
        return textResult(
          `Connected as ana@example.com: ${serviceName} would now let the demo read your calendar. This was a demo: there is no such account, and nothing was read.`,
        );
      case 'denied':
        return textResult(`Not connected. On the page of ${serviceName} you chose Deny, so the demo may read nothing.`);
      case 'decline':
        return textResult(
          `Not connected. You declined to open the page of ${serviceName}, so it was asked for nothing.`,
        );
      case 'cancel':
        return textResult(
          `Not connected yet: you closed the question without opening the page of ${serviceName}. Run connect_account again whenever you like.`,
        );
    }
  },
});
