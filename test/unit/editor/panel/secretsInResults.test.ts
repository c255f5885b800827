import assert from 'node:assert/strict';
import { unknownSecrets } from '#core/model/argumentSecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import { CallSecrets } from '#core/results/callSecrets.ts';
import { promptSchema } from '#editor/commands/argumentSchemas.ts';
import type { FieldInput } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { TestPanel } from './testPanel.ts';

/** A text in the shape of a GitHub token, which is not a real token. */
const githubToken = `ghp_${'a1B2'.repeat(9)}`;
const text = (value: string) => ({ kind: 'text' as const, text: value, touched: true });
const passwordPrompt = promptSchema({
  name: 'forecast',
  arguments: [{ name: 'value', description: 'Your account password', required: true }],
} as Parameters<typeof promptSchema>[0]);

describe('a secret in the arguments of a call', () => {
  const callSecrets = new CallSecrets(createTestHost().inbox, () => undefined);
  const secretsOf = callSecrets.take.bind(callSecrets);
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel({ secretsOf });
  });

  /** Fills in the form, runs the call, and adds a result that repeats the arguments. */
  async function run(
    kind: 'tool' | 'prompt',
    schema: unknown,
    edits: readonly (readonly [field: number, input: FieldInput])[],
  ): Promise<string> {
    const reading = readArgumentsSchema(schema);
    assert.ok(reading.ok);
    const filled = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target: { kind, name: 'forecast' },
      presentation: { kind: 'form', form: reading.form, schema },
      knownArguments: {},
    });
    const { shownId: screen } = panel;
    for (const [field, input] of edits) {
      panel.controller.receive({ type: 'edit', screen, revision: 1, changes: [{ field, input }] });
    }
    assert.ok(panel.view.screen.kind === 'arguments');
    const inputs = [...panel.view.screen.inputs];
    for (const [field, input] of edits) {
      inputs[field] = input;
    }
    panel.controller.receive({ type: 'submit', screen, inputs });
    const { values, masked } = (await filled) ?? assert.fail('the form was dismissed');
    const request = { kind, name: 'forecast', arguments: values } as CallRequest;
    return addResult(request, { schema, masked }, JSON.stringify(values));
  }

  /** Adds a result, and returns what is written. */
  async function addResult(request: CallRequest, argumentSecrets = unknownSecrets, repeated = ''): Promise<string> {
    await panel.controller.addResult({
      definition: weatherServer,
      target: { kind: request.kind, name: 'forecast' },
      request,
      origin: 'user',
      outcome: { kind: 'result', failed: false, parts: [] },
      result: { content: [{ type: 'text', text: `received ${repeated}` }] },
      callId: 'call',
      argumentSecrets,
    });
    await panel.results.flush();
    return [...panel.resultFiles.texts.values()].join('');
  }
  const shownArguments = (window = panel) => {
    const { screen } = window.lastDrawn;
    return screen.kind === 'result' && screen.callArguments ? JSON.parse(screen.callArguments) : undefined;
  };
  const reopen = async () => {
    const reloaded = new TestPanel({ before: panel, secretsOf });
    await reloaded.results.load();
    await reloaded.controller.results.open('call');
    await until(async () => reloaded.lastDrawn.screen.kind === 'result');
    return reloaded;
  };

  it('is neither written nor shown if only the description of a prompt’s argument tells', async () => {
    const written = await run('prompt', passwordPrompt, [[0, text('hunter2horse')]]);
    assert.match(written, /received/);
    assert.doesNotMatch(written, /hunter2/);
    assert.deepEqual(shownArguments(), { value: '[secret]' });
  });

  it('is neither written nor shown if its schema is not known', async () => {
    const args = { value: 'hunter2horse' };
    const written = await addResult({ kind: 'tool', name: 'forecast', arguments: args }, undefined, 'hunter2horse');
    assert.match(written, /received/);
    assert.doesNotMatch(written, /hunter2/);
    assert.equal(shownArguments(), undefined);
  });

  const schema = {
    type: 'object',
    properties: {
      note: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      options: { type: 'object', properties: {} },
    },
    additionalProperties: { description: 'More.' },
  };
  const rest = githubToken.slice(0, -1);
  const list = (...values: string[]): FieldInput => ({ kind: 'list', rows: values.map(text), touched: true });
  const record = (...rows: [string, string][]): FieldInput => ({
    kind: 'record',
    rows: rows.map(([key, value]) => ({ key, value: text(value) })),
    touched: true,
  });
  const json = (value: string): FieldInput => ({ kind: 'json', text: value, touched: true });
  for (const [name, ...edits] of [
    ['a text', [0, text(githubToken)], [0, text(rest)]],
    ['a row of a list', [1, list('a', githubToken)], [1, list('a', rest)]],
    [
      'a row of a record beside another secret',
      [2, record(['Authorization', githubToken], ['X-Api-Key', 'k-e-y'])],
      [2, record(['Authorizatio', rest], ['X-Api-Key', 'k-e-y'])],
    ],
    ['JSON', [3, json(`{"x": "${githubToken}"}`)], [3, json(`{"x": "${rest}"}`)]],
    ['JSON of other properties', [4, json(`{"x": "${githubToken}"}`)], [4, json(`{"x": "${rest}"}`)]],
  ] as readonly (readonly [string, ...(readonly [number, FieldInput])[]])[]) {
    it(`is neither written nor shown if the form masked the rest of it in ${name}`, async () => {
      const written = await run('tool', schema, edits);
      assert.match(written, /received/);
      assert.doesNotMatch(written, /ghp_/);
      assert.doesNotMatch(JSON.stringify(shownArguments()), /ghp_/);
    });
  }

  it('is filled in again in this window, and is named as missing after a reload', async () => {
    const headers = record(['Authorization', 'Bearer hunter2horse'], ['Accept', 'json']);
    await run('tool', schema, [[2, headers]]);
    const sent = { headers: { Authorization: 'Bearer hunter2horse', Accept: 'json' } };
    assert.deepEqual(shownArguments(), { headers: { Authorization: '[secret]', Accept: 'json' } });
    panel.controller.receive({ type: 'changeArguments', screen: panel.shownId });
    assert.deepEqual(panel.argumentsChanged, [{ values: sent, missing: [], masked: [] }]);
    const reloaded = await reopen();
    assert.deepEqual(shownArguments(reloaded), shownArguments());
    reloaded.controller.receive({ type: 'changeArguments', screen: reloaded.shownId });
    assert.deepEqual(reloaded.argumentsChanged, [
      { values: { headers: { Accept: 'json' } }, missing: ['headers › Authorization'], masked: [] },
    ]);
  });

  it('is named as missing in the form that the rest is filled into', () => {
    const reading = readArgumentsSchema(schema);
    assert.ok(reading.ok);
    for (const presentation of [
      { kind: 'form' as const, form: reading.form, schema },
      { kind: 'json' as const, reason: 'It is not flat.', schema },
    ]) {
      void panel.controller.hostScreens.askArguments({
        definition: weatherServer,
        origin: 'user',
        target: { kind: 'tool', name: 'forecast' },
        presentation,
        knownArguments: { headers: { Accept: 'json' } },
        missing: ['headers › Authorization'],
      });
      const { screen } = panel.lastDrawn;
      assert.ok(screen.kind === 'arguments' || screen.kind === 'jsonArguments');
      assert.deepEqual(screen.missing, ['headers › Authorization']);
    }
  });
});
