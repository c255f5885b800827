import * as z from 'zod';
import { defineStory, type Permission, type UrlOutcome } from './story.ts';
import { textResult } from './storyText.ts';

const sourceCalendar = {
  key: 'from',
  message:
    'To read the calendar that is copied, the demo needs your permission on a page of Example Accounts. The page is part of the demo, and no real account is touched.',
  service: 'Example Accounts',
  requestedAccess: 'read your calendar',
};

const targetCalendar = {
  key: 'to',
  message:
    'To add the events elsewhere, the demo needs your permission on a page of Sample Calendars. The page is part of the demo, and no real account is touched.',
  service: 'Sample Calendars',
  requestedAccess: 'add events to your calendar',
};

/** URL mode: two permissions that are required before any other action of the call. */
export const copyCalendar = defineStory({
  name: 'copy_calendar',
  title: 'Copy a calendar',
  description: `A demo: the pages are its own, and nothing is copied. Copies a calendar from ${sourceCalendar.service} to ${targetCalendar.service}, which both have to allow on a page first.`,
  inputSchema: z.object({}),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  permissionsFirst: true,
  async run(_, { elicitUrl }) {
    const refusal = await firstRefusal(
      [sourceCalendar, targetCalendar].map(async (permission) => ({
        permission,
        outcome: await elicitUrl(permission),
      })),
    );
    return textResult(
      refusal
        ? `Nothing was copied: ${refusalReason(refusal)}.`
        : `12 events would now be copied from ${sourceCalendar.service} to ${targetCalendar.service}. This was a demo: there are no such accounts, and nothing was copied.`,
    );
  },
});

interface PermissionOutcome {
  readonly permission: Permission;
  readonly outcome: UrlOutcome;
}

/** Resolves with the first permission that the user refuses, without waiting for the others; with `undefined` once all are allowed. */
function firstRefusal(outcomes: readonly Promise<PermissionOutcome>[]): Promise<PermissionOutcome | undefined> {
  const isRefusal = ({ outcome }: PermissionOutcome) => outcome !== 'allowed';
  const refusals = outcomes.map(async (pending) => {
    const outcome = await pending;
    return isRefusal(outcome) ? outcome : new Promise<never>(() => undefined);
  });
  return Promise.race([...refusals, Promise.all(outcomes).then((all) => all.find(isRefusal))]);
}

function refusalReason({ permission: { service }, outcome }: PermissionOutcome): string {
  switch (outcome) {
    case 'decline':
      return `you declined to open the page of ${service}`;
    case 'cancel':
      return `you closed the question without opening the page of ${service}. Run copy_calendar again whenever you like`;
    default:
      return `on the page of ${service} you chose Deny`;
  }
}
