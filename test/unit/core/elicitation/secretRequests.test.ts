import assert from 'node:assert/strict';
import { ArrivedRound } from '#core/elicitation/rounds/arrivedRound.ts';
import { sensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import { setLanguage } from '#form/language.ts';
import { TestConnection } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';

/** A text with the shape of a GitHub token. */
const token = `ghp_${'a1B2'.repeat(9)}`;

const formWithFields = (...names: string[]) => ({
  message: 'Please fill this in.',
  requestedSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  },
});
const inputRequest = (params: unknown) => ({ method: 'elicitation/create', params });
const refusal =
  'Property "api_key": it asks for an API key or another secret key. ' +
  'This client refuses forms that ask for secrets; use URL mode for that.';

describe('a form that asks for a secret', () => {
  it('is shown with its sensitive fields, which the findings of the exchange name', async () => {
    const rig = new TestConnection();
    const answer = rig.push(formWithFields('city', 'api_key'));
    const [request] = await rig.pendingRequests();
    assert.ok(request?.mode === 'form');
    assert.deepEqual(request.sensitive, [
      {
        field: 1,
        kind: 'apiKey',
        reason: 'The name of this field asks for an API key or another secret key.',
        source: 'name',
      },
    ]);
    assert.ok(
      rig.lastExchange.findings.some((finding) => /"api_key" \(apiKey\): .* Use URL mode/.test(finding)),
      rig.lastExchange.findings.join('\n'),
    );
    await rig.decide({ action: 'decline' });
    await answer;
  });

  it('is refused with property, rule and remedy if the setting is "refuse"', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    await assert.rejects(rig.push(formWithFields('city', 'api_key')), { code: -32602, message: refusal });
    assert.deepEqual(rig.inbox.pending, []);
    assert.deepEqual(rig.lastExchange.findings, [`Refused: ${refusal}`]);
    assert.ok(rig.warnings.some((line) => line.includes('"api_key"')));
  });

  it('is refused in English, also in another display language', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    setLanguage('de', {
      'an API key or another secret key': 'einen API-Schlüssel',
      'The name of this field asks for {0}.': 'Der Name dieses Feldes verlangt {0}.',
    });
    try {
      assert.match(sensitiveField(0, 'apiKey', 'name').reason, /^Der Name dieses Feldes verlangt einen API-Schlüssel/);
      await assert.rejects(rig.push(formWithFields('api_key')), { code: -32602, message: refusal });
    } finally {
      setLanguage('en', {});
    }
  });

  it('fails the call of its round with the same reason, and no request is shown', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    const requests = { harmless: inputRequest(formWithFields('city')), key: inputRequest(formWithFields('api_key')) };
    await assert.rejects(new ArrivedRound(requests, rig.context).admit(), {
      name: 'CallFailed',
      message: `The server's question could not be shown: ${refusal} The server has to be corrected.`,
    });
    assert.deepEqual(rig.inbox.pending, []);
    assert.deepEqual(rig.lastExchange.findings, [`Refused: ${refusal}`]);
    assert.equal(rig.lastExchange.reply?.notShownReason, 'refused');
  });

  it('is admitted by the current setting', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    await assert.rejects(rig.push(formWithFields('api_key')), { code: -32602 });
    rig.secretsRule = 'warn';
    const answer = rig.push(formWithFields('api_key'));
    await rig.decide({ action: 'decline' });
    assert.deepEqual(await answer, { action: 'decline' });
  });

  it('is the only one that "refuse" refuses: other forms are shown', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    const answer = rig.push(formWithFields('city', 'keyboard layout'));
    await rig.decide({ action: 'cancel' });
    assert.deepEqual(await answer, { action: 'cancel' });
  });
});

describe('a secret that was answered', () => {
  const content = { city: 'Oslo', api_key: 'xyz123', note: `my token is ${token}` };
  const withheld = { city: 'Oslo', api_key: '(withheld)', note: '(withheld)' };
  const note = 'The server has got a secret that is not kept here: "api_key", "note".';

  it('is sent to the server that pushed the request, and withheld in the exchange', async () => {
    const rig = new TestConnection();
    const answer = rig.push(formWithFields('city', 'api_key', 'note'));
    await rig.decide({ action: 'accept', content });
    assert.deepEqual(await answer, { action: 'accept', content });
    assert.deepEqual(rig.lastExchange.reply?.sent, { action: 'accept', content: withheld });
    assert.equal(rig.lastExchange.reply?.note, note);
    assert.doesNotMatch(JSON.stringify(rig.exchanges.all), /xyz123|ghp_/);
  });

  it('is sent to the server of the round, and withheld in the exchange', async () => {
    const rig = new TestConnection();
    const round = await new ArrivedRound(
      { k: inputRequest(formWithFields('city', 'api_key', 'note')) },
      rig.context,
    ).admit();
    const answer = round.respond();
    await rig.decide({ action: 'accept', content });
    assert.deepEqual(await answer, { k: { action: 'accept', content } });
    assert.deepEqual(rig.lastExchange.reply?.sent, { action: 'accept', content: withheld });
    assert.equal(rig.lastExchange.reply?.note, note);
    assert.doesNotMatch(JSON.stringify(rig.exchanges.all), /xyz123|ghp_/);
  });

  it('is not filled in when the server repeats the form', async () => {
    const rig = new TestConnection();
    const first = rig.push(formWithFields('city', 'api_key', 'note'));
    await rig.decide({ action: 'accept', content });
    await first;
    const second = rig.push(formWithFields('city', 'api_key', 'note'));
    await settled(() => rig.inbox.pending.length === 1);
    const [request] = rig.inbox.pending;
    assert.ok(request?.mode === 'form');
    assert.deepEqual(request.acceptedBefore, { city: 'Oslo' });
    await rig.decide({ action: 'cancel' });
    await second;
  });

  it('has no note in the exchange if its field was left empty', async () => {
    const rig = new TestConnection();
    const answer = rig.push(formWithFields('city', 'api_key'));
    await rig.decide({ action: 'accept', content: { city: 'Oslo' } });
    await answer;
    assert.deepEqual(rig.lastExchange.reply?.sent, { action: 'accept', content: { city: 'Oslo' } });
    assert.equal(rig.lastExchange.reply?.note, undefined);
  });
});
