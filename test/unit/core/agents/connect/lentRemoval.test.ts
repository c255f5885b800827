import assert from 'node:assert/strict';
import fc from 'fast-check';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { addLentEntry } from '#core/agents/connect/lentEntries.ts';
import { ConfigError, parseConfig } from '#core/agents/syntax/configText.ts';
import { fixtures, posix } from './fixtures.ts';
import { lendAll, named, remove, removeAll, withoutServers } from './lentFiles.ts';

describe('removing one of several lent servers', () => {
  for (const [agent, text] of withoutServers) {
    for (const order of [
      ['bank', 'tickets'],
      ['tickets', 'bank'],
    ]) {
      it(`keeps the other, and gives the original at the end: ${agent}, ${JSON.stringify(text)}, ${order[0]} first`, () => {
        const { text: connected, all } = lendAll(agent, text, ['bank', 'tickets']);
        const chosen = order.map((server) => named(all, server));
        assert.equal(removeAll(agent, connected, chosen), text);
      });
    }
  }

  it('gives the original of any documented file, in any order, also with servers lent in between', () => {
    const files = [...fixtures.map(({ agent, text }) => [agent, text] as const), ...withoutServers];
    const servers = ['bank', 'tickets', 'notes', 'mail'];
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.shuffledSubarray(servers, { minLength: 1 }),
        fc.shuffledSubarray(servers, { minLength: 4 }),
        fc.nat(3),
        ([agent, text], added, order, removedBefore) => {
          const first = lendAll(agent, text, added);
          const sorted = order.flatMap((server) => first.all.filter((lent) => lent.server === server));
          const early = sorted.slice(0, removedBefore);
          let current = early.reduce((rest, lent) => remove(agent, rest, lent), first.text);
          const left = sorted.slice(removedBefore);
          const choice = { server: 'late', raisesLimit: false, isRequired: false, allFolders: true };
          const known = left.map(({ entry }) => entry);
          const { text: later, ...entry } = addLentEntry(agentFormats[agent], current, choice, posix, known);
          current = removeAll(agent, later, [...left, { server: 'late', entry: { path: '/file', ...entry } }]);
          assert.equal(current, text);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('removing a lent server from a file that was changed since', () => {
  it('leaves a server that the user has written behind it', () => {
    const { text, all } = lendAll('claude', '{"mcpServers":{}}', ['bank']);
    const changed = text.replace(/\}\}$/, ', "mine": {"command": "node"}}}');
    assert.equal(remove('claude', changed, named(all, 'bank')), '{"mcpServers":{"mine": {"command": "node"}}}');
  });

  it('leaves what the user has written behind the list that was made for it', () => {
    const { text, all } = lendAll('claude', '{}', ['bank']);
    const changed = text.replace(/\}$/, ', "theme": "dark"}');
    assert.equal(remove('claude', changed, named(all, 'bank')), '{"theme": "dark"}');
  });

  it('leaves a comment in the list that was made for it', () => {
    const { text, all } = lendAll('zed', '{}', ['bank']);
    const changed = text.replace('"bank"', '/* mine */ "bank"').replace('86400', '60');
    assert.equal(remove('zed', changed, named(all, 'bank')), '{"context_servers": {/* mine */ }}');
  });

  it('leaves a list that was empty before, and that of the user', () => {
    for (const text of ['{"mcpServers":{}}', '{"mcpServers":{"mine":{"command":"node"}}}']) {
      const { text: connected, all } = lendAll('claude', text, ['bank']);
      const changed = connected.replace('86400000', '5');
      assert.equal(remove('claude', changed, named(all, 'bank')), text);
    }
  });

  it('does not join the lines of a TOML file before and behind it', () => {
    const { text, all } = lendAll('codex', 'model = "x"', ['bank']);
    const rest = remove('codex', `${text}[features]\na = true\n`, named(all, 'bank'));
    const { root } = parseConfig(agentFormats.codex.syntax, rest);
    assert.deepEqual([...root.members.keys()], ['model', 'features'], rest);
  });

  it('removes what was added to its table with it, instead of leaving it to the table before', () => {
    for (const before of ['[features]\na = true\n', '[[rules]]\na = true\n', '']) {
      const { text, all } = lendAll('codex', before, ['bank']);
      const rest = remove(
        'codex',
        `${text}startup_timeout_sec = 20\n[mcp_servers.bank.env]\nA = "b"\n`,
        named(all, 'bank'),
      );
      assert.doesNotMatch(rest, /startup_timeout_sec|bank|"b"/);
      assert.ok(rest.startsWith(before), rest);
    }
  });

  it('refuses where it cannot be removed without moving something else', () => {
    const { text, all } = lendAll('codex', '[[rules]]\na = true\n', ['bank']);
    const changed = `${text}[[mcp_servers.bank.parts]]\nb = 1\n`;
    assert.throws(() => remove('codex', changed, named(all, 'bank')), ConfigError);
    const twice = '{"mcpServers": {"bank": {"command": "mine"}, "x": {}, ';
    const json = lendAll('claude', '{"mcpServers": {"x": {}}}', ['bank']);
    const repeated = json.text.replace('{"mcpServers": {"x": {},', twice);
    assert.throws(() => remove('claude', repeated, named(json.all, 'bank')), ConfigError);
  });

  it('leaves no list without a value in YAML: agents cannot read it', () => {
    const { text, all } = lendAll('goose', 'extensions:\n  mine:\n    cmd: node\nmodel: x\n', ['bank']);
    const changed = text.replace('  mine:\n    cmd: node\n', '');
    assert.equal(remove('goose', changed, named(all, 'bank')), 'model: x\n');
  });

  it('removes an entry of which an earlier version has remembered the text with the key of its list', () => {
    const { text, all } = lendAll('goose', 'model: x\n', ['bank', 'tickets']);
    const [bank, tickets] = all.map(({ server, entry }) => {
      const { hasMadeList: _, ...earlier } = entry;
      return { server, entry: earlier };
    });
    assert.ok(bank && tickets);
    assert.equal(removeAll('goose', text, [bank, tickets]), 'model: x\n');
    const json = lendAll('claude', '{}', ['bank']);
    const { hasMadeList: _, ...entry } = named(json.all, 'bank').entry;
    assert.equal(remove('claude', json.text, { server: 'bank', entry }), '{}');
  });
});
