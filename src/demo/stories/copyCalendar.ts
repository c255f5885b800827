import * as z from 'zod';
import { type Permission, story, type Visited } from './story.ts';
import { said } from './wording.ts';

const FROM = {
  key: 'from',
  message:
    'To read the calendar that is copied, the demo needs your permission on a page of Example Accounts. The page is part of the demo, and no real account is touched.',
  service: 'Example Accounts',
  wish: 'read your calendar',
};

const TO = {
  key: 'to',
  message:
    'To add the events elsewhere, the demo needs your permission on a page of Sample Calendars. The page is part of the demo, and no real account is touched.',
  service: 'Sample Calendars',
  wish: 'add events to your calendar',
};

/** The story of two permissions without which nothing can begin. */
export const copyCalendar = story({
  name: 'copy_calendar',
  title: 'Copy a calendar',
  description: `Copies a calendar from ${FROM.service} to ${TO.service}, which both have to allow on a page first. A demo: the pages are its own, and nothing is copied.`,
  inputSchema: z.object({}),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  permissionsFirst: true,
  async tell(_, { visit }) {
    const refusal = await firstRefusal(
      [FROM, TO].map(async (permission) => ({ permission, visited: await visit(permission) })),
    );
    return said(
      refusal
        ? `Nothing was copied: ${because(refusal)}.`
        : `12 events would now be copied from ${FROM.service} to ${TO.service}. This was a demo: there are no such accounts, and nothing was copied.`,
    );
  },
});

interface Outcome {
  readonly permission: Permission;
  readonly visited: Visited;
}

/** The first permission that is not given, as soon as that is known; `undefined` once all are. */
function firstRefusal(outcomes: readonly Promise<Outcome>[]): Promise<Outcome | undefined> {
  const isRefusal = ({ visited }: Outcome) => visited !== 'allowed';
  const refusals = outcomes.map(async (outcome) => {
    const known = await outcome;
    return isRefusal(known) ? known : new Promise<never>(() => undefined);
  });
  return Promise.race([...refusals, Promise.all(outcomes).then((all) => all.find(isRefusal))]);
}

function because({ permission: { service }, visited }: Outcome): string {
  switch (visited) {
    case 'decline':
      return `you declined to open the page of ${service}`;
    case 'cancel':
      return `you closed the question without opening the page of ${service}. Run copy_calendar again whenever you like`;
    default:
      return `on the page of ${service} you chose Deny`;
  }
}
