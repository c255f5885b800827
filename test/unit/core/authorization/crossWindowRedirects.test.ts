import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { CrossWindowRedirects } from '#core/authorization/crossWindowRedirects.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';

const wish = { state: 'the-state', fixedPath: false };
const coming = (state: string) => new URLSearchParams({ code: 'a+b/c=&d', state, iss: 'https://a.example' });

describe('the relay of redirects between windows', () => {
  let shared: InMemorySecretStore;
  let now: number;
  const window = () =>
    new CrossWindowRedirects({
      shared,
      redirectUri: async () => 'vscode://publisher.name/signed-in',
      clock: { now: () => now },
    });
  beforeEach(() => {
    shared = new InMemorySecretStore();
    now = 0;
  });

  it('gives an answer to the window that waits, when that is the one that was woken', async () => {
    const one = window();
    const redirect = await one.open(wish);
    assert.equal(redirect.uri, 'vscode://publisher.name/signed-in');
    assert.equal(await one.receive(coming('the-state')), true);
    assert.equal((await redirect.answer).get('code'), 'a+b/c=&d');
  });

  it('hands it on, whole, when another one was woken', async () => {
    const one = window();
    const other = window();
    const redirect = await one.open(wish);
    const others = await other.open({ ...wish, state: 'another-state' });
    assert.equal(await other.receive(coming('the-state')), true);
    assert.equal((await redirect.answer).toString(), coming('the-state').toString());
    let answered = false;
    void others.answer.then(() => {
      answered = true;
    });
    await new Promise(setImmediate);
    assert.equal(answered, false);
  });

  it('leaves no trace of what nobody waits for', async () => {
    const one = window();
    await one.open(wish);
    const before = new Map(shared.values);
    assert.equal(await one.receive(coming('made-up')), false);
    assert.equal(await one.receive(new URLSearchParams({ code: 'x' })), false);
    assert.deepEqual(shared.values, before);
  });

  it('takes one answer only, and leaves no state standing that nobody took away', async () => {
    const one = window();
    const other = window();
    await one.open(wish);
    assert.equal(await other.receive(coming('the-state')), true);
    assert.equal(await other.receive(coming('the-state')), false);
    const late = await one.open({ ...wish, state: 'late' });
    now = 25 * 60 * 60_000;
    assert.equal(await other.receive(coming('late')), false);
    assert.equal(await one.receive(coming('late')), true);
    assert.equal((await late.answer).get('state'), 'late');
  });

  it('keeps neither state nor answer once nobody waits', async () => {
    const one = window();
    const redirect = await one.open(wish);
    assert.ok(![...shared.values.keys()].join().includes('the-state'));
    await window().receive(coming('the-state'));
    redirect.dispose();
    assert.equal(shared.values.size, 0);
    assert.equal(await window().receive(coming('the-state')), false);
  });
});
