import type { Field, FormModel } from '#form/model.ts';
import { isSecretTerm, WordBag } from './ambiguousTerms.ts';
import { fillers, identities, references, unspecific } from './contextWords.ts';
import {
  acceptedDigits,
  isTypedField,
  kindOfPrefix,
  offersSingleCharacters,
  patternLengthRead,
  showsPasswordInUrl,
} from './fieldConstraints.ts';
import {
  asksByPronoun,
  isAloneAmong,
  isAskedFor,
  isAspectOfSecret,
  isLabel,
  isNegated,
  isWholeText,
} from './grammar.ts';
import { bothEnds, type ParsedText, parsedTextsOf } from './parsedText.ts';
import type { PhraseMatch } from './phraseMatcher.ts';
import type { PhraseMeaning } from './secretPhrases.ts';
import { type EvidenceSource, type SensitiveField, type SensitiveKind, sensitiveField } from './sensitiveKinds.ts';
import { isBreak } from './tokenizer.ts';

/** Characters that are read of each text: of its beginning, and of its end. */
const NAME_READ = [100, 60] as const;
const TITLE_READ = [300, 0] as const;
const DESCRIPTION_READ = [1500, 500] as const;
const MESSAGE_READ = [12_000, 4000] as const;
/** Characters of descriptions that are read of one form. Names are always read. */
const ALL_DESCRIPTIONS = 100_000;
/** Characters of titles that are read of one form; after them, the beginning of each. */
const ALL_TITLES = 50_000;
const TITLE_BEGINNING = 60;

/** A form's texts, read. */
interface FieldTexts {
  readonly field: Field;
  readonly name: readonly ParsedText[];
  readonly title: readonly ParsedText[];
  readonly description: readonly ParsedText[];
  /** What was read of title and description. */
  readonly shown: readonly string[];
  /** All words of the three, as they stand. */
  readonly words: WordBag;
}

/**
 * The fields that ask for a secret, in the order of the form, each once. Looks at names, titles, descriptions, the message
 * and what the fields accept; reads at most a bounded part of each text, in time linear in it; never throws.
 */
export function sensitiveFields(form: FormModel, message: string): readonly SensitiveField[] {
  const readMessage = parsedTextsOf(bothEnds(message, ...MESSAGE_READ));
  const messageWords = new WordBag(readMessage.flatMap(({ words }) => words));
  const texts = textsOf(form);
  const found = texts.map((text, index): SensitiveField | undefined => {
    const finding = text && ownFinding(text, messageWords);
    return finding && sensitiveField(index, finding.kind, finding.place);
  });
  const asked = askedFor(readMessage, messageWords, texts);
  if (asked && !found.some((field) => field !== undefined)) {
    for (const index of fieldsMeant(texts, asked.isNamedOnly)) {
      found[index] = sensitiveField(index, asked.kind, 'message');
    }
  }
  return found.filter((field) => field !== undefined);
}

/** Of forms that are known: a server asks with the same one again and again. */
const known = new WeakMap<readonly Field[], readonly (FieldTexts | undefined)[]>();

function textsOf({ fields }: FormModel): readonly (FieldTexts | undefined)[] {
  const texts = known.get(fields) ?? readTexts(fields);
  known.set(fields, texts);
  return texts;
}

function readTexts(fields: readonly Field[]): readonly (FieldTexts | undefined)[] {
  let titlesLeft = ALL_TITLES;
  let descriptionsLeft = ALL_DESCRIPTIONS;
  return fields.map((field) => {
    if (!isTypedField(field) && !offersSingleCharacters(field)) {
      return undefined;
    }
    const { name: named, label, description: described = '' } = field;
    const titleEnds = bothEnds(label, ...TITLE_READ).slice(0, Math.max(titlesLeft, TITLE_BEGINNING));
    titlesLeft -= titleEnds.length;
    const ends = bothEnds(described, ...DESCRIPTION_READ).slice(0, descriptionsLeft);
    descriptionsLeft -= ends.length;
    const name = parsedTextsOf(bothEnds(named, ...NAME_READ));
    const title = label === named ? [] : parsedTextsOf(titleEnds);
    const description = ends === '' ? [] : parsedTextsOf(ends);
    const words = new WordBag([...name, ...title, ...description].flatMap((reading) => reading.words));
    return { field, name, title, description, shown: [ends, titleEnds], words };
  });
}

interface Finding {
  readonly kind: SensitiveKind;
  readonly place: EvidenceSource;
}

function ownFinding(text: FieldTexts, messageWords: WordBag): Finding | undefined {
  const findings = [
    ...findingsIn('title', text.title, text, messageWords, isLabelled),
    ...findingsIn('name', text.name, text, messageWords, (reading, match) => {
      return isLabelled(reading, match) && !isOverruled(reading, match, text, messageWords);
    }),
    ...findingsIn('description', text.description, text, messageWords, sayingOf(text, messageWords)),
  ];
  // What is certain says more than what could be something else.
  const best = findings.find(({ isCertain }) => isCertain) ?? findings[0];
  if (best) {
    return { kind: best.kind, place: offersSingleCharacters(text.field) ? 'options' : best.place };
  }
  const shown = kindShown(text);
  return shown && { kind: shown, place: 'rules' };
}

/** The name `pw` can be short for anything: a title that says something else is what the user reads, and counts. */
function isOverruled(
  { words }: ParsedText,
  { start, end }: PhraseMatch<PhraseMeaning>,
  text: FieldTexts,
  messageWords: WordBag,
): boolean {
  const isShort = end - start === 1 && words[start] === 'pw';
  const isMeaningful = (word: string) => !isBreak(word) && !unspecific.has(word) && !fillers.has(word);
  return (
    isShort &&
    text.title.some((reading) => reading.words.some(isMeaningful)) &&
    !text.title.some((reading) => reading.matches.some((match) => isSecret(match, reading, text, messageWords)))
  );
}

/** Whether a text says of a secret in it that it is asked for. */
type Saying = (reading: ParsedText, match: PhraseMatch<PhraseMeaning>) => boolean;

function findingsIn(
  place: EvidenceSource,
  readings: readonly ParsedText[],
  text: FieldTexts,
  messageWords: WordBag,
  isSaid: Saying,
): (Finding & { readonly isCertain: boolean })[] {
  return readings.flatMap((reading) =>
    reading.matches.flatMap((match) => {
      const { meaning } = match;
      return meaning.is !== 'harmless' && isSecret(match, reading, text, messageWords) && isSaid(reading, match)
        ? [{ kind: meaning.kind, place, isCertain: meaning.is === 'secret' }]
        : [];
    }),
  );
}

/**
 * How the description of a field asks. That of a `keyFile` speaks of the key, and that of a `nextToken` speaks of a token,
 * which is not the secret either.
 */
function sayingOf(text: FieldTexts, messageWords: WordBag): Saying {
  const isOfReference = text.name.some(({ words }) => words.length > 1 && references.has(words.at(-1)));
  const others = new Set(
    [...text.name, ...text.title].flatMap((reading) =>
      reading.matches
        .filter((match) => wordsBefore(reading, match).length > 0 && !isSecret(match, reading, text, messageWords))
        .map(({ meaning }) => (meaning.is === 'doubtful' ? meaning.word : undefined)),
    ),
  );
  return (reading, match) => {
    if (match.meaning.is === 'doubtful' && others.has(match.meaning.word)) {
      return false;
    }
    return isOfReference ? isAsked(reading, match) : isDescribed(reading, match);
  };
}

/** What an example in the texts of a field, or its pattern, shows. */
function kindShown({ field, shown: read }: FieldTexts): SensitiveKind | undefined {
  const pattern = field.kind === 'text' ? (field.pattern ?? '') : '';
  const shown = [pattern.slice(0, patternLengthRead), ...read];
  const prefixed = shown.map(kindOfPrefix).find((kind) => kind !== undefined);
  return prefixed ?? (shown.some(showsPasswordInUrl) ? 'connectionString' : undefined);
}

/** A name or a title asks for the secret that it names, unless it names it in passing. */
function isLabelled(reading: ParsedText, match: PhraseMatch<PhraseMeaning>): boolean {
  return isLabel(reading.words, match) || isAsked(reading, match);
}

function isAsked(reading: ParsedText, match: PhraseMatch<PhraseMeaning>): boolean {
  return isAskedFor(reading.words, match);
}

function isDescribed(reading: ParsedText, match: PhraseMatch<PhraseMeaning>): boolean {
  return (match.start < reading.firstClauseEnd && isLabel(reading.words, match)) || isAsked(reading, match);
}

/** Whether a match is a secret here, and not something about one. */
function isSecret(
  match: PhraseMatch<PhraseMeaning>,
  reading: ParsedText,
  text: FieldTexts | undefined,
  messageWords: WordBag,
): boolean {
  const { meaning, start, end, prefix } = match;
  const { words } = reading;
  if (meaning.is === 'harmless' || isAspectOfSecret(words, { start, end })) {
    return false;
  }
  if (meaning.is === 'secret') {
    return true;
  }
  return isSecretTerm(meaning.word, {
    before: new WordBag(wordsBefore(reading, match)),
    field: text?.words ?? messageWords,
    message: messageWords,
    isAlone: prefix === undefined && isAloneAmong(words, match, (word) => fillers.has(word) || unspecific.has(word)),
    isVariable: text !== undefined && /^[A-Z\d]+_[A-Z\d_]+$/.test(text.field.name),
    isNumber: text?.field.kind === 'number',
    digits: text && acceptedDigits(text.field),
  });
}

/** The one or two words before a match in its clause, and what it is compounded with. */
function wordsBefore({ words }: ParsedText, { start, prefix }: PhraseMatch<PhraseMeaning>): readonly string[] {
  const before = words.slice(Math.max(0, start - 2), start).filter((word) => !isBreak(word) && !fillers.has(word));
  return prefix === undefined ? before : [...before, prefix];
}

interface Asked {
  readonly kind: SensitiveKind;
  /** The message says no more than what it is about: "GitHub token". */
  readonly isNamedOnly: boolean;
}

/** The secret that the message asks for, if it asks for one. */
function askedFor(
  readings: readonly ParsedText[],
  messageWords: WordBag,
  texts: readonly (FieldTexts | undefined)[],
): Asked | undefined {
  const typed = texts.filter((text) => text !== undefined);
  const onlyField = typed.length === 1 ? typed[0] : undefined;
  const secrets = readings.flatMap((reading) => {
    // Of all its words, and so once: there may be as many secrets.
    const asksForNamed = reading.matches.length > 0 && asksByPronoun(reading.words);
    return reading.matches.flatMap((match) => {
      const { meaning } = match;
      return meaning.is !== 'harmless' && isSecret(match, reading, onlyField, messageWords)
        ? [{ match, words: reading.words, kind: meaning.kind, isCertain: meaning.is === 'secret', asksForNamed }]
        : [];
    });
  });
  const asked = secrets.find(({ words, match }) => isAskedFor(words, match));
  if (asked) {
    return { kind: asked.kind, isNamedOnly: false };
  }
  const named =
    secrets.find(({ words, match }) => isWholeText(words, match)) ??
    secrets.find(({ words, match, isCertain, asksForNamed }) => isCertain && !isNegated(words, match) && asksForNamed);
  return named && { kind: named.kind, isNamedOnly: true };
}

/** The fields that a message means which asks for a secret, where no field says so by itself. */
function fieldsMeant(texts: readonly (FieldTexts | undefined)[], onlyUnspecific: boolean): readonly number[] {
  const typed = texts.flatMap((text, index) => (text && isTypedField(text.field) ? [{ text, index }] : []));
  const open = typed.filter(({ text }) => isUnspecific(text));
  const strangers = typed.filter(({ text }) => !text.words.hasAnyOf(identities));
  const others = strangers.length > 0 ? strangers : typed;
  const meant = open.length > 0 || onlyUnspecific ? open : others;
  return meant.map(({ index }) => index);
}

/** Whether neither name nor title say what a field is for. */
function isUnspecific({ name, title }: FieldTexts): boolean {
  return [...name, ...title].every(({ words }) =>
    words.every(
      (word) => isBreak(word) || unspecific.has(word) || fillers.has(word) || /^(?:field)?\p{N}*$/u.test(word),
    ),
  );
}
