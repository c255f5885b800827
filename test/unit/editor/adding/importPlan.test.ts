import assert from 'node:assert/strict';
import { readImportFile } from '#core/configuration/importFile.ts';
import { planImport } from '#editor/adding/importPlan.ts';

function candidates(servers: unknown) {
  return readImportFile('cursor', JSON.stringify({ mcpServers: servers })).candidates;
}
const weather = { command: 'npx', args: ['weather'] };
const secretive = { command: 'npx', env: { API_TOKEN: 'abcd1234efgh' } };

describe('the import of servers', () => {
  it('writes the chosen servers', () => {
    const plan = planImport(candidates({ weather }), new Map(), []);
    assert.deepEqual(plan.entries, { weather: { type: 'stdio', ...weather } });
    assert.deepEqual(plan.added, ['weather']);
  });

  it('never overwrites an entry', () => {
    const plan = planImport(candidates({ weather }), new Map([['weather', { command: 'other' }]]), []);
    assert.deepEqual(Object.keys(plan.entries), ['weather-2']);
    assert.deepEqual(plan.renamed, [{ from: 'weather', to: 'weather-2' }]);
  });

  it('skips servers that the settings already have', () => {
    const first = planImport(candidates({ secretive }), new Map(), []);
    const again = planImport(candidates({ secretive }), new Map(Object.entries(first.entries)), [
      'secretive-api-token',
    ]);
    assert.deepEqual(again.entries, {});
    assert.deepEqual(again.skipped, ['secretive']);
    assert.deepEqual(again.secrets, []);
  });

  it('writes no secrets into the entries', () => {
    const plan = planImport(candidates({ secretive }), new Map(), []);
    assert.doesNotMatch(JSON.stringify([plan.entries, plan.inputs]), /abcd1234efgh/);
    assert.deepEqual(
      plan.secrets.map(({ value }) => value),
      ['abcd1234efgh'],
    );
    assert.deepEqual(
      plan.inputs.map(({ id }) => id),
      plan.secrets.map(({ inputId }) => inputId),
    );
  });

  it('writes separate inputs for two servers with the same name', () => {
    const twice = [...candidates({ secretive }), ...candidates({ secretive: { ...secretive, args: ['x'] } })];
    const ids = planImport(twice, new Map(), []).inputs.map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
  });

  it('uses no id that an input of the settings has', () => {
    const ids = planImport(candidates({ secretive }), new Map(), ['secretive-api-token']).inputs.map(({ id }) => id);
    assert.deepEqual(ids, ['secretive-api-token-2']);
  });
});
