import assert from 'node:assert/strict';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const signIn = {
  server: 'notes',
  serverId: 'user:notes',
  resource: 'https://mcp.example.com/mcp',
  issuer: 'https://as.evil.example',
  host: 'github.com',
  recipients: ['as.evil.example'],
  scopes: ['read'],
};

describe('the dialog before a sign-in', () => {
  for (const isAskedFor of [true, false]) {
    it(`names the recipients of the access to another site in its first line (requested by ${isAskedFor ? 'the user' : 'a program'})`, () =>
      withVscodeStub(async () => {
        const { shownDialogs } = await import('#test/unit/editor/dialogs.ts');
        const { SignInDialogs } = await import('#editor/authorization/signInDialogs.ts');
        shownDialogs.length = 0;
        const isAgreed = await new SignInDialogs(() => isAskedFor).confirmSignIn(signIn);
        assert.equal(isAgreed, true);
        assert.deepEqual(
          shownDialogs.map(({ message, modal }) => [message, modal]),
          [['notes asks you to sign in at github.com for as.evil.example.', true]],
        );
        assert.match(
          shownDialogs[0]?.detail ?? '',
          /^The access that you give at github\.com goes to as\.evil\.example,/,
        );
        assert.match(shownDialogs[0]?.detail ?? '', /\nAuthorization server: https:\/\/as\.evil\.example\n/);
      }));
  }

  it('contains the number of permissions that it does not show', () =>
    withVscodeStub(async () => {
      const { shownDialogs } = await import('#test/unit/editor/dialogs.ts');
      const { SignInDialogs } = await import('#editor/authorization/signInDialogs.ts');
      shownDialogs.length = 0;
      const scopes = Array.from({ length: 60 }, (_, at) => `${at}`.padEnd(98, 's'));
      await new SignInDialogs(() => true).confirmSignIn({ ...signIn, scopes });
      const [, permissions = ''] = /\nPermissions it asks for: (.*)$/.exec(shownDialogs[0]?.detail ?? '') ?? [];
      assert.equal(permissions, `${scopes.slice(0, 10).join(', ')} and 50 more`);
    }));

  it('names only the page if all parties belong to one site', () =>
    withVscodeStub(async () => {
      const { shownDialogs } = await import('#test/unit/editor/dialogs.ts');
      const { SignInDialogs } = await import('#editor/authorization/signInDialogs.ts');
      shownDialogs.length = 0;
      const usual = { ...signIn, issuer: 'https://github.com', recipients: [] };
      await new SignInDialogs(() => false).confirmSignIn(usual);
      await new SignInDialogs(() => true).confirmSignIn(usual);
      assert.deepEqual(
        shownDialogs.map(({ message, modal }) => [message, modal]),
        [false, true].map((modal) => ['notes asks you to sign in at github.com.', modal]),
      );
    }));
});
