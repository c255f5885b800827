import { hostParts } from './publicSuffix.ts';

/** Sites that others like to pass themselves off as: where people sign in, pay, or keep code. */
export interface WellKnownSite {
  /** What people call it, as it stands in its domains. */
  readonly name: string;
  /** The registrable domains that are its own; the first is the one that people know. */
  readonly domains: readonly string[];
  /** It is at home under its name in many countries: `amazon.de`, `google.co.uk`. */
  readonly everyCountry?: true;
  /** Its name is also an ordinary word: that others have it in theirs says nothing. */
  readonly ordinary?: true;
}

const many = (name: string, ...domains: string[]): WellKnownSite => ({ name, domains, everyCountry: true });
const one = (name: string, ...domains: string[]): WellKnownSite => ({
  name,
  domains: domains.length > 0 ? domains : [`${name}.com`],
});
const word = (name: string, ...domains: string[]): WellKnownSite => ({ ...one(name, ...domains), ordinary: true });

export const wellKnownSites: readonly WellKnownSite[] = [
  many('google', 'google.com', 'withgoogle.com', 'googleusercontent.com', 'googleapis.com', 'google.dev'),
  many('amazon', 'amazon.com', 'amazonaws.com', 'amazonpay.com', 'amazon.dev'),
  many('ebay', 'ebay.com'),
  many('yahoo', 'yahoo.com'),
  many('paypal', 'paypal.com', 'paypal.me', 'paypalobjects.com'),
  word('booking'),
  many('airbnb', 'airbnb.com'),
  many('nike', 'nike.com'),
  many('ikea', 'ikea.com'),
  many('hsbc', 'hsbc.com'),
  many('santander', 'santander.com'),
  many('vodafone', 'vodafone.com'),
  one('microsoft', 'microsoft.com', 'microsoftonline.com', 'microsoft.dev'),
  word('office', 'office.com', 'office365.com'),
  word('outlook'),
  word('live'),
  word('azure', 'azure.com', 'azure.net'),
  one('visualstudio'),
  one('apple', 'apple.com', 'apple.news'),
  one('icloud'),
  one('facebook', 'facebook.com', 'facebook.net'),
  one('instagram'),
  one('whatsapp', 'whatsapp.com', 'whatsapp.net'),
  one('twitter'),
  one('linkedin'),
  one('youtube', 'youtube.com', 'youtu.be'),
  one('netflix'),
  one('spotify', 'spotify.com', 'spotify.link'),
  one('discord', 'discord.com', 'discord.gg', 'discordapp.com'),
  one('telegram', 'telegram.org', 'telegram.me'),
  one('reddit'),
  one('tiktok'),
  one('wikipedia', 'wikipedia.org'),
  one('github', 'github.com', 'github.dev', 'github.io', 'githubusercontent.com', 'githubassets.com'),
  one('gitlab', 'gitlab.com', 'gitlab.io', 'gitlab.net'),
  one('bitbucket', 'bitbucket.org', 'bitbucket.io'),
  one('atlassian', 'atlassian.com', 'atlassian.net'),
  one('npmjs', 'npmjs.com', 'npmjs.org'),
  one('pypi', 'pypi.org'),
  one('docker', 'docker.com', 'docker.io'),
  one('openai', 'openai.com', 'openai.org'),
  one('chatgpt'),
  one('anthropic'),
  one('claude', 'claude.ai', 'claude.com'),
  word('cursor', 'cursor.com', 'cursor.sh'),
  one('huggingface', 'huggingface.co', 'huggingface.com'),
  one('modelcontextprotocol', 'modelcontextprotocol.io'),
  one('stackoverflow'),
  one('slack', 'slack.com', 'slack-edge.com'),
  word('notion', 'notion.so', 'notion.com', 'notion.site'),
  word('linear', 'linear.app'),
  one('figma'),
  one('dropbox', 'dropbox.com', 'dropboxusercontent.com'),
  one('adobe'),
  word('zoom', 'zoom.us', 'zoom.com'),
  one('salesforce'),
  one('zendesk'),
  one('hubspot'),
  one('shopify'),
  one('okta', 'okta.com', 'oktacdn.com'),
  one('auth0'),
  one('onelogin'),
  one('lastpass'),
  one('1password', '1password.com', '1password.eu', '1password.ca'),
  one('bitwarden'),
  one('cloudflare', 'cloudflare.com', 'cloudflare.net'),
  one('vercel', 'vercel.com', 'vercel.app'),
  one('netlify', 'netlify.com', 'netlify.app'),
  one('heroku', 'heroku.com', 'herokuapp.com'),
  one('digitalocean'),
  one('mongodb'),
  one('supabase', 'supabase.com', 'supabase.co', 'supabase.io'),
  one('datadog', 'datadoghq.com', 'datadoghq.eu'),
  word('sentry', 'sentry.io'),
  one('twilio'),
  one('sendgrid', 'sendgrid.com', 'sendgrid.net'),
  one('stripe', 'stripe.com', 'stripe.network'),
  word('square', 'squareup.com', 'square.com', 'squarespace.com'),
  one('klarna'),
  word('revolut'),
  word('wise', 'wise.com'),
  word('visa'),
  one('mastercard', 'mastercard.com', 'mastercard.us'),
  one('americanexpress'),
  word('chase'),
  one('wellsfargo'),
  one('bankofamerica'),
  one('citibank', 'citibank.com', 'citi.com'),
  one('capitalone'),
  one('barclays', 'barclays.com', 'barclays.co.uk'),
  one('deutschebank', 'deutsche-bank.de', 'db.com'),
  one('commerzbank', 'commerzbank.de', 'commerzbank.com'),
  word('sparkasse', 'sparkasse.de'),
  one('coinbase'),
  one('binance'),
  word('kraken'),
  one('metamask', 'metamask.io'),
  word('blockchain'),
  one('steampowered', 'steampowered.com', 'steamcommunity.com'),
  one('fedex'),
  one('usps'),
  one('dhl', 'dhl.com', 'dhl.de'),
  one('alibaba'),
  one('aliexpress'),
  one('walmart'),
  one('wordpress', 'wordpress.com', 'wordpress.org'),
  one('godaddy'),
  word('proton', 'proton.me', 'protonmail.com'),
];

/** Endings that people mistype `.com` as, and that not even large companies all own. */
const mistyped = /\.(?:cm|co|om)$/;

/** True for a registrable domain of one of them. */
export function isWellKnown(domain: string): boolean {
  const { domainWithoutSuffix, isIcann } = hostParts(domain);
  return wellKnownSites.some(
    ({ name, domains, everyCountry }) =>
      domains.includes(domain) ||
      (everyCountry === true && isIcann === true && domainWithoutSuffix === name && isOfACountry(domain)),
  );
}

/** Their owners give a name in front of them to whoever asks for one: who stands in front is not who owns the domain. */
const rented: ReadonlySet<string> = new Set([
  'atlassian.net',
  'auth0.com',
  'hubspot.com',
  'notion.site',
  'okta.com',
  'salesforce.com',
  'sendgrid.net',
  'shopify.com',
  'slack.com',
  'squarespace.com',
  'wordpress.com',
  'zendesk.com',
]);

/** True for a well-known domain below which others have pages of their own. */
export function isSharedDomain(domain: string): boolean {
  return rented.has(domain);
}

/** Country endings have two letters; some have a second level (`co.uk`). */
function isOfACountry(domain: string): boolean {
  return /\.(?:com?\.)?[a-z]{2}$/.test(domain) && !mistyped.test(domain);
}
