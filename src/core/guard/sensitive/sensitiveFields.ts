import type { Field, FormModel } from '#form/model.ts';
import { isSecretTerm, WordBag } from './ambiguousTerms.ts';
import { fillers, identityWords, referenceWords, unspecific } from './contextWords.ts';
import { acceptedDigits, isTypedField, kindInExample, offersSingleCharacters } from './fieldConstraints.ts';
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

/** The numbers of UTF-16 code units that are read from the beginning and from the end of each text. */
const nameRead = [100, 60] as const;
const titleRead = [300, 0] as const;
const descriptionRead = [1500, 500] as const;
const messageRead = [12_000, 4000] as const;
/** The number of UTF-16 code units that are read of all descriptions of a form together. Names are always read. */
const maxDescriptionsRead = 100_000;
/** The number of UTF-16 code units that are read of all titles of a form together. Beyond, only 60 of each title are read. */
const maxTitlesRead = 50_000;
const minTitleRead = 60;

/** The parsed texts of a field. */
interface FieldTexts {
  readonly field: Field;
  readonly name: readonly ParsedText[];
  readonly title: readonly ParsedText[];
  readonly description: readonly ParsedText[];
  /** All words of name, title and description. */
  readonly words: WordBag;
  /** True if one of the texts has a word or phrase that may name a secret. */
  readonly mayNameSecret: boolean;
  /** The kind of secret that the pattern, or an example in the texts, shows. */
  readonly kindInExample: SensitiveKind | undefined;
}

/**
 * The fields of a form that ask for a secret, in the order of the form, without duplicates. Evaluates the message, and the names,
 * titles, descriptions and constraints of the fields. Reads a bounded part of each text, in linear time. Never throws.
 */
export function sensitiveFields(form: FormModel, message: string): readonly SensitiveField[] {
  return sensitiveIn(textsOf(form), message);
}

/** True if a field asks for a secret, without a form and a message. */
export function isSensitiveField(field: Field): boolean {
  return sensitiveIn(readTexts([field]), '').length > 0;
}

function sensitiveIn(texts: readonly (FieldTexts | undefined)[], message: string): readonly SensitiveField[] {
  const parsedMessage = parsedTextsOf(bothEnds(message, ...messageRead));
  if (!mayNameSecret(parsedMessage) && !texts.some((text) => text?.mayNameSecret || text?.kindInExample)) {
    return [];
  }
  const messageWords = new WordBag(parsedMessage.flatMap(({ words }) => words));
  const sensitive = texts.map((text, index): SensitiveField | undefined => {
    const finding = text && findingOf(text, messageWords);
    return finding && sensitiveField(index, finding.kind, finding.source);
  });
  const requested = requestedSecret(parsedMessage, messageWords, texts);
  if (requested && !sensitive.some((field) => field !== undefined)) {
    for (const index of fieldsForMessage(texts, requested.isNamedOnly)) {
      sensitive[index] = sensitiveField(index, requested.kind, 'message');
    }
  }
  return sensitive.filter((field) => field !== undefined);
}

/** True if a text has a word or phrase that names a secret, at least in some contexts. */
function mayNameSecret(readings: readonly ParsedText[]): boolean {
  return readings.some(({ matches }) => matches.some(({ meaning }) => meaning.is !== 'harmless'));
}

/** The parsed texts of forms, cached because servers repeat their forms. */
const parsedForms = new WeakMap<readonly Field[], readonly (FieldTexts | undefined)[]>();

function textsOf({ fields }: FormModel): readonly (FieldTexts | undefined)[] {
  const texts = parsedForms.get(fields) ?? readTexts(fields);
  parsedForms.set(fields, texts);
  return texts;
}

function readTexts(fields: readonly Field[]): readonly (FieldTexts | undefined)[] {
  let titlesLeft = maxTitlesRead;
  let descriptionsLeft = maxDescriptionsRead;
  return fields.map((field) => {
    if (!isTypedField(field) && !offersSingleCharacters(field)) {
      return undefined;
    }
    const { name: fieldName, label, description: fieldDescription = '' } = field;
    const titleEnds = bothEnds(label, ...titleRead).slice(0, Math.max(titlesLeft, minTitleRead));
    titlesLeft -= titleEnds.length;
    const descriptionEnds = bothEnds(fieldDescription, ...descriptionRead).slice(0, descriptionsLeft);
    descriptionsLeft -= descriptionEnds.length;
    const name = parsedTextsOf(bothEnds(fieldName, ...nameRead));
    const title = label === fieldName ? [] : parsedTextsOf(titleEnds);
    const description = descriptionEnds === '' ? [] : parsedTextsOf(descriptionEnds);
    const readings = [...name, ...title, ...description];
    const words = new WordBag(readings.flatMap((reading) => reading.words));
    const kind = kindInExample(field, [descriptionEnds, titleEnds]);
    return { field, name, title, description, words, mayNameSecret: mayNameSecret(readings), kindInExample: kind };
  });
}

interface Finding {
  readonly kind: SensitiveKind;
  readonly source: EvidenceSource;
}

function findingOf(text: FieldTexts, messageWords: WordBag): Finding | undefined {
  const best = text.mayNameSecret ? bestFindingIn(text, messageWords) : undefined;
  if (best) {
    return { kind: best.kind, source: offersSingleCharacters(text.field) ? 'options' : best.source };
  }
  return text.kindInExample && { kind: text.kindInExample, source: 'rules' };
}

function bestFindingIn(text: FieldTexts, messageWords: WordBag): Finding | undefined {
  const findings = [
    ...findingsIn('title', text.title, text, messageWords, isLabelled),
    ...findingsIn('name', text.name, text, messageWords, (reading, match) => {
      return isLabelled(reading, match) && !isOverruled(reading, match, text, messageWords);
    }),
    ...findingsIn('description', text.description, text, messageWords, descriptionAsksFor(text, messageWords)),
  ];
  // A certain secret counts more than an ambiguous term.
  return findings.find(({ isCertain }) => isCertain) ?? findings[0];
}

/** True for the name `pw` if the title means something else, because this abbreviation is ambiguous. */
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

/** Returns true if a text asks for the secret that it names. */
type AsksFor = (reading: ParsedText, match: PhraseMatch<PhraseMeaning>) => boolean;

function findingsIn(
  source: EvidenceSource,
  readings: readonly ParsedText[],
  text: FieldTexts,
  messageWords: WordBag,
  asksFor: AsksFor,
): (Finding & { readonly isCertain: boolean })[] {
  return readings.flatMap((reading) =>
    reading.matches.flatMap((match) => {
      const { meaning } = match;
      return meaning.is !== 'harmless' && isSecret(match, reading, text, messageWords) && asksFor(reading, match)
        ? [{ kind: meaning.kind, source, isCertain: meaning.is === 'secret' }]
        : [];
    }),
  );
}

/**
 * Returns the test of whether the description of a field asks for a secret. The description of `keyFile` may name the key without
 * a request for it, and that of `nextToken` may name a token that is no secret.
 */
function descriptionAsksFor(text: FieldTexts, messageWords: WordBag): AsksFor {
  const isOfReference = text.name.some(({ words }) => words.length > 1 && referenceWords.has(words.at(-1)));
  const harmlessTerms = new Set(
    [...text.name, ...text.title].flatMap((reading) =>
      reading.matches
        .filter((match) => wordsBefore(reading, match).length > 0 && !isSecret(match, reading, text, messageWords))
        .map(({ meaning }) => (meaning.is === 'ambiguous' ? meaning.word : undefined)),
    ),
  );
  return (reading, match) => {
    if (match.meaning.is === 'ambiguous' && harmlessTerms.has(match.meaning.word)) {
      return false;
    }
    return isOfReference ? isAsked(reading, match) : isDescribed(reading, match);
  };
}

/** True if a name or a title asks for the secret that it names, and does not only mention the secret. */
function isLabelled(reading: ParsedText, match: PhraseMatch<PhraseMeaning>): boolean {
  return isLabel(reading.words, match) || isAsked(reading, match);
}

function isAsked(reading: ParsedText, match: PhraseMatch<PhraseMeaning>): boolean {
  return isAskedFor(reading.words, match);
}

function isDescribed(reading: ParsedText, match: PhraseMatch<PhraseMeaning>): boolean {
  return (match.start < reading.firstClauseEnd && isLabel(reading.words, match)) || isAsked(reading, match);
}

/** True if a phrase names a secret in its context, and not an aspect of a secret. */
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

/** The one or two words before a match in its clause, and the first part of its compound. */
function wordsBefore({ words }: ParsedText, { start, prefix }: PhraseMatch<PhraseMeaning>): readonly string[] {
  const before = words.slice(Math.max(0, start - 2), start).filter((word) => !isBreak(word) && !fillers.has(word));
  return prefix === undefined ? before : [...before, prefix];
}

interface RequestedSecret {
  readonly kind: SensitiveKind;
  /** True if the message only names the secret: "GitHub token". */
  readonly isNamedOnly: boolean;
}

/** The secret that the message asks for, if it asks for one. */
function requestedSecret(
  readings: readonly ParsedText[],
  messageWords: WordBag,
  texts: readonly (FieldTexts | undefined)[],
): RequestedSecret | undefined {
  const typed = texts.filter((text) => text !== undefined);
  const onlyField = typed.length === 1 ? typed[0] : undefined;
  const secrets = readings.flatMap((reading) => {
    // Computed once for each text, because this reads all words and a text may name many secrets.
    const asksForNamed = reading.matches.length > 0 && asksByPronoun(reading.words);
    return reading.matches.flatMap((match) => {
      const { meaning } = match;
      return meaning.is !== 'harmless' && isSecret(match, reading, onlyField, messageWords)
        ? [{ match, words: reading.words, kind: meaning.kind, isCertain: meaning.is === 'secret', asksForNamed }]
        : [];
    });
  });
  const requested = secrets.find(({ words, match }) => isAskedFor(words, match));
  if (requested) {
    return { kind: requested.kind, isNamedOnly: false };
  }
  const named =
    secrets.find(({ words, match }) => isWholeText(words, match)) ??
    secrets.find(({ words, match, isCertain, asksForNamed }) => isCertain && !isNegated(words, match) && asksForNamed);
  return named && { kind: named.kind, isNamedOnly: true };
}

/** The fields that may be meant by a message that asks for a secret, if no field asks for one. */
function fieldsForMessage(texts: readonly (FieldTexts | undefined)[], onlyUnspecific: boolean): readonly number[] {
  const typed = texts.flatMap((text, index) => (text && isTypedField(text.field) ? [{ text, index }] : []));
  const unspecificFields = typed.filter(({ text }) => isUnspecific(text));
  const withoutIdentity = typed.filter(({ text }) => !text.words.hasAnyOf(identityWords));
  const others = withoutIdentity.length > 0 ? withoutIdentity : typed;
  const fields = unspecificFields.length > 0 || onlyUnspecific ? unspecificFields : others;
  return fields.map(({ index }) => index);
}

/** True if neither name nor title shows the purpose of a field. */
function isUnspecific({ name, title }: FieldTexts): boolean {
  return [...name, ...title].every(({ words }) =>
    words.every(
      (word) => isBreak(word) || unspecific.has(word) || fillers.has(word) || /^(?:field)?\p{N}*$/u.test(word),
    ),
  );
}
