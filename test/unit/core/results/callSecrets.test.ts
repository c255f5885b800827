import assert from 'node:assert/strict';
import { SecretMask } from '#core/common/secretMask.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
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
    const { mask, isSendable } = secrets.take('mine', 's', tool({ place: 'Oslo', apiKey: ['key-of-mine'] }));
    assert.equal(
      mask('server-key key-of-mine open-sesame another-word Oslo'),
      '[secret] [secret] [secret] another-word Oslo',
    );
    assert.equal(isSendable, false);
    secrets.dispose();
  });

  it('are masked completely if one secret contains another', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => new SecretMask(['live']));
    const { mask } = secrets.take('mine', 's', tool({ apiKey: 'sk_live_51H8xPq9ZrTtWw' }));
    assert.equal(mask('sk_live_51H8xPq9ZrTtWw in live'), '[secret] in [secret]');
  });

  it('may be none; then the arguments may be sent again', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const { mask, isSendable } = secrets.take('mine', 's', tool({ place: 'Oslo', count: 3 }));
    assert.deepEqual([mask('Oslo 3'), isSendable], ['Oslo 3', true]);
  });

  it('include arguments that their schema marks as secret', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const schema = { type: 'object', properties: { x: { type: 'string', title: 'Password' } } };
    const { mask, isSendable } = secrets.take('mine', 's', tool({ x: 'open-sesame' }), schema);
    assert.deepEqual([mask('open-sesame'), isSendable], ['[secret]', false]);
  });

  it('are marked in the arguments that are shown', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => new SecretMask(['live-host']));
    const shown = (args: Record<string, unknown>, schema?: unknown) =>
      secrets.take('mine', 's', tool(args), schema).shownArguments;
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

  it('include secrets in the URI of a resource', () => {
    const secrets = new CallSecrets(createTestHost().inbox, () => undefined);
    const take = (uri: string, template?: string) =>
      secrets.take('mine', 's', { kind: 'resource', uri, ...(template && { template }) });
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
    const { mask, isSendable } = secrets.take('mine', 's', { kind: 'resource', uri: `x:?${query}` });
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
      assert.equal(secrets.take(id, request.server.id, tool({})).mask(text), 'Oslo [secret]');
    }
    assert.equal(secrets.take('third', 'another server', tool({})).mask(text), text);
    secrets.dispose();
  });
});
