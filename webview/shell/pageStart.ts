import { setLanguage, type TranslatedMessages } from '#form/language.ts';

/**
 * Returns the element `#root` of the page, and sets the language of the page from the document: its `lang`, and the messages
 * that the extension has put into `data-messages` of `#root`.
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

/** Resolves when the page is loaded, and the editor has passed on the messages that it kept until then. */
export function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    // The editor handles the load event after this page and then passes on its messages: after the first task, before the second.
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
