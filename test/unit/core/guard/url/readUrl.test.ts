import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readUrl } from '#core/guard/url/readUrl.ts';
import { urlFindings } from '#core/guard/url/urlFindings.ts';

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

describe('readUrl', () => {
  for (const raw of refused) {
    it(`refuses ${JSON.stringify(raw)}`, () => {
      assert.equal(readUrl(raw).ok, false);
    });
  }

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

  it('never throws, and returns pieces that join to the URL', function () {
    // 3000 runs take long on a busy machine.
    this.timeout(60_000);
    fc.assert(
      fc.property(urls, (raw) => {
        const reading = readUrl(raw);
        if (reading.ok) {
          const { pieces, hostname, registrableDomain } = reading.url;
          assert.equal(pieces.map(({ text }) => text).join(''), raw);
          assert.equal(hostname, new URL(raw).hostname);
          const domainText = pieces.find(({ kind }) => kind === 'domain')?.text ?? '';
          const domainHostname = new URL(`https://${domainText.replace(/[\t\n\r]/g, '')}/`).hostname;
          assert.equal(domainHostname.replace(/\.$/, ''), (registrableDomain ?? hostname).replace(/\.$/, ''));
          urlFindings(reading.url, { serverUrl: raw, visited: [], known: ['example.com'] });
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('readUrl of a long URL', () => {
  for (const [what, url, hostname] of [
    ['line breaks in the host name', `https://a${'\n'.repeat(150_000)}b.org/`, 'ab.org'],
    ['line breaks in the IP address', `https://[::${'\n'.repeat(150_000)}1]/`, '[::1]'],
    ['line breaks in the port', `https://a.org:8${'\n'.repeat(150_000)}1/`, 'a.org'],
  ] as const) {
    it(`takes linear time: ${what}`, function () {
      this.timeout(5000);
      const reading = readUrl(url);
      assert.equal(reading.ok && reading.url.hostname, hostname);
    });
  }
});

describe('readUrl of a long host name', () => {
  const nameOf = (length: number) => `${'a.'.repeat(115)}${'b'.repeat(length - 234)}.com`;
  const rule = 'must have a host name of at most 253 characters';

  it('accepts no more than a domain name may have', () => {
    assert.equal(readUrl(`https://${nameOf(253)}/`).ok, true);
    assert.equal(readUrl(`https://${nameOf(253)}./`).ok, true);
    for (const host of [
      nameOf(254),
      `${'a.'.repeat(9000)}example.com`,
      `${'é.'.repeat(250)}example.com`,
      `${'é'.repeat(250)}.com`,
    ]) {
      assert.deepEqual(readUrl(`https://${host}/`), { ok: false, rule });
    }
  });
});
