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
  'form-message-cut': { wide: 0.2, narrow: 0.3, reason: 'The message has many lines, of which some are shown.' },
  'form-hostile': { wide: 0.2, narrow: 0.3, reason: 'The message has several lines.' },
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

/** The lowest place of the first field of a form that is the first step of its call, with nothing above it. In CSS pixels. */
const plainFieldTop = 120;

/** The highest share of each state: less for the first step of a call than for a later one, a draft, or if another request waits. */
export function allowedShare(state: PanelState, size: keyof typeof measuredSizes): number {
  const exception = exceptions[state.name];
  if (exception) {
    return exception[size];
  }
  if (size === 'narrow') {
    return 0.3;
  }
  const views = viewsOf(state);
  if (views.some(hasMore)) {
    return 0.25;
  }
  return views.at(-1)?.screen.kind === 'form' && !views.some(hasCards)
    ? plainFieldTop / measuredSizes.wide.height
    : 0.2;
}

/** True for a later step, a draft, or a request behind which others wait. */
function hasMore({ screen, waitingBehind }: View): boolean {
  const isLaterStep = 'steps' in screen && screen.steps !== undefined && screen.steps.current > 0;
  const hasDraft = 'draft' in screen && screen.draft !== undefined;
  return isLaterStep || hasDraft || waitingBehind > 0;
}

/** True if there are cards or notices above the screen. */
function hasCards({ calls, shownCall, suspendedCalls, rateLimitCards, notices }: View): boolean {
  const otherCalls = calls.filter(({ id }) => id !== shownCall);
  return [otherCalls, suspendedCalls, rateLimitCards, notices].some((list) => list.length > 0);
}

function viewsOf(state: PanelState): View[] {
  return state.messages().flatMap((message) => (message.type === 'show' ? [message.view] : []));
}
