/** Finds secrets in a text by their shape, for text that the user has entered into any field. */
import { t } from '@vscode/l10n';
import { hasCardNumber } from './cardNumbers.ts';
import type { SensitiveKind } from './sensitiveKinds.ts';

export interface SecretShape {
  readonly kind: SensitiveKind;
  /** A noun phrase for "This looks like": "an access token of GitHub", "the number of a payment card". */
  readonly looksLike: string;
}

interface KeyShape {
  readonly kind: SensitiveKind;
  looksLike(): string;
  /** The prefixes of this service's keys. */
  readonly prefixes: readonly string[];
  /** The source of a regular expression for the text after the prefix. */
  readonly rest: string;
}

const key = (service: string, prefixes: string, rest: string): KeyShape => ({
  kind: 'apiKey',
  looksLike: () => t('an API key of {0}', service),
  prefixes: prefixes.split(' '),
  rest,
});
const token = (service: string, prefixes: string, rest: string): KeyShape => ({
  kind: 'token',
  looksLike: () => t('an access token of {0}', service),
  prefixes: prefixes.split(' '),
  rest,
});

const keyLikeOpenAi = (prefixes: string, rest: string): KeyShape => ({
  ...key('', prefixes, rest),
  looksLike: () => t('an API key of OpenAI or a service like it'),
});

/**
 * The keys of services. Sources: the documentation of each service, and GitHub's list "Supported secret scanning patterns".
 * Each `rest` has a bounded length and no alternatives inside repetitions.
 */
const keyShapes: readonly KeyShape[] = [
  token('GitHub', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36}'),
  token('GitHub', 'github_pat_', '[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'),
  token('GitLab', 'glpat- gldt- glrt- glptt- glcbt- glsoat-', '[\\w-]{20}'),
  token('Slack', 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxe- xoxe.xoxp- xapp-', '[\\w%-]{10}'),
  key('Anthropic', 'sk-ant-', '[\\w-]{20}'),
  key('OpenAI', 'sk-proj- sk-svcacct- sk-admin-', '[\\w-]{20}'),
  key('OpenRouter', 'sk-or-v1-', '[0-9a-f]{32}'),
  keyLikeOpenAi('sk-', '(?=[A-Za-z0-9]{0,31}\\d)[A-Za-z0-9]{32}'),
  key('Stripe', 'sk_live_ rk_live_ sk_test_ rk_test_', '[A-Za-z0-9]{16}'),
  key('Stripe', 'whsec_', '[A-Za-z0-9+/]{24}'),
  key('Amazon Web Services', 'AKIA ASIA', '[A-Z2-7]{16}(?![A-Za-z0-9])'),
  key('Google', 'AIza', '[\\w-]{35}'),
  key('Google', 'GOCSPX-', '[\\w-]{28}'),
  token('Google', 'ya29.', '[\\w-]{20}'),
  token('npm', 'npm_', '[A-Za-z0-9]{36}'),
  token('PyPI', 'pypi-', 'AgEIcHlwaS5vcmc[\\w-]{20}'),
  token('Hugging Face', 'hf_', '[A-Za-z0-9]{34}'),
  key('SendGrid', 'SG.', '[\\w-]{16,32}\\.[\\w-]{32}'),
  token('DigitalOcean', 'dop_v1_ doo_v1_ dor_v1_', '[0-9a-f]{64}'),
  token('Shopify', 'shpat_ shpca_ shppa_ shpss_', '[0-9a-fA-F]{32}'),
  token('Atlassian', 'ATATT3 ATCTT3', '[\\w=-]{40}'),
  token('Docker', 'dckr_pat_ dckr_oat_', '[\\w-]{20}'),
  token('HashiCorp Vault', 'hvs. hvb.', '[\\w-]{20}'),
  token('Grafana', 'glsa_ glc_', '[\\w=+/-]{20}'),
  token('Databricks', 'dapi', '[0-9a-f]{32}(?![A-Za-z0-9])'),
  token('Notion', 'ntn_', '[A-Za-z0-9]{40}'),
  key('Linear', 'lin_api_', '[A-Za-z0-9]{32}'),
  token('Figma', 'figd_', '[\\w-]{20}'),
  key('Postman', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  key('New Relic', 'NRAK-', '[A-Z0-9]{27}'),
  token('Supabase', 'sbp_', '[0-9a-f]{40}'),
  key('Supabase', 'sb_secret_', '[\\w-]{20}'),
  token('Tailscale', 'tskey-', '[A-Za-z]{3,8}-[A-Za-z0-9]{6}'),
  key('Groq', 'gsk_', '[A-Za-z0-9]{40}'),
  key('xAI', 'xai-', '[A-Za-z0-9]{60}'),
  key('Perplexity', 'pplx-', '[A-Za-z0-9]{40}'),
  key('Tavily', 'tvly-', '[\\w-]{20}'),
  key('Replicate', 'r8_', '[A-Za-z0-9]{37}'),
  key('Resend', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'),
  token('Sentry', 'sntrys_ sntryu_', '[\\w=+/-]{40}'),
  token('RubyGems', 'rubygems_', '[0-9a-f]{48}'),
  token('PlanetScale', 'pscale_tkn_ pscale_pw_', '[\\w.-]{32}'),
  token('Netlify', 'nfp_', '[A-Za-z0-9]{36}'),
  token('Airtable', 'pat', '[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  token('Telegram', '', '\\d{8,10}:AA[\\w-]{33}(?![\\w-])'),
  {
    kind: 'privateKey',
    looksLike: () => t('a private key'),
    prefixes: ['AGE-SECRET-KEY-1'],
    rest: '[A-Z0-9]{58}',
  },
];

/** The prefixes that are specific enough to recognize a description of a key by them. */
export const keyPrefixes: readonly { readonly prefix: string; readonly kind: SensitiveKind }[] = keyShapes.flatMap(
  ({ prefixes, kind }) =>
    prefixes.filter((prefix) => /[-_]$/.test(prefix) && prefix !== 're_').map((prefix) => ({ prefix, kind })),
);

const escapeForPattern = (text: string) => text.replace(/[.+]/g, '\\$&');
const anyKey = new RegExp(
  `(?<![A-Za-z0-9_-])(?:${keyShapes
    .map(({ prefixes, rest }, index) => `(?<k${index}>(?:${prefixes.map(escapeForPattern).join('|')})${rest})`)
    .join('|')})`,
);

interface OtherShape extends Pick<KeyShape, 'kind' | 'looksLike'> {
  readonly pattern: RegExp;
}

/** Each pattern begins with fixed letters and has only bounded repetitions. */
const otherShapes: readonly OtherShape[] = [
  {
    kind: 'privateKey',
    looksLike: () => t('a private key'),
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d|b3BlbnNzaC1rZXktdjE/,
  },
  {
    kind: 'token',
    looksLike: () => t('the content of an Authorization header'),
    pattern:
      /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token|digest|apikey)\s{1,3}(?![<{$*[])[\w.~+/=-]{8}/i,
  },
  {
    kind: 'token',
    looksLike: () => t('an access token'),
    pattern: /(?:^|["'\s:=])bearer\s{1,3}(?=[\w.~+/-]{0,40}\d)[\w.~+/-]{20}/i,
  },
  {
    kind: 'token',
    looksLike: () => t('an incoming webhook of Slack or Discord'),
    pattern:
      /hooks\.slack\.com\/services\/T\w{6,12}\/B\w{6,12}\/\w{16}|discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[\w-]{40}/,
  },
  {
    kind: 'apiKey',
    looksLike: () => t('a secret access key of Amazon Web Services'),
    pattern: /aws_?secret_?access_?key["']?\s{0,3}[:=]\s{0,3}["']?[A-Za-z0-9/+]{40}/i,
  },
  {
    kind: 'connectionString',
    looksLike: () => t('a connection string with its key'),
    pattern: /(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40}/,
  },
];

/** `eyJ` is the beginning of a JSON object in base64. A letter, digit, `_` or `-` directly before it excludes a JWT. */
const jwtPattern = /(?<![\w-])(?<header>eyJ[\w-]{8,2000})\.[\w-]{2,20000}\.[\w-]{0,5000}/g;
/** The algorithm in the header of a JWT. Source: RFC 7515 section 4.1.1. */
const jwtAlgorithm = /"alg"\s{0,20}:/;

/**
 * Finds a secret in a text by its shape; `undefined` if there is none. Identifiers, hashes, UUIDs, phone numbers and IBANs are
 * not secrets. Linear in the length of the text. Never throws.
 */
export function secretIn(text: string): SecretShape | undefined {
  return keyIn(text) ?? otherSecretIn(text) ?? jwtIn(text) ?? passwordInUrl(text) ?? cardIn(text);
}

function keyIn(text: string): SecretShape | undefined {
  const groups = anyKey.exec(text)?.groups;
  const shape = groups && keyShapes.find((_, index) => groups[`k${index}`] !== undefined);
  return shape && { kind: shape.kind, looksLike: shape.looksLike() };
}

function otherSecretIn(text: string): SecretShape | undefined {
  const shape = otherShapes.find(({ pattern }) => pattern.test(text));
  return shape && { kind: shape.kind, looksLike: shape.looksLike() };
}

function jwtIn(text: string): SecretShape | undefined {
  for (const { groups } of text.matchAll(jwtPattern)) {
    if (isJoseHeader(groups?.['header'] ?? '')) {
      return { kind: 'token', looksLike: t('an access token (JWT)') };
    }
  }
  return undefined;
}

/** True for the header of a JWT. Does not parse its JSON, because a text may contain very many candidates. */
function isJoseHeader(part: string): boolean {
  const header = Buffer.from(part, 'base64url').toString('latin1').trimEnd();
  return header.startsWith('{"') && header.endsWith('}') && jwtAlgorithm.test(header);
}

/** The number of UTF-16 code units in which the authority of a URL is searched. */
const maxAuthorityLength = 300;
/** Matches placeholders for a password: `<password>`, `${PASSWORD}`, `***`. */
const placeholder = /^(?:<.*>|\$?\{.*\}|\[.*\]|%s|\*+|x+|\.+|…)$/i;

/** Finds a URL with a password: `scheme://user:password@host`. */
function passwordInUrl(text: string): SecretShape | undefined {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const rest = text.slice(at + 3, at + 3 + maxAuthorityLength);
    const [authority = ''] = rest.split(/[\s/?#"'`]/, 1);
    const user = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
    const password = user.slice(user.indexOf(':') + 1);
    if (
      user.includes(':') &&
      password !== '' &&
      !placeholder.test(password) &&
      /[a-z]$/i.test(text.slice(at - 1, at))
    ) {
      return { kind: 'connectionString', looksLike: t('a URL with a password in it') };
    }
  }
  return undefined;
}

function cardIn(text: string): SecretShape | undefined {
  return hasCardNumber(text) ? { kind: 'cardNumber', looksLike: t('the number of a payment card') } : undefined;
}
