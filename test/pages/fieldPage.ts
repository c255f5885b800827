import type { Locator } from 'playwright-core';
import type { FieldInput } from '#form/model.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import type { WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { formScreen } from '#test/pages/states/screenBuilders.ts';

/** The actions of the tests of fields in the panel. */
interface FieldPage {
  readonly panel: () => WebviewPage<'panel'>;
  /** Shows a form with this requested schema in a new document. */
  showForm(schema: object, content?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The input of the first field that the extension has after all edits were posted. */
  firstInput(): Promise<FieldInput | undefined>;
  /** The types of the posted messages. */
  postedTypes(): Promise<string[]>;
  options(): Locator;
  /** The label of the active option of the focused list. */
  activeOption(): Promise<string | null | undefined>;
  /** The texts of the live regions. */
  liveTexts(): Promise<(string | null)[]>;
  /** Presses a key while an input method composes. */
  pressComposing(key: string): Promise<void>;
}

/** Opens one panel for the tests of a `describe`, reloads it before each test, and returns the actions for fields. */
export function useFieldPage(): FieldPage {
  const panel = usePanel();
  return {
    panel,
    showForm: async (schema, content = {}) => {
      await panel().load();
      await panel().send(showScreen(formScreen({ schema, content })));
      await panel().clearPosted();
    },
    firstInput: async () => {
      await panel().advanceTime();
      const edits = await panel().postedOf('edit');
      return edits
        .flatMap(({ changes }) => changes.filter(({ field }) => field === 0).map(({ input }) => input))
        .at(-1);
    },
    postedTypes: async () => (await panel().posted()).map(({ type }) => type),
    options: () => panel().page.getByRole('option'),
    activeOption: () =>
      panel().page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant');
        return id ? document.getElementById(id)?.querySelector('.option-label')?.textContent : undefined;
      }),
    liveTexts: () =>
      panel().page.evaluate(() =>
        [...document.querySelectorAll('[aria-live]')]
          .map(({ textContent }) => textContent)
          .filter((text) => text !== ''),
      ),
    pressComposing: (key) =>
      panel().page.evaluate((pressed) => {
        const init = { key: pressed, keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
      }, key),
  };
}
