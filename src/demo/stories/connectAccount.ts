import * as z from 'zod';
import { story } from './story.ts';
import { said } from './wording.ts';

const SERVICE = 'Example Accounts';

/** The story of a permission that is given in the browser, where neither the client nor a form could see it. */
export const connectAccount = story({
  name: 'connect_account',
  title: 'Connect an account',
  description: `Asks you to open a page of ${SERVICE} and to allow something there. A demo: the page is its own, and there is no such account.`,
  inputSchema: z.object({}),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async tell(_, { visit }) {
    const visited = await visit({
      key: 'calendar',
      message: `To read your calendar, the demo needs your permission on a page of ${SERVICE}. The page is part of the demo, and no real account is touched.`,
      service: SERVICE,
      wish: 'read your calendar',
    });
    switch (visited) {
      case 'allowed':
        return said(
          `Connected as ana@example.com: ${SERVICE} would now let the demo read your calendar. This was a demo: there is no such account, and nothing was read.`,
        );
      case 'denied':
        return said(`Not connected. On the page of ${SERVICE} you chose Deny, so the demo may read nothing.`);
      case 'decline':
        return said(`Not connected. You declined to open the page of ${SERVICE}, so it was asked for nothing.`);
      case 'cancel':
        return said(
          `Not connected yet: you closed the question without opening the page of ${SERVICE}. Run connect_account again whenever you like.`,
        );
    }
  },
});
