import assert from 'node:assert/strict';
import { SecretMask } from '#core/common/secretMask.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { unknownSecrets } from '#core/model/argumentSecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import { CallSecrets } from '#core/results/callSecrets.ts';
import type { FormModel } from '#form/model.ts';
import { formRequest } from '#test/host/requestSamples.ts';
import { createTestHost } from '#test/host/testHost.ts';

const tool = (toolArguments: Record<string, unknown>): CallRequest => ({
  kind: 'tool',
  name: 'deploy',
  arguments: toolArguments,
});

const noSchema = { schema: {}, masked: [] };

describe('the secrets of a call', () => {
  const form: FormModel = {
    fields: [
      { kind: 'text', name: 'city', label: 'City', required: true },
      { kind: 'text', name: 'password', label: 'Password', required: false },
    ],
  };

  it('are those of its server, its arguments and its answers, not those of other calls', () => {
    const { inbox } = createTestHost();
    const secrets = new CallSecrets(inbox, () => new SecretMask(['server-key']));
    for (const [id, password] of [
      ['mine', 'open-sesame'],
      ['other', 'another-word'],
    ] as const) {
      const call = { id, request: tool({}) };
      void inbox.ask(formRequest(id, 'Sign in', { form, sensitive: sensitiveFields(form, ''), call }));
      inbox.decide(id, { action: 'accept', content: { city: 'Oslo', password } });
    }
    const { mask, isSendable } = secrets.take('mine', 's', tool({ place: 'Oslo', apiKey: ['key-of-mine'] }), noSchema);
    assert.equal(
      mask('server-key key-of-mine open-sesame another-word Oslo'),
      '[secret] [secret] [secret] another-word Oslo',
    );
    assert.equal(isSendable, false);
    secrets.dispose();
  });

  it('are masked completely if one secret contains another', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => new SecretMask(['live']));
    const { mask } = secrets.take('mine', 's', tool({ apiKey: 'sk_live_51H8xPq9ZrTtWw' }), noSchema);
    assert.equal(mask('sk_live_51H8xPq9ZrTtWw in live'), '[secret] in [secret]');
  });

  it('may be none; then the arguments may be sent again', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const { mask, isSendable } = secrets.take('mine', 's', tool({ place: 'Oslo', count: 3 }), noSchema);
    assert.deepEqual([mask('Oslo 3'), isSendable], ['Oslo 3', true]);
  });

  it('include arguments that their schema marks as secret', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const schema = { type: 'object', properties: { x: { type: 'string', title: 'Password' } } };
    const { mask, isSendable } = secrets.take('mine', 's', tool({ x: 'open-sesame' }), { schema, masked: [] });
    assert.deepEqual([mask('open-sesame'), isSendable], ['[secret]', false]);
  });

  it('are marked in the arguments that are shown', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => new SecretMask(['live-host']));
    const shown = (args: Record<string, unknown>, schema: unknown = {}) =>
      secrets.take('mine', 's', tool(args), { schema, masked: [] }).shownArguments;
    const schema = { type: 'object', properties: { x: { type: 'string', title: 'Password' } } };
    assert.deepEqual(shown({ place: 'Oslo', apiKey: 'key-of-mine', empty: '' }), {
      place: 'Oslo',
      apiKey: '[secret]',
      empty: '',
    });
    assert.deepEqual(shown({ x: 'open-sesame', list: ['at live-host'] }, schema), {
      x: '[secret]',
      list: ['at [secret]'],
    });
    assert.deepEqual(shown({ login: { user: 'Ann', password: 'open-sesame' } }), {
      login: { user: 'Ann', password: '[secret]' },
    });
  });

  it('are all arguments if their schema is not known: nothing of them is kept or shown', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const taken = secrets.take('mine', 's', tool({ value: 'hunter2horse' }), unknownSecrets);
    assert.deepEqual(
      [taken.isSendable, taken.shownArguments, taken.mask('it is hunter2horse')],
      [false, undefined, 'it is [secret]'],
    );
    const withoutArguments = secrets.take('mine', 's', tool({}), unknownSecrets);
    assert.deepEqual([withoutArguments.isSendable, withoutArguments.shownArguments], [true, {}]);
  });

  it('include arguments that the form masked, although their names and shapes tell nothing', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const args = { note: 'ghp_a1B2', tags: ['ghp_a1B3'], place: 'Oslo' };
    const taken = secrets.take('mine', 's', tool(args), { schema: {}, masked: ['note', 'tags'] });
    assert.deepEqual(taken.shownArguments, { note: '[secret]', tags: '[secret]', place: 'Oslo' });
    assert.deepEqual(taken.hiddenPaths, [['note'], ['tags']]);
    assert.deepEqual([taken.isSendable, taken.mask('ghp_a1B2 ghp_a1B3 Oslo')], [false, '[secret] [secret] Oslo']);
    const resource = { kind: 'resource', uri: 'notes://a1B2%20c3/today' } as const;
    const inUri = secrets.take('mine', 's', resource, { masked: [], inUri: ['a1B2 c3'] });
    assert.deepEqual([inUri.isSendable, inUri.mask(resource.uri)], [false, 'notes://[secret]/today']);
  });

  it('are located: only they are hidden, and masked in the result', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const args = { label: 'Accept', headers: [{ name: 'Authorization', value: 'Bearer x-y-z' }], list: ['a'] };
    const taken = secrets.take('mine', 's', tool(args), noSchema);
    assert.deepEqual(taken.hiddenPaths, [['headers', 0]]);
    assert.equal(taken.mask('Bearer x-y-z, Accept a'), '[secret], Accept a');
  });

  it('include secrets in the URI of a resource', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const take = (uri: string, template?: string) =>
      secrets.take('mine', 's', { kind: 'resource', uri, ...(template && { template }) }, unknownSecrets);
    const { mask, isSendable } = take('notes://open%20sesame/today', 'notes://{password}/today');
    assert.equal(mask('notes://open%20sesame/today says open sesame'), 'notes://[secret]/today says [secret]');
    assert.equal(isSendable, false);
    assert.equal(take('https://x.org/?api_key=key-of-mine').mask('key-of-mine'), '[secret]');
    const plain = take('notes://Oslo/today', 'notes://{city}/today');
    assert.deepEqual([plain.mask('Oslo'), plain.isSendable], ['Oslo', true]);
  });

  it('mask everything if a URI has too many of them', function () {
    this.timeout(5000);
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const query = Array.from({ length: 2000 }, (_, index) => `key=a${1000 + index}`).join('&');
    const { mask, isSendable } = secrets.take('mine', 's', { kind: 'resource', uri: `x:?${query}` }, unknownSecrets);
    assert.deepEqual([mask('a1000'), mask('Oslo '.repeat(3_000_000)), isSendable], ['[secret]', '[secret]', false]);
  });

  it('include answers to unattributed requests of its server', () => {
    const { inbox } = createTestHost();
    const secrets = new CallSecrets(inbox, () => undefined);
    const request = formRequest('q', 'Sign in', { form, sensitive: sensitiveFields(form, '') });
    void inbox.ask({ ...request, call: undefined });
    inbox.decide('q', { action: 'accept', content: { city: 'Oslo', password: 'open-sesame' } });
    const text = 'Oslo open-sesame';
    for (const id of ['one', 'other']) {
      assert.equal(secrets.take(id, request.server.id, tool({}), unknownSecrets).mask(text), 'Oslo [secret]');
    }
    assert.equal(secrets.take('third', 'another server', tool({}), unknownSecrets).mask(text), text);
    secrets.dispose();
  });
});
