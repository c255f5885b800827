import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { CrossWindowRedirects } from '#core/authorization/crossWindowRedirects.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';

const wish = { state: 'the-state', hasFixedPath: false };
const coming = (state: string) => new URLSearchParams({ code: 'a+b/c=&d', state, iss: 'https://a.example' });

describe('redirects between windows', () => {
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

  it('resolve in the waiting window when the editor activated that one', async () => {
    const one = window();
    const redirect = await one.open(wish);
    assert.equal(redirect.uri, 'vscode://publisher.name/signed-in');
    assert.equal(await one.receive(coming('the-state')), true);
    assert.equal((await redirect.params).get('code'), 'a+b/c=&d');
  });

  it('resolve in the waiting window with all parameters when the editor activated another one', async () => {
    const one = window();
    const other = window();
    const redirect = await one.open(wish);
    const others = await other.open({ ...wish, state: 'another-state' });
    assert.equal(await other.receive(coming('the-state')), true);
    assert.equal((await redirect.params).toString(), coming('the-state').toString());
    let answered = false;
    void others.params.then(() => {
      answered = true;
    });
    await new Promise(setImmediate);
    assert.equal(answered, false);
  });

  it('store nothing of an answer whose state no window expects', async () => {
    const one = window();
    await one.open(wish);
    const before = new Map(shared.values);
    assert.equal(await one.receive(coming('made-up')), false);
    assert.equal(await one.receive(new URLSearchParams({ code: 'x' })), false);
    assert.deepEqual(shared.values, before);
  });

  it('accept one answer only, and no answer to a state that has expired', async () => {
    const one = window();
    const other = window();
    await one.open(wish);
    assert.equal(await other.receive(coming('the-state')), true);
    assert.equal(await other.receive(coming('the-state')), false);
    const late = await one.open({ ...wish, state: 'late' });
    now = 25 * 60 * 60_000;
    assert.equal(await other.receive(coming('late')), false);
    assert.equal(await one.receive(coming('late')), true);
    assert.equal((await late.params).get('state'), 'late');
  });

  it('delete state and answer when no window waits any more', async () => {
    const one = window();
    const redirect = await one.open(wish);
    assert.ok(![...shared.values.keys()].join().includes('the-state'));
    await window().receive(coming('the-state'));
    redirect.dispose();
    assert.equal(shared.values.size, 0);
    assert.equal(await window().receive(coming('the-state')), false);
  });
});
