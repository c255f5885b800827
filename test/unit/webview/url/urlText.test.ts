import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readUrl } from '#core/guard/url/readUrl.ts';
import { shownUrl } from '#editor/panel/screens/shownUrl.ts';
import { readingOf } from '#test/host/samples.ts';
import { hostnameDifference, siteText, urlText } from '#webview/url/urlText.ts';

const urlParts = (url: string) => shownUrl(readingOf(url));

describe('the texts of a URL', () => {
  for (const [url, site, difference] of [
    ['https://example.com', 'example.com', undefined],
    ['https://www.example.co.uk:8443/in', 'example.co.uk', undefined],
    ['https://EXAMPLE.com/', 'example.com', 'normalized'],
    ['https://googIe.com/', 'googie.com', 'normalized'],
    ['http://localhost:3000/', 'localhost', undefined],
    ['http://0x7f.1/', '127.0.0.1', 'normalized'],
    ['http://[::0001]/', '[::1]', 'normalized'],
    ['https://ex%61mple.com/', 'example.com', 'normalized'],
    ['https://exa\u00ADmple.com/', 'example.com', 'normalized'],
    ['https://shop.b\u00FCcher.example/', 'xn--bcher-kva.example', 'nonAscii'],
    ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com', 'nonAscii'],
    ['https://p\u0430ypal.evil.com/', 'evil.com', 'nonAscii'],
  ] as const) {
    it(`show the site ${site} of ${JSON.stringify(url)} and the difference of the host name "${difference}"`, () => {
      assert.equal(siteText(urlParts(url)), site);
      assert.equal(hostnameDifference(urlParts(url)), difference);
    });
  }

  it('join to exactly the URL that is opened', () => {
    const url = fc.tuple(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(url, ([start, end]) => {
        const reading = readUrl(start + end);
        if (reading.ok) {
          assert.equal(urlText(shownUrl(reading.url)), start + end);
        }
      }),
    );
  });
});
