import assert from 'node:assert/strict';
import { readImportFile } from '#core/configuration/importFile.ts';
import { type ImportPlan, planImport } from '#editor/adding/importPlan.ts';

function candidates(servers: unknown) {
  return readImportFile('cursor', JSON.stringify({ mcpServers: servers })).candidates;
}
/** Plans an import into settings with these entries and inputs, where values are stored under the ids of `stored`. */
function planFor(
  chosen: ReturnType<typeof candidates>,
  { entries = {}, inputIds = [], stored = [] }: { entries?: object; inputIds?: string[]; stored?: string[] } = {},
): Promise<ImportPlan> {
  const hasValue = async (id: string) => stored.includes(id);
  return planImport(chosen, new Map(Object.entries(entries)), { inputIds, hasValue });
}

const idsOf = ({ inputs }: ImportPlan) => inputs.map(({ id }) => id);
const weather = { command: 'npx', args: ['weather'] };
const secretive = { command: 'npx', env: { API_TOKEN: 'abcd1234efgh' } };

/** A server of `mcp.json` whose token is an input of that file. */
function withInput() {
  const text = JSON.stringify({
    inputs: [{ id: 'token', type: 'promptString', password: true }],
    servers: { mine: { url: 'https://x.example/mcp', headers: { Authorization: `Bearer \${input:token}` } } },
  });
  return readImportFile('vscode', text).candidates;
}

describe('the import of servers', () => {
  it('writes the chosen servers', async () => {
    const plan = await planFor(candidates({ weather }));
    assert.deepEqual(plan.entries, { weather: { type: 'stdio', ...weather } });
    assert.deepEqual(plan.added, ['weather']);
  });

  it('never overwrites an entry', async () => {
    const plan = await planFor(candidates({ weather }), { entries: { weather: { command: 'other' } } });
    assert.deepEqual(Object.keys(plan.entries), ['weather-2']);
    assert.deepEqual(plan.renamed, [{ from: 'weather', to: 'weather-2' }]);
  });

  it('skips servers that the settings already have', async () => {
    const { entries } = await planFor(candidates({ secretive }));
    const again = await planFor(candidates({ secretive }), { entries, inputIds: ['secretive-api-token'] });
    assert.deepEqual(again.entries, {});
    assert.deepEqual(again.skipped, ['secretive']);
    assert.deepEqual(again.secrets, []);
  });

  for (const [what, chosen, id] of [
    ['of its file', withInput(), 'token'],
    ['of a secret', candidates({ secretive }), 'secretive-api-token'],
  ] as const) {
    it(`skips a server that the settings have with another id of the input ${what}`, async () => {
      const { entries, inputs } = await planFor(chosen, { stored: [id] });
      assert.ok(JSON.stringify(entries).includes(`{input:${id}-2}`));
      const inputIds = inputs.map((input) => input.id);
      const again = await planFor(chosen, { entries, inputIds, stored: [id, ...inputIds] });
      assert.deepEqual([again.skipped, again.entries, again.inputs], [Object.keys(entries), {}, []]);
    });
  }

  it('writes no secrets into the entries', async () => {
    const plan = await planFor(candidates({ secretive }));
    assert.doesNotMatch(JSON.stringify([plan.entries, plan.inputs]), /abcd1234efgh/);
    assert.deepEqual(
      plan.secrets.map(({ value }) => value),
      ['abcd1234efgh'],
    );
    assert.deepEqual(
      idsOf(plan),
      plan.secrets.map(({ inputId }) => inputId),
    );
  });

  it('writes separate inputs for two servers with the same name', async () => {
    const twice = [...candidates({ secretive }), ...candidates({ secretive: { ...secretive, args: ['x'] } })];
    assert.equal(new Set(idsOf(await planFor(twice))).size, 2);
  });

  it('uses no id that an input of the settings has', async () => {
    const plan = await planFor(candidates({ secretive }), { inputIds: ['secretive-api-token'] });
    assert.deepEqual(idsOf(plan), ['secretive-api-token-2']);
  });

  it('uses no id under which a value is stored, which may belong to other settings', async () => {
    const stored = ['secretive-api-token', 'secretive-api-token-2'];
    const plan = await planFor(candidates({ secretive }), { stored });
    assert.deepEqual(idsOf(plan), ['secretive-api-token-3']);
    assert.deepEqual(plan.entries['secretive'], {
      type: 'stdio',
      ...secretive,
      env: { API_TOKEN: `\${input:secretive-api-token-3}` },
    });
    const { entries, inputs } = await planFor(withInput(), { stored: ['token', 'token-3'], inputIds: ['token-2'] });
    assert.match(JSON.stringify(entries), /Bearer \$\{input:token-4\}/);
    assert.deepEqual(
      inputs.map(({ id }) => id),
      ['token-4'],
    );
  });
});
