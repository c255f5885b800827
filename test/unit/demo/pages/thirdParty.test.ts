import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type PermissionPage, ThirdParty } from '#demo/pages/thirdPartySite.ts';
import { post, press, statusAs } from '#test/unit/demo/pageRequests.ts';

const permission = { key: 'calendar', message: '', service: 'Example Accounts', requestedAccess: 'read your calendar' };

describe('demo: the third party', () => {
  const thirdParty = new ThirdParty();
  let page: PermissionPage;
  beforeEach(async () => {
    page = await thirdParty.open(permission);
  });
  afterEach(() => thirdParty.forget(page.id));

  const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

  it('serves a page on this computer at an unguessable URL', async () => {
    assert.match(page.url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/);
    const other = await thirdParty.open(permission);
    assert.notEqual(other.url, page.url);
    assert.equal(new URL(other.url).origin, new URL(page.url).origin);
    assert.ok(![page.url, other.url].some((url) => url.includes(page.id)));
    const html = await (await fetch(page.url)).text();
    assert.match(html, /<title>Example Accounts: allow Elicitation demo to read your calendar\?<\/title>/);
    assert.match(html, /<button [^>]*>Allow<\/button>\s*<button [^>]*>Deny<\/button>/);
  });

  it('serves pages that load nothing, run nothing and are not cached', async () => {
    const response = await fetch(page.url);
    const html = await response.text();
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = response.headers.get('content-security-policy');
    assert.equal(
      policy,
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.doesNotMatch(html, /<script|<img|<link|https?:/);
  });

  for (const [button, verdict, heading] of [
    ['allow', 'allowed', 'Allowed'],
    ['deny', 'denied', 'Denied'],
  ] as const) {
    it(`accepts ${button} as the answer, and then shows the answer`, async () => {
      assert.equal(page.verdict, undefined);
      const response = await press(page.url, button);
      assert.equal(response.status, 200);
      assert.match(response.text, new RegExp(`<h1>${heading}</h1>`));
      assert.equal(await page.answered, verdict);
      assert.equal(page.verdict, verdict);
      assert.match(await (await fetch(page.url)).text(), new RegExp(`<h1>${heading}</h1>`));
    });
  }

  it('does not change the first answer', async () => {
    await press(page.url, 'deny');
    const secondResponse = await press(page.url, 'allow');
    assert.equal(secondResponse.status, 409);
    assert.match(secondResponse.text, /<h1>Denied<\/h1>/);
    assert.equal(page.verdict, 'denied');
  });

  it('replies 404 to another token, a query, and a page that was forgotten', async () => {
    const { origin } = new URL(page.url);
    for (const url of [origin, `${origin}/${'A'.repeat(43)}`, `${page.url}?x`, `${page.url}/`, `${page.url}A`]) {
      assert.equal(await status(url), 404);
      assert.equal((await press(url, 'allow')).status, 404);
    }
    assert.equal(page.verdict, undefined);
    thirdParty.forget(page.id);
    assert.equal((await press(page.url, 'allow')).status, 404);
    assert.equal(thirdParty.get(page.id), undefined);
  });

  it('refuses Host headers other than those of this computer', async () => {
    const { port } = new URL(page.url);
    for (const host of ['localhost', `localhost:${port}`, '127.0.0.1:9999', '[::1]:1']) {
      assert.equal(await statusAs(host, page.url), 200);
    }
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example']) {
      assert.equal(await statusAs(host, page.url), 421);
      assert.equal(await statusAs(host, page.url, 'POST'), 421);
    }
    assert.equal(page.verdict, undefined);
  });

  it('refuses a body that is no answer', async () => {
    for (const body of ['', 'answer=', 'answer=maybe', 'answer=allow&answer=deny', '{"answer":"allow"}']) {
      assert.equal((await post(page.url, body)).status, 400);
    }
    await assert.rejects(post(page.url, `answer=allow&${'x'.repeat(1_000_000)}`));
    assert.equal(await status(page.url, { method: 'PUT', body: 'answer=allow' }), 405);
    assert.equal(await status(page.url, { method: 'DELETE' }), 405);
    assert.equal(page.verdict, undefined);
  });

  it('has at most a hundred pages, and forgets the oldest', async () => {
    const more: PermissionPage[] = [];
    for (let count = 0; count < 100; count += 1) {
      more.push(await thirdParty.open(permission));
    }
    assert.equal(await status(page.url), 404);
    assert.ok(more.every(({ id }) => thirdParty.get(id)));
    for (const { id } of more) {
      thirdParty.forget(id);
    }
  });
});
