import assert from 'node:assert/strict';
import { ArrivedRound } from '#core/elicitation/rounds/arrivedRound.ts';
import { sensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import { setLanguage } from '#form/language.ts';
import { TestConnection } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';

/** The shape of a GitHub token; of none that there is. */
const token = `ghp_${'a1B2'.repeat(9)}`;

const asks = (...names: string[]) => ({
  message: 'Please fill this in.',
  requestedSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  },
});
const request = (params: unknown) => ({ method: 'elicitation/create', params });
const refusal =
  'Property "api_key": it asks for an API key or another secret key. ' +
  'This client refuses forms that ask for secrets; use URL mode for that.';

describe('a form that asks for a secret', () => {
  it('comes to the person with the fields that do, and the server is told where it went wrong', async () => {
    const rig = new TestConnection();
    const answer = rig.push(asks('city', 'api_key'));
    const [question] = await rig.asked();
    assert.ok(question?.mode === 'form');
    assert.deepEqual(question.sensitive, [
      { field: 1, kind: 'apiKey', reason: 'The name of this field asks for an API key or another secret key.' },
    ]);
    assert.ok(
      rig.lastExchange.findings.some((finding) => /"api_key" \(apiKey\): .* Use URL mode/.test(finding)),
      rig.lastExchange.findings.join('\n'),
    );
    await rig.decide({ action: 'decline' });
    await answer;
  });

  it('is refused by name, rule and way out where the person wants that, and nobody is asked', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    await assert.rejects(rig.push(asks('city', 'api_key')), { code: -32602, message: refusal });
    assert.deepEqual(rig.inbox.pending, []);
    assert.deepEqual(rig.lastExchange.findings, [`Refused: ${refusal}`]);
    assert.ok(rig.warned.some((line) => line.includes('"api_key"')));
  });

  it('is refused in English, whatever the editor speaks', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    setLanguage('de', {
      'an API key or another secret key': 'einen API-Schlüssel',
      'The name of this field asks for {0}.': 'Der Name dieses Feldes verlangt {0}.',
    });
    try {
      assert.match(sensitiveField(0, 'apiKey', 'name').reason, /^Der Name dieses Feldes verlangt einen API-Schlüssel/);
      await assert.rejects(rig.push(asks('api_key')), { code: -32602, message: refusal });
    } finally {
      setLanguage('en', {});
    }
  });

  it('ends a call with the same reason in a round, before anybody is asked anything', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    const requests = { harmless: request(asks('city')), key: request(asks('api_key')) };
    await assert.rejects(new ArrivedRound(requests, rig.context).admit(), {
      name: 'CallFailed',
      message: `The server's question could not be shown: ${refusal} The server has to be corrected.`,
    });
    assert.deepEqual(rig.inbox.pending, []);
    assert.deepEqual(rig.lastExchange.findings, [`Refused: ${refusal}`]);
    assert.equal(rig.lastExchange.reply?.unasked, 'refused');
  });

  it('is read by the rule of the moment', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    await assert.rejects(rig.push(asks('api_key')), { code: -32602 });
    rig.secretsRule = 'warn';
    const answer = rig.push(asks('api_key'));
    await rig.decide({ action: 'decline' });
    assert.deepEqual(await answer, { action: 'decline' });
  });

  it('that does not is not refused', async () => {
    const rig = new TestConnection();
    rig.secretsRule = 'refuse';
    const answer = rig.push(asks('city', 'keyboard layout'));
    await rig.decide({ action: 'cancel' });
    assert.deepEqual(await answer, { action: 'cancel' });
  });
});

describe('a secret that was answered', () => {
  const content = { city: 'Oslo', api_key: 'xyz123', note: `my token is ${token}` };
  const kept = { city: 'Oslo', api_key: '(withheld)', note: '(withheld)' };
  const note = 'The server has got a secret that is not kept here: "api_key", "note".';

  it('goes to the server that pushed the question, and is not kept to be looked at', async () => {
    const rig = new TestConnection();
    const answer = rig.push(asks('city', 'api_key', 'note'));
    await rig.decide({ action: 'accept', content });
    assert.deepEqual(await answer, { action: 'accept', content });
    assert.deepEqual(rig.lastExchange.reply?.sent, { action: 'accept', content: kept });
    assert.equal(rig.lastExchange.reply?.note, note);
    assert.doesNotMatch(JSON.stringify(rig.exchanges.all), /xyz123|ghp_/);
  });

  it('goes to the server that asked in a round, and is not kept to be looked at', async () => {
    const rig = new TestConnection();
    const round = await new ArrivedRound({ k: request(asks('city', 'api_key', 'note')) }, rig.context).admit();
    const answer = round.answer();
    await rig.decide({ action: 'accept', content });
    assert.deepEqual(await answer, { k: { action: 'accept', content } });
    assert.deepEqual(rig.lastExchange.reply?.sent, { action: 'accept', content: kept });
    assert.equal(rig.lastExchange.reply?.note, note);
    assert.doesNotMatch(JSON.stringify(rig.exchanges.all), /xyz123|ghp_/);
  });

  it('is not filled in when the server asks the same again', async () => {
    const rig = new TestConnection();
    const first = rig.push(asks('city', 'api_key', 'note'));
    await rig.decide({ action: 'accept', content });
    await first;
    const second = rig.push(asks('city', 'api_key', 'note'));
    await settled(() => rig.inbox.pending.length === 1);
    const [question] = rig.inbox.pending;
    assert.ok(question?.mode === 'form');
    assert.deepEqual(question.acceptedBefore, { city: 'Oslo' });
    await rig.decide({ action: 'cancel' });
    await second;
  });

  it('is not spoken of where the field that asks for it was left empty', async () => {
    const rig = new TestConnection();
    const answer = rig.push(asks('city', 'api_key'));
    await rig.decide({ action: 'accept', content: { city: 'Oslo' } });
    await answer;
    assert.deepEqual(rig.lastExchange.reply?.sent, { action: 'accept', content: { city: 'Oslo' } });
    assert.equal(rig.lastExchange.reply?.note, undefined);
  });
});
