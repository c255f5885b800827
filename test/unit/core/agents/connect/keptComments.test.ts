import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { readAgentEntries } from '#core/agents/connect/agentServers.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { applyEdits, ConfigError, parseConfig } from '#core/agents/syntax/configText.ts';
import { jsonSyntax } from '#core/agents/syntax/jsonConfig.ts';
import { yamlSyntax } from '#core/agents/syntax/yamlConfig.ts';
import { fixtures } from './fixtures.ts';
import { lendAll, named, remove, removeAll, withoutServers } from './lentFiles.ts';

/** The text with a comment that the user has written into it, if one can stand there. */
function withComment(agent: AgentId, text: string, at: number, way: number): string {
  const { syntax } = agentFormats[agent];
  const place = at % (text.length + 1);
  const lineStart = text.lastIndexOf('\n', place - 1) + 1;
  const lineEnd = lineStart + (/^[^\r\n]*/.exec(text.slice(lineStart))?.[0].length ?? 0);
  const isJson = syntax === jsonSyntax;
  const inserted = isJson ? `/* mine ${at} */` : way % 2 === 0 ? `${' '.repeat(way)}# mine ${at}\n` : ` # mine ${at}`;
  const position = isJson ? place : way % 2 === 0 ? lineStart : lineEnd;
  const changed = text.slice(0, position) + inserted + text.slice(position);
  const count = (source: string) => syntax.comments(parseConfig(syntax, source)).length;
  try {
    return count(changed) > count(text) ? changed : text;
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return text;
  }
}

/** The text of a YAML file in which the servers of the user are comments. */
function commentedOut(agent: AgentId, text: string): string {
  const { syntax } = agentFormats[agent];
  if (syntax !== yamlSyntax) {
    return text;
  }
  const entries = readAgentEntries(agentFormats[agent], parseConfig(syntax, text));
  const own = entries.filter(({ server, member }) => server.lent === undefined && text[member.node.start] !== '{');
  const edits = own.map(({ member: { start, end } }) => ({
    start,
    end,
    text: `# ${text.slice(start, end).replaceAll('\n', '\n# ')}`,
  }));
  const changed = applyEdits(text, edits);
  const isRead =
    readAgentEntries(agentFormats[agent], parseConfig(syntax, changed)).length === entries.length - own.length;
  return isRead ? changed : text;
}

describe('a comment of the user, when a lent server is removed', () => {
  it('keeps what stands beside the last entry in YAML, and leaves a list that agents can read', () => {
    const remark = '  # mine:\n  #   cmd: node\n';
    const { text, all } = lendAll('goose', 'extensions: # my own\n  mine:\n    cmd: node\nmodel: x\n', ['bank']);
    const commented = text.replace('  mine:\n    cmd: node\n', remark);
    assert.equal(remove('goose', commented, named(all, 'bank')), `extensions: {} # my own\n${remark}model: x\n`);
    const behind = text.replace('  mine:\n    cmd: node\n', '').replace('model', `${remark}model`);
    assert.equal(remove('goose', behind, named(all, 'bank')), `extensions: {} # my own\n${remark}model: x\n`);
    const items = lendAll('continue', 'name: x\nmcpServers:\n  - name: mine\n    command: node\n', ['bank']);
    const dashes = items.text.replace('  - name: mine\n    command: node\n', '  # - name: mine\n\n');
    assert.equal(remove('continue', dashes, named(items.all, 'bank')), 'name: x\nmcpServers: []\n  # - name: mine\n\n');
  });

  it('refuses where a comment inside of the entry would go with it', () => {
    const inside: readonly [AgentId, string, RegExp, string][] = [
      ['goose', 'model: x\n', /\n(?= +cmd:)/, '\n    # mine\n'],
      ['goose', 'model: x\n', /\n(?= +cmd:)/, ' # mine\n'],
      ['zed', '{}', /"command"/, '/* mine */ "command"'],
      ['codex', 'model = "x"\n', /(?<=command = "\w+")/, ' # mine'],
    ];
    for (const [agent, before, place, comment] of inside) {
      const { text, all } = lendAll(agent, before, ['bank']);
      const changed = text.replace(place, comment);
      assert.notEqual(changed, text, agent);
      assert.throws(() => remove(agent, changed, named(all, 'bank')), /could not be undone exactly/, changed);
    }
  });

  it('never deletes a comment', () => {
    const files = [...fixtures.map(({ agent, text }) => [agent, text] as const), ...withoutServers];
    let removed = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.shuffledSubarray(['bank', 'tickets'], { minLength: 1 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(6)), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        ([agent, text], servers, places, isOut) => {
          const lent = lendAll(agent, text, servers);
          const own = isOut ? commentedOut(agent, lent.text) : lent.text;
          const changed = places.reduce((all, [at, way]) => withComment(agent, all, at, way), own);
          const { syntax } = agentFormats[agent];
          const comments = syntax.comments(parseConfig(syntax, changed));
          try {
            const rest = removeAll(agent, changed, lent.all);
            for (const comment of comments) {
              assert.ok(rest.includes(comment), `${comment} is gone from ${changed}`);
            }
            removed += 1;
          } catch (error) {
            assert.ok(error instanceof ConfigError, String(error));
          }
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(removed > 50, String(removed));
  });
});
