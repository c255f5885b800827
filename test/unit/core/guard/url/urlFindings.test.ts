import assert from 'node:assert/strict';
import { type ParsedUrl, readUrl } from '#core/guard/url/readUrl.ts';
import type { UrlFindingCode } from '#core/guard/url/urlFinding.ts';
import { siteOf, urlFindings } from '#core/guard/url/urlFindings.ts';
import { addresses, alphabets, harmless, impersonatedBrands, misspelt, sharedDomains, written } from './urlTable.ts';

/** The findings that depend only on the URL: its site was opened before, and the server has no URL. */
function codes(url: ParsedUrl): UrlFindingCode[] {
  return urlFindings(url, { visited: [siteOf(url)], known: [] }).map(({ code }) => code);
}

function read(raw: string): ParsedUrl {
  const reading = readUrl(raw);
  assert.ok(reading.ok, `${JSON.stringify(raw)} was refused`);
  return reading.url;
}

describe('the findings about a URL', () => {
  const tables = { harmless, sharedDomains, alphabets, misspelt, impersonatedBrands, written, addresses };
  for (const [name, rows] of Object.entries(tables)) {
    for (const [raw, domain, ...findings] of rows) {
      it(`${name}: ${JSON.stringify(raw).slice(0, 70)} leads to ${JSON.stringify(domain)}${findings.length ? `: ${findings.join(', ')}` : ''}`, () => {
        const url = read(raw);
        assert.equal(url.pieces.find(({ kind }) => kind === 'domain')?.text, domain);
        assert.deepEqual(codes(url).sort(), [...findings].sort());
      });
    }
  }

  it('depend on the URL of the server and on the sites that the user has opened', () => {
    const context = { serverUrl: 'https://mcp.example.com/mcp', visited: [], known: [] };
    assert.deepEqual(
      urlFindings(read('https://connect.example.com/'), context).map(({ code }) => code),
      ['firstTime'],
    );
    assert.deepEqual(
      urlFindings(read('https://other.org/'), { ...context, visited: ['other.org'] }).map(({ code }) => code),
      ['otherDomain'],
    );
  });

  it('include look-alikes of sites that were opened before', () => {
    const all = urlFindings(read('https://rny-company.com/'), { visited: [], known: ['my-company.com'] });
    assert.deepEqual(
      all.map(({ code, severity }) => [code, severity]),
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
      const findings = urlFindings(read(url), { visited: [], known: ['my-company.com'] });
      assert.deepEqual(
        findings.map(({ severity }) => severity),
        severities,
        url,
      );
    }
  });

  it('include a severe look-alike, even if it was opened before', () => {
    const known = ['paypa1.com', 'githubb.com', 'paypal.com'];
    const severitiesOf = (url: string) =>
      urlFindings(read(url), { visited: known, known }).map(({ severity }) => severity);
    assert.deepEqual(severitiesOf('https://paypa1.com/'), ['severe']);
    assert.deepEqual(severitiesOf('https://paypal.com/'), []);
  });

  it('have the most serious first', () => {
    const all = urlFindings(read('http://user@раypal.com:81/'), { visited: [], known: [] });
    const severities = all.map(({ severity }) => severity);
    assert.deepEqual(
      severities,
      [...severities].sort((a, b) => 'swn'.indexOf(a[0] ?? '') - 'swn'.indexOf(b[0] ?? '')),
    );
    assert.equal(severities[0], 'severe');
  });
});
