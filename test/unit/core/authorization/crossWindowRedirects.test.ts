import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { CrossWindowRedirects } from '#core/authorization/crossWindowRedirects.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';

const options = { state: 'the-state', hasFixedPath: false };
const redirectParameters = (state: string) =>
  new URLSearchParams({ code: 'a+b/c=&d', state, iss: 'https://a.example' });

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

  it('resolve in the waiting window if the editor activated that window', async () => {
    const one = window();
    const redirect = await one.open(options);
    assert.equal(redirect.uri, 'vscode://publisher.name/signed-in');
    assert.equal(await one.receive(redirectParameters('the-state')), true);
    assert.equal((await redirect.params).get('code'), 'a+b/c=&d');
  });

  it('resolve in the waiting window, with all parameters, if the editor activated another window', async () => {
    const one = window();
    const other = window();
    const redirect = await one.open(options);
    const others = await other.open({ ...options, state: 'another-state' });
    assert.equal(await other.receive(redirectParameters('the-state')), true);
    assert.equal((await redirect.params).toString(), redirectParameters('the-state').toString());
    let answered = false;
    void others.params.then(() => {
      answered = true;
    });
    await new Promise(setImmediate);
    assert.equal(answered, false);
  });

  it('store nothing of an answer whose state no window expects', async () => {
    const one = window();
    await one.open(options);
    const before = new Map(shared.values);
    assert.equal(await one.receive(redirectParameters('made-up')), false);
    assert.equal(await one.receive(new URLSearchParams({ code: 'x' })), false);
    assert.deepEqual(shared.values, before);
  });

  it('accept one answer only, and no answer to a state that has expired', async () => {
    const one = window();
    const other = window();
    await one.open(options);
    assert.equal(await other.receive(redirectParameters('the-state')), true);
    assert.equal(await other.receive(redirectParameters('the-state')), false);
    const late = await one.open({ ...options, state: 'late' });
    now = 25 * 60 * 60_000;
    assert.equal(await other.receive(redirectParameters('late')), false);
    assert.equal(await one.receive(redirectParameters('late')), true);
    assert.equal((await late.params).get('state'), 'late');
  });

  it('delete the state and the answer when the waiting window gives up', async () => {
    const one = window();
    const redirect = await one.open(options);
    assert.ok(![...shared.values.keys()].join().includes('the-state'));
    await window().receive(redirectParameters('the-state'));
    redirect.dispose();
    assert.equal(shared.values.size, 0);
    assert.equal(await window().receive(redirectParameters('the-state')), false);
  });
});
