import type { Locator } from 'playwright-core';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import type { WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { openReview, reviewFormScreen } from '#test/pages/states/reviewStates.ts';

/** The actions of the tests of the review in the panel. */
interface ReviewPage {
  readonly panel: () => WebviewPage<'panel'>;
  /** The input of the first field. */
  street(): Locator;
  /** The button that edits a field in the review. */
  editButton(label: string): Locator;
  heading(): Locator;
  /** The row of a field in the review. */
  row(label: string): Locator;
  /** Unfolds the left-out fields. */
  unfoldLeftOut(): Promise<void>;
  /** The exact JSON of the review. */
  json(): Promise<unknown>;
  isFocused(locator: Locator): Promise<boolean>;
  /** The types of the messages that were posted because of the user's actions, except edits. */
  postedActions(): Promise<string[]>;
  /** Shows a form and opens its review. */
  showReview(): Promise<void>;
}

/** Opens one panel for the tests of a `describe`, reloads it before each test, and returns the actions for a review. */
export function useReviewPage(): ReviewPage {
  const panel = usePanel();
  return {
    panel,
    street: () => panel().field(untranslated('street')),
    editButton: (label) => panel().button(`Edit ${untranslated(label)}`),
    heading: () =>
      panel().page.getByRole('heading', { level: 2, name: `Review your answers to ${untranslated('bookings')}` }),
    row: (label) =>
      panel()
        .page.locator('.review-row')
        .filter({ hasText: untranslated(label) }),
    unfoldLeftOut: () => panel().page.locator('.review summary', { hasText: 'Left out: ' }).click(),
    json: async () => JSON.parse((await panel().page.locator('.review-json pre').textContent()) ?? ''),
    isFocused: (locator) =>
      locator.evaluate((element) => {
        const root = element.getRootNode();
        return (root instanceof ShadowRoot ? root.host : element) === document.activeElement;
      }),
    postedActions: async () => {
      const automatic = new Set(['ready', 'drawn', 'edit']);
      return (await panel().posted()).map(({ type }) => type).filter((type) => !automatic.has(type));
    },
    showReview: async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await openReview(panel(), reviewFormScreen().form);
    },
  };
}
