import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePath } from './messageBundle.ts';
import { root } from './process.mjs';

/** The display languages of VS Code in which the interface comes, beside English. */
export const languages = ['de', 'es', 'fr', 'ja', 'pt-br', 'zh-cn'] as const;
type Language = (typeof languages)[number];

type Messages = Readonly<Record<string, string>>;

/** English texts by their keys. */
interface Catalogue {
  readonly file: string;
  readonly read: () => Messages;
  readonly translation: (language: Language) => string;
}

const catalogues: readonly Catalogue[] = [
  {
    file: 'l10n/bundle.l10n.json',
    read: () => readMessages(bundlePath),
    translation: (language) => `l10n/bundle.l10n.${language}.json`,
  },
  {
    file: 'package.nls.json',
    read: () => readMessages(join(root, 'package.nls.json')),
    translation: (language) => `package.nls.${language}.json`,
  },
];

/** The messages of the sources in a language, by their keys. */
export function translatedMessages(language: Language): Messages {
  return readMessages(join(root, `l10n/bundle.l10n.${language}.json`));
}

/** A sentence for each text that a translation lacks, has in excess, or changes in what must stay. */
export function allTranslationProblems(): string[] {
  return catalogues.flatMap(({ read, translation }) => {
    const english = read();
    return languages.flatMap((language) => {
      const file = translation(language);
      if (!existsSync(join(root, file))) return [`${file} is missing.`];
      return translationProblems(english, readMessages(join(root, file))).map((problem) => `${file}: ${problem}`);
    });
  });
}

/**
 * Compares a translation with the English texts: the keys, the placeholders, the targets of links, code in backticks, line
 * breaks, and the dots of a command that asks for more.
 * @returns a sentence for each difference
 */
export function translationProblems(english: Messages, translation: Messages): string[] {
  const missing = Object.keys(english).filter((key) => !translation[key]?.trim());
  const unknown = Object.keys(translation).filter((key) => !(key in english));
  const differing = Object.entries(english).flatMap(([key, text]) => {
    const translated = translation[key];
    if (!translated?.trim()) return [];
    return keptParts
      .filter(({ of }) => of(text) !== of(translated))
      .map(({ name, of }) => `"${key}" must keep its ${name}: ${of(text)} is ${of(translated) || 'missing'}.`);
  });
  return [
    ...missing.map((key) => `"${key}" is not translated.`),
    ...unknown.map((key) => `"${key}" is no text of the extension; npm run l10n removes it.`),
    ...differing,
  ];
}

/** What a translation must contain as the English text does, each as one string that can be compared. */
const keptParts: readonly { readonly name: string; readonly of: (text: string) => string }[] = [
  { name: 'placeholders', of: (text) => [...new Set(matches(text, /\{\d+\}/g))].join(' ') },
  { name: 'links', of: (text) => matches(text, /\]\([^)]*\)/g).join(' ') },
  { name: 'code', of: (text) => matches(text, /`[^`]*`/g).join(' ') },
  { name: 'line breaks', of: (text) => String(text.split('\n').length - 1) },
  { name: 'three dots', of: (text) => (text.endsWith('...') ? '...' : '') },
];

function matches(text: string, pattern: RegExp): string[] {
  return (text.match(pattern) ?? []).sort();
}

/** Brings the translations into the order of the English texts, without texts that no longer exist, and writes them. */
export function arrangeTranslations(): void {
  for (const { read, translation } of catalogues) {
    const keys = Object.keys(read());
    for (const path of languages.map((language) => join(root, translation(language))).filter(existsSync)) {
      const translated = readMessages(path);
      const kept = keys.flatMap((key) => (translated[key] === undefined ? [] : [[key, translated[key]]]));
      writeFileSync(path, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
    }
  }
}

function readMessages(path: string): Messages {
  return JSON.parse(readFileSync(path, 'utf8'));
}
