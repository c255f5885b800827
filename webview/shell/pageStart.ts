import { setLanguage, type TranslatedMessages } from '#form/language.ts';

/**
 * Sets the language of the page and its messages from the document: from `lang`, and from `data-messages` of `#root`, an
 * attribute that the extension sets and that is then removed. Returns the element `#root`.
 */
export function startPage(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('The page has no #root.');
  }
  setLanguage(document.documentElement.lang, readMessages(root.dataset['messages']));
  delete root.dataset['messages'];
  return root;
}

/** Resolves when the page has loaded and the editor has delivered the messages that it held back until then. */
export function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    // The editor's handler of `load` runs after this one and delivers the messages in a task between these two.
    window.addEventListener('load', () => setTimeout(() => setTimeout(resolve)));
  });
}

function readMessages(json: string | undefined): TranslatedMessages {
  const parsed: unknown = JSON.parse(json ?? '{}');
  return typeof parsed === 'object' && parsed !== null
    ? Object.fromEntries(
        Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
}
