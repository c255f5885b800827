import assert from 'node:assert/strict';
import type { Scope } from '#core/model/definition.ts';
import { type InputStores, type InputValueId, InputValueStore } from '#editor/servers/inputValueStore.ts';
import { StubStore } from './stubStores.ts';

const scopes: Readonly<Record<string, Scope>> = {
  "the user's": { kind: 'user' },
  'the demo': { kind: 'builtIn' },
  "the workspace's": { kind: 'workspace' },
  "one folder's": { kind: 'folder', name: 'one', path: '/one' },
  "another folder's of that name": { kind: 'folder', name: 'one', path: '/two' },
};

describe('the value of an input', () => {
  let secrets: StubStore;
  let global: StubStore;
  let workspace: StubStore;
  let stores: InputStores;
  beforeEach(() => {
    secrets = new StubStore();
    global = new StubStore();
    workspace = new StubStore();
    stores = { secrets, global, workspace } as never;
  });

  const values = (name = 'here') => new InputValueStore(stores, name);
  const valueId = (scope: Scope, password: boolean, id = 'token'): InputValueId => ({ scope, id, password });

  for (const password of [true, false]) {
    const kind = password ? 'a password' : 'no password';
    for (const [whose, scope] of Object.entries(scopes)) {
      it(`is returned only to the scope that defined it, ${whose}, ${kind}`, async () => {
        await values().set(valueId(scope, password), 'typed');
        for (const [other, otherScope] of Object.entries(scopes)) {
          const expected = other === whose ? 'typed' : undefined;
          assert.equal(await values().get(valueId(otherScope, password)), expected, other);
        }
        assert.equal(await values().get(valueId(scope, password, 'other')), undefined);
      });
    }
  }

  it('is not returned to another workspace if it is a password of a workspace, although all share the store', async () => {
    for (const [whose, scope] of Object.entries(scopes)) {
      await values().set(valueId(scope, true), whose);
      const expected = scope.kind === 'user' || scope.kind === 'builtIn' ? whose : undefined;
      assert.equal(await values('elsewhere').get(valueId(scope, true)), expected, whose);
    }
  });

  it('is separate even if names look like parts of a key', async () => {
    const tricky = { kind: 'folder', name: 'x', path: '/a","b' } as const;
    await values('here","folder').set(valueId(tricky, true, 'c'), 'typed');
    assert.equal(
      await values('here').get(valueId({ kind: 'folder', name: 'x', path: 'folder' }, true, 'c')),
      undefined,
    );
    assert.equal(await values('here","folder').get(valueId(tricky, true, 'c')), 'typed');
  });

  it('is only in SecretStorage if it is a password', async () => {
    await values().set(valueId({ kind: 'user' }, true), 'typed');
    assert.deepEqual([secrets.kept.size, global.kept.size, workspace.kept.size], [1, 0, 0]);
  });

  it('is found by its id alone, as a password or not, in its scope', async () => {
    for (const password of [true, false]) {
      const id = password ? 'hidden' : 'plain';
      const user = { scope: { kind: 'user' }, id } as const;
      assert.equal(await values().has(user), false);
      await values().set({ ...user, password }, 'typed');
      assert.deepEqual(
        [await values().has(user), await values().has({ ...user, scope: { kind: 'workspace' } })],
        [true, false],
      );
    }
  });

  it('can be forgotten, with any mark as a password', async () => {
    for (const password of [true, false]) {
      await values().set(valueId({ kind: 'workspace' }, password), 'typed');
      await values().forget(valueId({ kind: 'workspace' }, !password));
      assert.equal(await values().get(valueId({ kind: 'workspace' }, password)), undefined);
    }
  });
});
