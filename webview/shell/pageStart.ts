import { type Messages, speak } from '#form/language.ts';

/** Takes over the language of the page, and its messages, which the extension has put into `data-messages` of `root`. */
export function readLanguage(root: HTMLElement): void {
  speak(document.documentElement.lang, messagesOf(root.dataset['messages']));
  delete root.dataset['messages'];
}

function messagesOf(json: string | undefined): Messages {
  const read: unknown = JSON.parse(json ?? '{}');
  return typeof read === 'object' && read !== null
    ? Object.fromEntries(
        Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
}
