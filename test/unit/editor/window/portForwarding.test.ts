import assert from 'node:assert/strict';
import { forwardedOrigin, forwardedUrl } from '#editor/window/portForwarding.ts';

describe('a page that a remote window forwards', () => {
  for (const [url, origin] of [
    ['http://localhost:3000/a?b#c', 'http://localhost:3000'],
    ['https://LOCALHOST:3000', 'https://LOCALHOST:3000'],
    ['http://127.0.0.1:80?a', 'http://127.0.0.1:80'],
    ['http://0.0.0.0:8080/', 'http://0.0.0.0:8080'],
    ['http://localhost/', undefined],
    ['http://[::1]:3000/', undefined],
    ['http://127.9.9.9:3000/', undefined],
    ['http://a.localhost:3000/', undefined],
    ['http://localhost:3000.example/', undefined],
    ['http://localhost:3000@example.com/', undefined],
    ['http://user@localhost:3000/', undefined],
    ['https://example.com/?http://localhost:3000/', undefined],
  ] as const) {
    it(`is ${origin === undefined ? 'not ' : ''}${url}`, () => assert.equal(forwardedOrigin(url), origin));
  }

  for (const rest of ['/in%2Fout?to=a%2Bb+c&redirect=https%3A%2F%2Fx.example%2F%25#%20', '?a=[1]', '', '#a']) {
    it(`keeps its path, query and fragment unchanged: ${JSON.stringify(rest)}`, () => {
      const origin = 'http://localhost:3000';
      for (const external of ['http://far.example/proxy/3000', 'http://far.example/proxy/3000/']) {
        const expected = `http://far.example/proxy/3000${rest.startsWith('/') ? '' : '/'}${rest}`;
        assert.equal(forwardedUrl(origin + rest, origin, external), expected);
      }
    });
  }
});
