import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ReadUrl, readUrl } from '#core/guard/url/readUrl.ts';
import type { UrlFindingCode } from '#core/guard/url/urlFinding.ts';
import { siteOf, urlFindings } from '#core/guard/url/urlFindings.ts';

type Row = readonly [url: string, domain: string, ...findings: UrlFindingCode[]];

/**
 * What a URL leads to, and what is said about it. Attack classes after the public lists: Unicode UTS #39 and #36
 * (homographs), RFC 3986 section 7.6 (misleading user information), WHATWG URL's parser tests (IP notations, slashes,
 * dropped characters), and the anti-phishing guides of browsers (brand in a subdomain, look-alikes, typing errors).
 */
const harmless: readonly Row[] = [
  ['https://example.com', 'example.com'],
  ['https://example.com/', 'example.com'],
  ['https://www.example.com/path?query=1#part', 'example.com'],
  ['https://EXAMPLE.com/', 'EXAMPLE.com'],
  ['HTTPS://example.com/', 'example.com'],
  ['https://example.com:443/', 'example.com'],
  ['https://example.com./', 'example.com.'],
  ['https://a.b.c.example.co.uk/x', 'example.co.uk'],
  ['https://example.com/a%2Fb?c=d%20e+f&g=%23#%25', 'example.com'],
  ['https://example.com/~user/(a)[b]{c}', 'example.com'],
  ['https://example.com/?next=https://other.org/', 'example.com'],
  ['https://example.com/@user', 'example.com'],
  ['https://example.com/#user@other.org', 'example.com'],
  ['https://example.com?user@other.org', 'example.com'],
  ['https://example.com/a\\b', 'example.com', 'oddForm'],
  ['https://example.com/?a\\b', 'example.com'],
  ['https://sub_domain.example.com/', 'example.com'],
  ['https://github.com/login/oauth/authorize?client_id=1', 'github.com'],
  ['https://accounts.google.com/o/oauth2/auth', 'google.com'],
  ['https://www.google.co.uk/', 'google.co.uk'],
  ['https://www.amazon.de/', 'amazon.de'],
  ['https://login.microsoftonline.com/common/oauth2/authorize', 'microsoftonline.com'],
  ['https://company.okta.com/', 'okta.com'],
  ['https://company.atlassian.net/', 'atlassian.net'],
  ['https://somebody.github.io/', 'somebody.github.io'],
  ['https://bucket.s3.amazonaws.com/', 'bucket.s3.amazonaws.com'],
  ['https://project.vercel.app/', 'project.vercel.app'],
  ['https://gov.uk/', 'gov.uk'],
  ['https://www.city.kobe.jp/', 'city.kobe.jp'],
];

const alphabets: readonly Row[] = [
  ['https://münchen.de/', 'münchen.de', 'internationalName'],
  ['https://xn--mnchen-3ya.de/', 'xn--mnchen-3ya.de', 'internationalName'],
  ['https://例え.jp/', '例え.jp', 'internationalName'],
  ['https://日本語ドメイン.example.jp/', 'example.jp', 'internationalName'],
  ['https://пример.рф/', 'пример.рф', 'internationalName'],
  ['https://한국.kr/', '한국.kr', 'internationalName'],
  ['https://bücher.example/', 'bücher.example', 'internationalName'],
  ['https://аррӏе.com/', 'аррӏе.com', 'lookAlike', 'internationalName'],
  ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com', 'lookAlike', 'internationalName'],
  ['https://раypal.com/', 'раypal.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://gіthub.com/', 'gіthub.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://githսb.com/', 'githսb.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://gοοgle.com/', 'gοοgle.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://googIe.com/', 'googIe.com', 'lookAlike'],
  ['https://microsоft.com/', 'microsоft.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://ѕtripe.com/', 'ѕtripe.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://ոetflix.com/', 'ոetflix.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://slаck.com/', 'slаck.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://ɡithub.com/', 'ɡithub.com', 'lookAlike', 'internationalName'],
  ['https://gıthub.com/', 'gıthub.com', 'lookAlike', 'internationalName'],
  ['https://paypál.com/', 'paypál.com', 'lookAlike', 'internationalName'],
  ['https://ġithub.com/', 'ġithub.com', 'lookAlike', 'internationalName'],
  ['https://coinbäse.com/', 'coinbäse.com', 'lookAlike', 'internationalName'],
  ['https://сора.com/', 'сора.com', 'lookAlike', 'internationalName'],
  ['https://аpple.example.com/', 'example.com', 'mixedScripts', 'internationalName', 'brandInSubdomain'],
  ['https://аррӏе.com.evil.io/', 'evil.io', 'internationalName', 'brandInSubdomain'],
  ['https://データ.jp/', 'データ.jp', 'internationalName'],
  ['https://日本・語.jp/', '日本・語.jp', 'internationalName'],
  ['https://l·l.cat/', 'l·l.cat', 'internationalName'],
  ['https://i❤.ws/', 'i❤.ws', 'internationalName'],
  ['https://оса.рф/', 'оса.рф', 'internationalName'],
  ['https://faß.de/', 'faß.de', 'internationalName'],
  ['https://g०००gle.com/', 'g०००gle.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://g०ogle.com/', 'g०ogle.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://g๐๐gle.com/', 'g๐๐gle.com', 'mixedScripts', 'lookAlike', 'internationalName'],
  ['https://xn--github-.com/', 'xn--github-.com', 'strangeSigns', 'brandInDomain'],
  ['https://xn--a.com/', 'xn--a.com', 'strangeSigns'],
  ['https://ﬁgma.com/', 'ﬁgma.com'],
  ['https://ｇoogle.com/', 'ｇoogle.com'],
  ['https://𝗀𝗂𝗍𝗁𝗎𝖻.com/', '𝗀𝗂𝗍𝗁𝗎𝖻.com'],
  ['https://ⓖⓘⓣⓗⓤⓑ.com/', 'ⓖⓘⓣⓗⓤⓑ.com'],
  ['https://example。com/', 'example。com'],
  ['https://www．example．com/', 'example．com'],
];

const misspelt: readonly Row[] = [
  ['https://goog1e.com/', 'goog1e.com', 'lookAlike'],
  ['https://g00gle.com/', 'g00gle.com', 'lookAlike'],
  ['https://paypa1.com/', 'paypa1.com', 'lookAlike'],
  ['https://paypai.com/', 'paypai.com', 'lookAlike'],
  ['https://rnicrosoft.com/', 'rnicrosoft.com', 'lookAlike'],
  ['https://tvvitter.com/', 'tvvitter.com', 'lookAlike'],
  ['https://clropbox.com/', 'clropbox.com', 'lookAlike'],
  ['https://faceb00k.com/', 'faceb00k.com', 'lookAlike'],
  ['https://1inkedin.com/', '1inkedin.com', 'lookAlike'],
  ['https://githib.com/', 'githib.com', 'lookAlike'],
  ['https://gihtub.com/', 'gihtub.com', 'lookAlike'],
  ['https://githubb.com/', 'githubb.com', 'lookAlike'],
  ['https://gthub.com/', 'gthub.com', 'lookAlike'],
  ['https://gitbub.com/', 'gitbub.com', 'lookAlike'],
  ['https://pay-pal.com/', 'pay-pal.com', 'lookAlike'],
  ['https://github.co/', 'github.co', 'lookAlike'],
  ['https://paypal.support/', 'paypal.support', 'lookAlike'],
  ['https://google.evil/', 'google.evil', 'lookAlike'],
  ['https://anthropic.ai/', 'anthropic.ai', 'lookAlike'],
  ['https://linear.app/', 'linear.app'],
  ['https://linea.app/', 'linea.app'],
  ['https://paypal.co/', 'paypal.co', 'lookAlike'],
  ['https://google.cm/', 'google.cm', 'lookAlike'],
  ['https://git-hub.com/', 'git-hub.com', 'lookAlike'],
  ['https://l1ve.com/', 'l1ve.com', 'lookAlike'],
  ['https://finance.com/', 'finance.com'],
  ['https://motion.com/', 'motion.com'],
  ['https://linear.org/', 'linear.org'],
  ['https://coinbasse.com/', 'coinbasse.com', 'lookAlike'],
];

const borrowed: readonly Row[] = [
  ['https://www.paypal.com.evil.com/login', 'evil.com', 'brandInSubdomain'],
  ['https://github.com.login.evil.io/', 'evil.io', 'brandInSubdomain'],
  ['https://accounts.google.com.secure.example/', 'secure.example', 'brandInSubdomain'],
  ['https://paypal.evil.com/', 'evil.com', 'brandInSubdomain'],
  ['https://github-com.evil.com/', 'evil.com', 'brandInSubdomain'],
  ['https://secure-paypal.evil.com/', 'evil.com', 'brandInSubdomain'],
  ['https://login.microsoft.evil.co.uk/', 'evil.co.uk', 'brandInSubdomain'],
  ['https://paypal-secure.com/', 'paypal-secure.com', 'brandInDomain'],
  ['https://login-github.com/', 'login-github.com', 'brandInDomain'],
  ['https://secure-apple-id.com/', 'secure-apple-id.com', 'brandInDomain'],
  ['https://amazon-prime.co.uk/', 'amazon-prime.co.uk', 'brandInDomain'],
  ['https://paypal.github.io/', 'paypal.github.io', 'lookAlike'],
  ['https://github.vercel.app/', 'github.vercel.app', 'lookAlike'],
  ['https://www-paypal-com.evil.com/', 'evil.com', 'brandInSubdomain'],
  ['https://paypalsecure.evil.com/', 'evil.com', 'brandInSubdomain'],
  ['https://paypa1.evil.com/', 'evil.com', 'brandInSubdomain'],
  ['https://live.com.evil.com/', 'evil.com', 'brandInSubdomain'],
  ['https://paypalsecure.com/', 'paypalsecure.com', 'brandInDomain'],
  ['https://microsoft-support365.com/', 'microsoft-support365.com', 'brandInDomain'],
  ['https://live.example.com/', 'example.com'],
  ['https://office.example.com/', 'example.com'],
  ['https://live-music.com/', 'live-music.com'],
  ['https://revolution.com/', 'revolution.com'],
  ['https://pineapple.com/', 'pineapple.com'],
  ['https://livestock.com/', 'livestock.com'],
  ['https://officesupplies.com/', 'officesupplies.com'],
  ['https://purchase.com/', 'purchase.com'],
];

const rented: readonly Row[] = [
  ['https://paypal-security.zendesk.com/', 'zendesk.com', 'brandInSubdomain'],
  ['https://login-microsoft.atlassian.net/', 'atlassian.net', 'brandInSubdomain'],
  ['https://google.com.sendgrid.net/', 'sendgrid.net', 'brandInSubdomain'],
  ['https://my-company.okta.com/', 'okta.com'],
  ['https://www.zendesk.com/', 'zendesk.com'],
];

const written: readonly Row[] = [
  ['https://github.com\u2044login.evil.com/', 'evil.com', 'strangeSigns', 'internationalName', 'brandInSubdomain'],
  ['https://github.com\u2215login.evil.com/', 'evil.com', 'strangeSigns', 'internationalName', 'brandInSubdomain'],
  ['https://github.com\u30CElogin.evil.com/', 'evil.com', 'strangeSigns', 'internationalName', 'brandInSubdomain'],
  ['https://github.com\uA789443.evil.com/', 'evil.com', 'strangeSigns', 'internationalName', 'brandInSubdomain'],
  ['https://example.org\u2013login.evil.com/', 'evil.com', 'strangeSigns', 'internationalName'],
  ['https://example.org\u01C3x.evil.com/', 'evil.com', 'strangeSigns', 'internationalName'],
  ['https://example.org$login.evil.com/', 'evil.com', 'strangeSigns'],
  ['https://example.org&x=.evil.com/', 'evil.com', 'strangeSigns'],
  ["https://it's.evil.com/", 'evil.com', 'strangeSigns'],
  [
    'https://example.org%E2%81%84x.evil.com/',
    'example.org%E2%81%84x.evil.com',
    'encodedHost',
    'strangeSigns',
    'internationalName',
  ],
  ['https://user@evil.com/', 'evil.com', 'userInfo'],
  ['https://user:password@evil.com/', 'evil.com', 'userInfo'],
  ['https://github.com@evil.com/', 'evil.com', 'userInfo'],
  ['https://github.com:443@evil.com/', 'evil.com', 'userInfo'],
  ['https://github.com%2F@evil.com/', 'evil.com', 'userInfo'],
  ['https://a@b@evil.com/', 'evil.com', 'userInfo'],
  ['https://@evil.com/', 'evil.com', 'userInfo'],
  ['https://github.com\\@evil.com/', 'github.com', 'oddForm'],
  ['https:\\\\evil.com\\x', 'evil.com', 'oddForm'],
  ['https:/evil.com/', 'evil.com', 'oddForm'],
  ['https:evil.com', 'evil.com', 'oddForm'],
  ['https:///evil.com/', 'evil.com', 'oddForm'],
  ['https:\\/\\/evil.com/', 'evil.com', 'oddForm'],
  ['https://ex%61mple.com/', 'ex%61mple.com', 'encodedHost'],
  ['https://evil%2ecom/', 'evil%2ecom', 'encodedHost'],
  ['https://example.com/\u202Egpj.exe', 'example.com', 'hiddenCharacters'],
  ['https://example.com/\u2066hidden\u2069', 'example.com', 'hiddenCharacters'],
  ['https://example.com/a\u200Bb', 'example.com', 'hiddenCharacters'],
  ['https://exam\u00ADple.com/', 'exam\u00ADple.com', 'hiddenCharacters'],
  ['https://exam\u200Bple.com/', 'exam\u200Bple.com', 'hiddenCharacters'],
  ['https://exam\tple.com/', 'exam\tple.com', 'hiddenCharacters'],
  ['https://example.com\n/', 'example.com', 'hiddenCharacters'],
  [' https://example.com/', 'example.com', 'hiddenCharacters'],
  ['https://example.com/ ', 'example.com', 'hiddenCharacters'],
  ['ht\ntps://example.com/', 'example.com', 'hiddenCharacters'],
  ['https://example.com/\u0000', 'example.com', 'hiddenCharacters'],
  ['https://example.com/a\u2800b', 'example.com', 'hiddenCharacters'],
  ['https://example.com/\u{E0041}', 'example.com', 'hiddenCharacters'],
  ['https://example.com/\u3164', 'example.com', 'hiddenCharacters'],
  ['https://example.com/\u05D0\u05D1', 'example.com'],
  ['https://example.com/\u009B', 'example.com', 'hiddenCharacters'],
  [`https://example.com/${'a'.repeat(481)}`, 'example.com', 'veryLong'],
  [`https://example.com/${'a'.repeat(480)}`, 'example.com'],
  [`https://${'a.'.repeat(35)}evil.com/`, 'evil.com', 'veryLong'],
];

const addresses: readonly Row[] = [
  ['http://example.com/', 'example.com', 'notHttps'],
  ['http://localhost/', 'localhost', 'ownComputer'],
  ['http://localhost:3000/callback', 'localhost', 'ownComputer'],
  ['https://app.localhost:8443/', 'app.localhost', 'ownComputer'],
  ['http://127.0.0.1:8080/', '127.0.0.1', 'ownComputer'],
  ['http://[::1]:8080/', '[::1]', 'ownComputer'],
  ['http://127.1/', '127.1', 'ipAddress', 'ownComputer'],
  ['http://2130706433/', '2130706433', 'ipAddress', 'ownComputer'],
  ['http://0x7f000001/', '0x7f000001', 'ipAddress', 'ownComputer'],
  ['http://017700000001/', '017700000001', 'ipAddress', 'ownComputer'],
  ['http://0177.0.0.1/', '0177.0.0.1', 'ipAddress', 'ownComputer'],
  ['http://0x7f.1/', '0x7f.1', 'ipAddress', 'ownComputer'],
  ['https://8.8.8.8/', '8.8.8.8', 'ipAddress'],
  ['https://134744072/', '134744072', 'ipAddress'],
  ['https://0x8.0x8.0x8.0x8/', '0x8.0x8.0x8.0x8', 'ipAddress'],
  ['https://8.8.2056/', '8.8.2056', 'ipAddress'],
  ['https://①②⑦.0.0.1/', '①②⑦.0.0.1', 'ipAddress', 'ownComputer'],
  ['https://169.254.169.254/latest/', '169.254.169.254', 'ipAddress', 'localName'],
  ['https://192.168.1.1/', '192.168.1.1', 'ipAddress', 'localName'],
  ['https://10.0.0.1/', '10.0.0.1', 'ipAddress', 'localName'],
  ['https://172.31.0.1/', '172.31.0.1', 'ipAddress', 'localName'],
  ['https://172.32.0.1/', '172.32.0.1', 'ipAddress'],
  ['https://[fd00::1]/', '[fd00::1]', 'ipAddress', 'localName'],
  ['https://[fe80::1]/', '[fe80::1]', 'ipAddress', 'localName'],
  ['http://0.0.0.0:8080/', '0.0.0.0', 'ipAddress', 'ownComputer'],
  ['http://127.9.9.9/', '127.9.9.9', 'ipAddress', 'ownComputer'],
  ['http://127.0.0.1/', '127.0.0.1', 'ownComputer'],
  ['http://[::1]/', '[::1]', 'ownComputer'],
  ['https://100.64.0.1/', '100.64.0.1', 'ipAddress', 'localName'],
  ['https://100.127.255.254/', '100.127.255.254', 'ipAddress', 'localName'],
  ['https://100.128.0.1/', '100.128.0.1', 'ipAddress'],
  ['https://198.18.0.1/', '198.18.0.1', 'ipAddress', 'localName'],
  ['https://198.19.255.1/', '198.19.255.1', 'ipAddress', 'localName'],
  ['https://198.20.0.1/', '198.20.0.1', 'ipAddress'],
  ['https://[fec0::1]/', '[fec0::1]', 'ipAddress', 'localName'],
  ['https://[64:ff9b::a00:1]/', '[64:ff9b::a00:1]', 'ipAddress', 'localName'],
  ['https://[64:ff9b::808:808]/', '[64:ff9b::808:808]', 'ipAddress'],
  ['https://[64:ff9b:1::808:808]/', '[64:ff9b:1::808:808]', 'ipAddress', 'localName'],
  ['https://[100::1]/', '[100::1]', 'ipAddress', 'localName'],
  ['https://[2001:0:4136:e378::1]/', '[2001:0:4136:e378::1]', 'ipAddress', 'localName'],
  ['https://[5f00::1]/', '[5f00::1]', 'ipAddress', 'localName'],
  ['https://[64:ff9b::7f00:1]/', '[64:ff9b::7f00:1]', 'ipAddress', 'ownComputer'],
  ['https://[2002:a00:1::]/', '[2002:a00:1::]', 'ipAddress', 'localName'],
  ['https://[2002:808:808::]/', '[2002:808:808::]', 'ipAddress'],
  ['https://[::c0a8:1]/', '[::c0a8:1]', 'ipAddress', 'localName'],
  ['https://[::7f00:1]/', '[::7f00:1]', 'ipAddress', 'ownComputer'],
  ['https://[::ffff:0:a00:1]/', '[::ffff:0:a00:1]', 'ipAddress', 'localName'],
  ['https://[::ffff:a00:1]/', '[::ffff:a00:1]', 'ipAddress', 'localName'],
  ['http://0/', '0', 'ipAddress', 'ownComputer'],
  ['http://[::]/', '[::]', 'ipAddress', 'ownComputer'],
  ['https://[2001:db8::1]/', '[2001:db8::1]', 'ipAddress'],
  ['https://[2001:0db8:0:0:0:0:0:1]/', '[2001:0db8:0:0:0:0:0:1]', 'ipAddress'],
  ['https://[::ffff:127.0.0.1]/', '[::ffff:127.0.0.1]', 'ipAddress', 'ownComputer'],
  ['https://example.com:8443/', 'example.com', 'unusualPort'],
  ['https://example.com:80/', 'example.com', 'unusualPort'],
  ['http://example.com:80/', 'example.com', 'notHttps'],
  ['http://example.com:8080/', 'example.com', 'notHttps', 'unusualPort'],
  ['https://intranet/', 'intranet', 'localName'],
  ['https://intranet./', 'intranet.', 'localName'],
  ['https://printer.local/', 'printer.local', 'localName'],
  ['https://build.company.internal/', 'company.internal', 'localName'],
  ['https://10.example.com/', 'example.com'],
  ['https://localhost.evil.com/', 'evil.com'],
  ['https://127.0.0.1.evil.com/', 'evil.com'],
];

const refused: readonly string[] = [
  '',
  'example.com',
  '//example.com',
  '/path',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'command:workbench.action.quit',
  'vscode:extension/evil',
  'vscode-insiders://x/y',
  'ftp://example.com/',
  'mailto:somebody@example.com',
  'tel:123',
  'about:blank',
  'blob:https://example.com/1',
  'view-source:https://example.com/',
  'ws://example.com/',
  'ssh://example.com/',
  'ms-settings:',
  'https://',
  'https://?',
  'https:// example.com/',
  'https://exa mple.com/',
  'https://evil.com../',
  'https://evil.co.uk../',
  'https://a..evil.com/',
  'https://example.com:99999/',
  'https://github.com%2Fevil.com/',
  'https://github.com%40evil.com/',
  'https://exa\u202Emple.com/',
  'https://[::1/',
  'https://[fe80::1%25eth0]/',
  'https://256.256.256.256/',
  'https://github.com\uFF0Fevil.com/',
  'https://github.com\uFF1Fevil.com/',
  'https://github.com\u2024evil.com/',
  'https://g\u0665\u0665gle.com/',
  'https://a\u200Db.com/',
];

/** Opened before, and no other domain than the server's: what is left is about the URL itself. */
function codes(url: ReadUrl): UrlFindingCode[] {
  return urlFindings(url, { visited: [siteOf(url)], known: [] }).map(({ code }) => code);
}

function read(raw: string): ReadUrl {
  const reading = readUrl(raw);
  assert.ok(reading.ok, `${JSON.stringify(raw)} was refused`);
  return reading.url;
}

describe('a URL that a server wants opened', () => {
  const tables = { harmless, rented, alphabets, misspelt, borrowed, written, addresses };
  for (const [name, rows] of Object.entries(tables)) {
    for (const [raw, domain, ...findings] of rows) {
      it(`${name}: ${JSON.stringify(raw).slice(0, 70)} leads to ${JSON.stringify(domain)}${findings.length ? `: ${findings.join(', ')}` : ''}`, () => {
        const url = read(raw);
        assert.equal(url.pieces.find(({ kind }) => kind === 'domain')?.text, domain);
        assert.deepEqual(codes(url).sort(), [...findings].sort());
      });
    }
  }

  for (const raw of refused) {
    it(`refuses ${JSON.stringify(raw)}`, () => {
      assert.equal(readUrl(raw).ok, false);
    });
  }

  it('knows the server itself, and where it has sent the person before', () => {
    const own = { serverUrl: 'https://mcp.example.com/mcp', visited: [], known: [] };
    assert.deepEqual(
      urlFindings(read('https://connect.example.com/'), own).map(({ code }) => code),
      ['firstTime'],
    );
    assert.deepEqual(
      urlFindings(read('https://other.org/'), { ...own, visited: ['other.org'] }).map(({ code }) => code),
      ['otherDomain'],
    );
  });

  it('compares with what was opened before, not only with well-known sites', () => {
    const found = urlFindings(read('https://rny-company.com/'), { visited: [], known: ['my-company.com'] });
    assert.deepEqual(
      found.map(({ code, severity }) => [code, severity]),
      [
        ['lookAlike', 'severe'],
        ['firstTime', 'note'],
      ],
    );
    for (const [url, ...severities] of [
      ['https://my-company.io/', 'warning', 'note'],
      ['https://my-compny.com/', 'warning', 'note'],
      ['https://mycompany.com/', 'warning', 'note'],
      ['https://my-company.com/', 'note'],
      ['https://login.my-company.com/', 'note'],
    ] as const) {
      const near = urlFindings(read(url), { visited: [], known: ['my-company.com'] });
      assert.deepEqual(
        near.map(({ severity }) => severity),
        severities,
        url,
      );
    }
  });

  it('still tells a look-alike that was opened before', () => {
    const known = ['paypa1.com', 'githubb.com', 'paypal.com'];
    const seen = (url: string) => urlFindings(read(url), { visited: known, known }).map(({ severity }) => severity);
    assert.deepEqual(seen('https://paypa1.com/'), ['severe']);
    assert.deepEqual(seen('https://paypal.com/'), []);
  });

  it('says the most serious first', () => {
    const found = urlFindings(read('http://user@раypal.com:81/'), { visited: [], known: [] });
    const severities = found.map(({ severity }) => severity);
    assert.deepEqual(
      severities,
      [...severities].sort((a, b) => 'swn'.indexOf(a[0] ?? '') - 'swn'.indexOf(b[0] ?? '')),
    );
    assert.equal(severities[0], 'severe');
  });

  const hosts = fc.oneof(
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  const urls = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'https:', 'https:\\\\', ' https:/\t/', 'HTTPS:///'),
        fc.constantFrom('', 'a@', 'github.com@', 'a:b@', '\u202E@'),
        hosts,
        fc.constantFrom('', ':8080', ':443', ':', '\t'),
        fc.string({ unit: 'binary', maxLength: 12 }),
      )
      .map((parts) => parts.join('')),
  );

  it('never throws, and shows exactly what would be opened', function () {
    // Pure computing, which a busy computer takes a while for.
    this.timeout(60_000);
    fc.assert(
      fc.property(urls, (raw) => {
        const reading = readUrl(raw);
        if (reading.ok) {
          const { pieces, hostname, registrableDomain } = reading.url;
          assert.equal(pieces.map(({ text }) => text).join(''), raw);
          assert.equal(hostname, new URL(raw).hostname);
          const shown = pieces.find(({ kind }) => kind === 'domain')?.text ?? '';
          const emphasised = new URL(`https://${shown.replace(/[\t\n\r]/g, '')}/`).hostname;
          assert.equal(emphasised.replace(/\.$/, ''), (registrableDomain ?? hostname).replace(/\.$/, ''));
          urlFindings(reading.url, { serverUrl: raw, visited: [], known: ['example.com'] });
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a long URL', () => {
  for (const [what, url, hostname] of [
    ['line ends in the name', `https://a${'\n'.repeat(150_000)}b.org/`, 'ab.org'],
    ['line ends in the address', `https://[::${'\n'.repeat(150_000)}1]/`, '[::1]'],
    ['line ends in the port', `https://a.org:8${'\n'.repeat(150_000)}1/`, 'a.org'],
  ] as const) {
    it(`is read in time that grows with its length: ${what}`, function () {
      this.timeout(5000);
      const reading = readUrl(url);
      assert.equal(reading.ok && reading.url.hostname, hostname);
    });
  }
});
