/** Words that name a secret only in some contexts ("code", "key"), and the rules for these contexts. */
import { WordSet } from './phraseMatcher.ts';

export type AmbiguousTerm =
  | 'token'
  | 'secret'
  | 'credentials'
  | 'cookie'
  | 'key'
  | 'code'
  | 'digits'
  | 'pin'
  | 'pass'
  | 'parola'
  | 'login'
  | 'seed'
  | 'card';

/** The words of a text, with a cached test for each word set. */
export class WordBag {
  readonly #words: ReadonlySet<string>;
  readonly #results = new Map<WordSet, boolean>();

  constructor(words: readonly string[]) {
    this.#words = new Set(words);
  }

  hasAnyOf(set: WordSet): boolean {
    const cached = this.#results.get(set);
    if (cached !== undefined) {
      return cached;
    }
    const result = [...this.#words].some((word) => set.has(word));
    this.#results.set(set, result);
    return result;
  }
}

/** The context of an ambiguous term. */
interface TermContext {
  /** The words directly before the term in its clause, at most two. */
  readonly before: WordBag;
  /** All words of the field's name, title and description. */
  readonly field: WordBag;
  /** All words of the message. */
  readonly message: WordBag;
  /** True if the clause of the term has no other words except fillers. */
  readonly isAlone: boolean;
  /** True for a property name in the style of environment variables: `APOLLO_KEY`. */
  readonly isVariable: boolean;
  readonly isNumber: boolean;
  /** The number of digits, if the field accepts only digits. */
  readonly digits: number | undefined;
}

type Rule = (context: TermContext) => boolean;

const otherTokens = new WordSet(
  `page next previous continuation pagination paging sync resume cursor stop end special pad bos eos mask unk design progress
  request idempotency idempotent client cancellation csrf xsrf from to in out base quote native governance max min num prompt
  completion context lp reward pool swap syntax lexer parser mint coin crypto blockchain chain sampling generation model embedding
  explained truncated offset`,
);
/** Words anywhere in the texts of a field that make its token harmless. */
const tokenTopics = new WordSet(
  'pagination paginated paginate idempotency idempotent erc20 erc721 erc1155 erc nft nfts contract tokenizer',
);
const otherKeys = new WordSet(
  `public primary foreign sort partition cache issue project space epic object translation answer room map dictionary json group tag
  label lookup unique composite candidate musical arrow hot shortcut function row index summary snapshot variable metadata state
  attribute property registry host locale i18n message registered`,
);
const keyPlaces = new WordSet('path file pfad datei');
const keyOwners = new WordSet(
  `api secret private license licence openai anthropic stripe aws azure google gemini mistral deepseek groq serpapi tavily openrouter
  github gitlab twilio sendgrid mailgun algolia pinecone supabase authentication auth credential credentials credenciales oauth
  decryption decrypt encryption hmac signing admin service device local locale lokaler starts paid client consumer customer account
  application app server tls ssl`,
);
const otherCodes = new WordSet(
  `country postal post zip area region source error status exit response return promo promotion promotional discount coupon voucher
  airport iata icao product item article sku color colour hex language lang locale currency hs tariff sort branch swift bic dress
  qr bar order booking reservation review snippet shipping category service severity class course subject department cost tax vat
  iso style program programming python javascript java html css sample example morse building house vehicle train flight station
  unit reason action event http invite invitation referral tracking part model stock ticker genetic zone yaml
  land länder fehler vorwahl pays país área paese nazionale kraju страны региона ülke posta
  国 国家 国家地区 國家 地区 地區 국가 quell estado captcha`,
);
/** Words anywhere in the texts of a field that make its code harmless. */
const codeTopics = new WordSet(
  `country countries postal zip iata iso promo discount coupon voucher language currency tariff color hex source snippet programming
  review error http status captcha yaml kraju страны país pays 国家 國家 国家地区 国 국가`,
);
/** Issuers of harmless codes (a bank code), although their applications may also send one-time codes. */
const codeIssuers = new WordSet('bank bancario banque banco bankowy банка 銀行 银行 은행');
const codeSenders = new WordSet(
  `verification verify verifying authenticator authenticate authentication 2fa mfa otp totp sms texted texting sent emailed mailed
  onetime login signin signing oauth authorization passcode 2step twostep received phone mobile
  geschickt gesendet gesandt erhalten zugesandt reçu envoyé envoyée recibido enviado enviamos inviato ricevuto recebido
  gestuurd verzonden ontvangen wysłaliśmy wysłany otrzymany смс отправлен отправили отправлено gönderilen gönderdik gönderildi
  短信 发送 發送 簡訊 送信 送信された 전송 문자 받은 доступа`,
);
const codeApps = new WordSet(
  `app apps email mail device text aplicación aplicativo aplikacji aplikacja приложения uygulama* application anwendung banking bankapp
  アプリ 应用 應用程式 앱 bancaria bancaire mailadresse`,
);
const digitWords = new WordSet(
  'digit digits stelligen stelliger stelligem chiffres dígitos cifre cijferige cijfers cyfrowy cyfr значный цифр haneli 桁 位 位数 자리',
);
const digitSenders = new WordSet('authenticator authentication 2fa mfa otp totp sms texted texting');
const otherPins = new WordSet(
  'gpio digital analog board map location drop message comment post thread channel push bowling lead safety hair postal delivery',
);
const pinTopics = new WordSet('gpio pinout arduino raspberry esp32 board map postal zip india indian channel pinned');
const otherPasses = new WordSet(
  'boarding bus ski day season ticket event travel press first second next low high band',
);
const passTopics = new WordSet('boarding ski ticket tickets museum train airline compiler exam');
const passOwners = new WordSet(
  'db user account login admin smtp mail email ftp ssh root sudo wifi proxy redis mysql postgres db2 http imap',
);
const payment = new WordSet(
  'credit debit pay payment paying payments visa mastercard amex checkout billing pago bezahlen zahlung paiement pagamento оплата',
);
const otherCards = new WordSet(
  `last four last4 color colour title board id trello deck flash business gift amount type list column holder cardholder name brand
  expiry expiration month year copy recipients addresses mail email`,
);
const cardFrontWords = new WordSet('front embossed printed long');
const recovery = new WordSet('wallet recovery phrase words word mnemonic bip39 12 24 crypto metamask ledger');
const sessions = new WordSet('session auth authentication login browser linkedin sign value values developer');
const passwordWords = new WordSet('password pin passwort senha contraseña');
const otherCookies = new WordSet('policy consent banner recipe many issues avoid detection');

/** The word sets whose words the tokenizer must recognize in scripts without spaces. */
export const decidingWords: readonly WordSet[] = [
  otherCodes,
  codeTopics,
  codeIssuers,
  codeSenders,
  codeApps,
  digitWords,
];

const rules: Readonly<Record<AmbiguousTerm, Rule>> = {
  token: ({ before, field, isNumber }) => !isNumber && !before.hasAnyOf(otherTokens) && !field.hasAnyOf(tokenTopics),
  secret: ({ isNumber }) => !isNumber,
  credentials: ({ isNumber }) => !isNumber,
  cookie: ({ isNumber, field, isVariable }) =>
    !isNumber && !field.hasAnyOf(otherCookies) && (isVariable || field.hasAnyOf(sessions)),
  key: ({ before, field, isNumber, isVariable }) =>
    !isNumber && !before.hasAnyOf(otherKeys) && (isVariable ? !field.hasAnyOf(keyPlaces) : before.hasAnyOf(keyOwners)),
  code: isOneTimeCode,
  digits: ({ field, message }) => field.hasAnyOf(digitSenders) || message.hasAnyOf(digitSenders),
  pin: ({ before, field }) => !before.hasAnyOf(otherPins) && !field.hasAnyOf(pinTopics),
  pass: ({ before, field, isAlone, isNumber }) =>
    !isNumber &&
    !before.hasAnyOf(otherPasses) &&
    !field.hasAnyOf(passTopics) &&
    (isAlone || before.hasAnyOf(passOwners)),
  parola: ({ isAlone }) => isAlone,
  login: ({ field, isAlone }) => isAlone && field.hasAnyOf(passwordWords),
  seed: ({ field, message }) => field.hasAnyOf(recovery) || message.hasAnyOf(recovery),
  card: ({ field, message }) =>
    !field.hasAnyOf(otherCards) &&
    (field.hasAnyOf(payment) || message.hasAnyOf(payment) || field.hasAnyOf(cardFrontWords)),
};

/** True if an ambiguous term names a secret in this context. */
export function isSecretTerm(word: AmbiguousTerm, context: TermContext): boolean {
  return rules[word](context);
}

/** True for codes of four to eight digits and codes that were sent to the user, but not for codes of countries, products etc. */
function isOneTimeCode({ before, field, message, isAlone, digits }: TermContext): boolean {
  if (before.hasAnyOf(codeIssuers) || before.hasAnyOf(otherCodes) || field.hasAnyOf(codeTopics)) {
    return false;
  }
  if (field.hasAnyOf(codeSenders) || (message.hasAnyOf(codeSenders) && !message.hasAnyOf(codeTopics))) {
    return true;
  }
  const isShort = digits !== undefined && digits >= 4 && digits <= 8;
  const mentionsDigits = field.hasAnyOf(digitWords) || message.hasAnyOf(digitWords);
  return (
    (isShort && isAlone) || ((isShort || mentionsDigits) && (field.hasAnyOf(codeApps) || message.hasAnyOf(codeApps)))
  );
}
