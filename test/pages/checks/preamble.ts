import type { Page } from 'playwright-core';
import type { Screen, View } from '#bridge/messages.ts';
import type { PanelSize } from '#test/pages/harness/webviewPage.ts';
import type { PanelState } from '#test/pages/states/pageState.ts';

/** The sizes in which the preamble is measured. In CSS pixels. */
export const measuredSizes = {
  wide: { width: 900, height: 650 },
  narrow: { width: 420, height: 650 },
} as const satisfies Readonly<Record<string, PanelSize>>;

/**
 * What the user acts on first, by the kind of the screen: a field, the address, an entry, a button, or the text to be read. The
 * second selector is for a screen without the first.
 */
const firstElements: Readonly<Record<Screen['kind'], readonly [string, string?]>> = {
  form: ['main :is(.fields > *, .review)', 'main h1'],
  arguments: ['main .fields > *', 'main h1'],
  jsonArguments: ['main .field'],
  url: ['main .url'],
  agreement: ['main :is(.findings, .rows)'],
  unverifiedServer: ['main .rows'],
  result: ['main h1 + *'],
  results: ['main h1 + *'],
  notDelivered: ['main h1 + *'],
  running: ['.card-area button', 'main h1 + *'],
  welcome: ['.card-area button', 'main .commands button'],
};

/** States that may take more, with the reason. */
const exceptions: Readonly<
  Record<string, { readonly wide: number; readonly narrow: number; readonly reason: string }>
> = {
  'form-after-six': { wide: 1.15, narrow: 1.25, reason: 'The user has unfolded the earlier steps.' },
  'everything-above': {
    wide: 0.4,
    narrow: 0.4,
    reason:
      'Notices, servers over their limit, a suspended call and running calls scroll in 30 % of the height at most.',
  },
  agreement: { wide: 0.25, narrow: 0.3, reason: 'What a program may do is to be read before its entry.' },
  'agreement-changed': {
    wide: 0.26,
    narrow: 0.32,
    reason: 'What a program may do is to be read before its dangers and its entry.',
  },
  'agreement-import': {
    wide: 0.26,
    narrow: 0.35,
    reason: 'What a program may do is to be read before its dangers and its entry.',
  },
};

/** The share of the panel's height that is above the first element that the user acts on. */
export async function preambleShare(page: Page, state: PanelState): Promise<number> {
  const kind = viewsOf(state).at(-1)?.screen.kind;
  const selectors = kind === undefined || kind === 'drawn' ? ['main h1 + *'] : firstElements[kind];
  const top = await page.evaluate(
    (all) => {
      const visible = all.flatMap((selector) =>
        [...document.querySelectorAll(selector ?? '')].filter((element) => element.checkVisibility()),
      );
      return visible[0]?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    },
    selectors.filter((selector) => selector !== undefined),
  );
  return top / (page.viewportSize()?.height ?? 0);
}

/** The highest share of each state: less for the first step of a call, if nothing but its request is shown. */
export function allowedShare(state: PanelState, size: keyof typeof measuredSizes): number {
  const exception = exceptions[state.name];
  if (exception) {
    return exception[size];
  }
  if (size === 'narrow') {
    return 0.3;
  }
  return viewsOf(state).some(hasMore) ? 0.25 : 0.2;
}

/** True for a later step, a draft, or a view in which something other than the request waits, runs or is told. */
function hasMore({ screen, waitingBehind, calls, shownCall, suspendedCalls, rateLimitCards, notices }: View): boolean {
  const isLaterStep = 'steps' in screen && screen.steps !== undefined && screen.steps.current > 0;
  const hasDraft = 'draft' in screen && screen.draft !== undefined;
  const otherCalls = calls.filter(({ id }) => id !== shownCall);
  const others = [otherCalls, suspendedCalls, rateLimitCards, notices].some((list) => list.length > 0);
  return isLaterStep || hasDraft || others || waitingBehind > 0;
}

function viewsOf(state: PanelState): View[] {
  return state.messages().flatMap((message) => (message.type === 'show' ? [message.view] : []));
}
