import { hostParts } from './publicSuffix.ts';

/** A site that others imitate, because its users sign in, pay, or store code there. */
export interface WellKnownSite {
  /** The name of the site, as it appears in its domains. */
  readonly name: string;
  /** The registrable domains of the site; the first is the best known. */
  readonly domains: readonly string[];
  /** Present if the site owns its name under the suffixes of many countries: `amazon.de`, `google.co.uk`. */
  readonly everyCountry?: true;
  /** Present if the name is also an ordinary word, which may be part of other names. */
  readonly ordinary?: true;
}

const inEveryCountry = (name: string, ...domains: string[]): WellKnownSite => ({ name, domains, everyCountry: true });
const site = (name: string, ...domains: string[]): WellKnownSite => ({
  name,
  domains: domains.length > 0 ? domains : [`${name}.com`],
});
const ordinaryWord = (name: string, ...domains: string[]): WellKnownSite => ({
  ...site(name, ...domains),
  ordinary: true,
});

export const wellKnownSites: readonly WellKnownSite[] = [
  inEveryCountry('google', 'google.com', 'withgoogle.com', 'googleusercontent.com', 'googleapis.com', 'google.dev'),
  inEveryCountry('amazon', 'amazon.com', 'amazonaws.com', 'amazonpay.com', 'amazon.dev'),
  inEveryCountry('ebay', 'ebay.com'),
  inEveryCountry('yahoo', 'yahoo.com'),
  inEveryCountry('paypal', 'paypal.com', 'paypal.me', 'paypalobjects.com'),
  ordinaryWord('booking'),
  inEveryCountry('airbnb', 'airbnb.com'),
  inEveryCountry('nike', 'nike.com'),
  inEveryCountry('ikea', 'ikea.com'),
  inEveryCountry('hsbc', 'hsbc.com'),
  inEveryCountry('santander', 'santander.com'),
  inEveryCountry('vodafone', 'vodafone.com'),
  site('microsoft', 'microsoft.com', 'microsoftonline.com', 'microsoft.dev'),
  ordinaryWord('office', 'office.com', 'office365.com'),
  ordinaryWord('outlook'),
  ordinaryWord('live'),
  ordinaryWord('azure', 'azure.com', 'azure.net'),
  site('visualstudio'),
  site('apple', 'apple.com', 'apple.news'),
  site('icloud'),
  site('facebook', 'facebook.com', 'facebook.net'),
  site('instagram'),
  site('whatsapp', 'whatsapp.com', 'whatsapp.net'),
  site('twitter'),
  site('linkedin'),
  site('youtube', 'youtube.com', 'youtu.be'),
  site('netflix'),
  site('spotify', 'spotify.com', 'spotify.link'),
  site('discord', 'discord.com', 'discord.gg', 'discordapp.com'),
  site('telegram', 'telegram.org', 'telegram.me'),
  site('reddit'),
  site('tiktok'),
  site('wikipedia', 'wikipedia.org'),
  site('github', 'github.com', 'github.dev', 'github.io', 'githubusercontent.com', 'githubassets.com'),
  site('gitlab', 'gitlab.com', 'gitlab.io', 'gitlab.net'),
  site('bitbucket', 'bitbucket.org', 'bitbucket.io'),
  site('atlassian', 'atlassian.com', 'atlassian.net'),
  site('npmjs', 'npmjs.com', 'npmjs.org'),
  site('pypi', 'pypi.org'),
  site('docker', 'docker.com', 'docker.io'),
  site('openai', 'openai.com', 'openai.org'),
  site('chatgpt'),
  site('anthropic'),
  site('claude', 'claude.ai', 'claude.com'),
  ordinaryWord('cursor', 'cursor.com', 'cursor.sh'),
  site('huggingface', 'huggingface.co', 'huggingface.com'),
  site('modelcontextprotocol', 'modelcontextprotocol.io'),
  site('stackoverflow'),
  site('slack', 'slack.com', 'slack-edge.com'),
  ordinaryWord('notion', 'notion.so', 'notion.com', 'notion.site'),
  ordinaryWord('linear', 'linear.app'),
  site('figma'),
  site('dropbox', 'dropbox.com', 'dropboxusercontent.com'),
  site('adobe'),
  ordinaryWord('zoom', 'zoom.us', 'zoom.com'),
  site('salesforce'),
  site('zendesk'),
  site('hubspot'),
  site('shopify'),
  site('okta', 'okta.com', 'oktacdn.com'),
  site('auth0'),
  site('onelogin'),
  site('lastpass'),
  site('1password', '1password.com', '1password.eu', '1password.ca'),
  site('bitwarden'),
  site('cloudflare', 'cloudflare.com', 'cloudflare.net'),
  site('vercel', 'vercel.com', 'vercel.app'),
  site('netlify', 'netlify.com', 'netlify.app'),
  site('heroku', 'heroku.com', 'herokuapp.com'),
  site('digitalocean'),
  site('mongodb'),
  site('supabase', 'supabase.com', 'supabase.co', 'supabase.io'),
  site('datadog', 'datadoghq.com', 'datadoghq.eu'),
  ordinaryWord('sentry', 'sentry.io'),
  site('twilio'),
  site('sendgrid', 'sendgrid.com', 'sendgrid.net'),
  site('stripe', 'stripe.com', 'stripe.network'),
  ordinaryWord('square', 'squareup.com', 'square.com', 'squarespace.com'),
  site('klarna'),
  ordinaryWord('revolut'),
  ordinaryWord('wise', 'wise.com'),
  ordinaryWord('visa'),
  site('mastercard', 'mastercard.com', 'mastercard.us'),
  site('americanexpress'),
  ordinaryWord('chase'),
  site('wellsfargo'),
  site('bankofamerica'),
  site('citibank', 'citibank.com', 'citi.com'),
  site('capitalone'),
  site('barclays', 'barclays.com', 'barclays.co.uk'),
  site('deutschebank', 'deutsche-bank.de', 'db.com'),
  site('commerzbank', 'commerzbank.de', 'commerzbank.com'),
  ordinaryWord('sparkasse', 'sparkasse.de'),
  site('coinbase'),
  site('binance'),
  ordinaryWord('kraken'),
  site('metamask', 'metamask.io'),
  ordinaryWord('blockchain'),
  site('steampowered', 'steampowered.com', 'steamcommunity.com'),
  site('fedex'),
  site('usps'),
  site('dhl', 'dhl.com', 'dhl.de'),
  site('alibaba'),
  site('aliexpress'),
  site('walmart'),
  site('wordpress', 'wordpress.com', 'wordpress.org'),
  site('godaddy'),
  ordinaryWord('proton', 'proton.me', 'protonmail.com'),
];

/** Matches mistyped spellings of `.com`, under which not all large companies own their name. */
const mistypedCom = /\.(?:cm|co|om)$/;

/** True for a registrable domain of a well-known site. */
export function isWellKnown(domain: string): boolean {
  const { domainWithoutSuffix, isIcann } = hostParts(domain);
  return wellKnownSites.some(
    ({ name, domains, everyCountry }) =>
      domains.includes(domain) ||
      (everyCountry === true && isIcann === true && domainWithoutSuffix === name && hasCountrySuffix(domain)),
  );
}

/** Domains whose owners offer subdomains to their customers, so that the owner of a subdomain is not that of the domain. */
const sharedDomains: ReadonlySet<string> = new Set([
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

/** True for a well-known domain whose subdomains belong to customers of its owner. */
export function isSharedDomain(domain: string): boolean {
  return sharedDomains.has(domain);
}

/** True for a domain with a country suffix: the suffix has two letters and sometimes a second level (`co.uk`). */
function hasCountrySuffix(domain: string): boolean {
  return /\.(?:com?\.)?[a-z]{2}$/.test(domain) && !mistypedCom.test(domain);
}
