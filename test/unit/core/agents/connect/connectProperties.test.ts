import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { readAgentEntries } from '#core/agents/connect/agentServers.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { connectServers } from '#core/agents/connect/connectServers.ts';
import { restoreServers } from '#core/agents/connect/disconnectServers.ts';
import { ConfigError, type ConfigScope, parseConfig } from '#core/agents/syntax/configText.ts';
import { renderJson } from '../syntax/jsonArbitrary.ts';
import { renderToml } from '../syntax/tomlArbitrary.ts';
import { renderYaml } from '../syntax/yamlArbitrary.ts';
import { posix, windowsEditor, windowsNode } from './fixtures.ts';

const word = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('--', 'npx', '-y', '', '"', "'", '\\', '$HOME', '// x', '#', 'ä b'),
);
const command = word.filter((text) => text.trim() !== '');
const name = fc.constantFrom('a', 'b c', 'd.e', '"f"', 'ü', 'tickets');

/** The members of one server, in any order, with what else an agent may keep there. */
const server = fc
  .record(
    {
      command,
      args: fc.array(word, { maxLength: 4 }),
      env: fc.dictionary(fc.constantFrom('KEY', 'TOKEN', 'x.y'), word, { minKeys: 1, maxKeys: 2 }),
      cwd: word,
      limit: fc.integer({ min: 1, max: 100_000_000 }),
      other: fc.oneof(word, fc.boolean(), fc.array(word, { maxLength: 2 })),
    },
    { requiredKeys: ['command'] },
  )
  .chain((value) => fc.shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length }))
  .map((entries) => Object.fromEntries(entries));

const agents = fc.constantFrom(...(Object.keys(agentFormats) as AgentId[]));
/** The agents whose files are YAML. */
const yamlAgents: readonly AgentId[] = ['continue', 'goose'];
const runtimes = fc.constantFrom(posix, windowsNode, windowsEditor);
const choices = fc.infiniteStream(fc.nat(1_000_000));

const file = fc.record({
  agent: agents,
  servers: fc.dictionary(name, server, { minKeys: 1, maxKeys: 4 }),
  before: fc.dictionary(fc.constantFrom('theme', 'model'), word),
  runtime: runtimes,
  raisesLimit: fc.boolean(),
  isRequired: fc.boolean(),
});

type Servers = Record<string, Record<string, unknown>>;

/** The file of an agent with these servers. */
function render(agent: AgentId, before: Record<string, string>, servers: Servers, next: () => number): string {
  const { limit, serversKey, hasCommandList, hasServerList, commandKey, environmentKey } = agentFormats[agent];
  const entries = Object.entries(servers).map(([key, { args, limit: value, env, command: program, ...rest }]) => {
    const list = Array.isArray(args) ? args : [];
    const commandLine = hasCommandList
      ? { [commandKey]: [program, ...list] }
      : { [commandKey]: program, ...(args !== undefined && { args }) };
    return [
      key,
      {
        ...rest,
        ...commandLine,
        ...(env !== undefined && { [environmentKey]: env }),
        ...(value !== undefined && limit && { [limit.key]: value }),
      },
    ] as const;
  });
  const named = entries.map(([key, entry]) => (next() % 2 === 0 ? { name: key, ...entry } : { ...entry, name: key }));
  const content = { ...before, [serversKey]: hasServerList ? named : Object.fromEntries(entries) };
  if (agent === 'codex') return renderToml(content as Parameters<typeof renderToml>[0], next);
  return yamlAgents.includes(agent) ? renderYaml(content, next) : renderJson(content, next);
}

describe('connecting and disconnecting a generated file', () => {
  it('gives the identical bytes', () => {
    fc.assert(
      fc.property(file, choices, ({ agent, before, servers, runtime, raisesLimit, isRequired }, stream) => {
        const format = agentFormats[agent];
        const text = render(agent, before, servers, () => stream.next().value ?? 0);
        const chosen = Object.keys(servers).map((key) => ({ name: key, raisesLimit, isRequired }));
        const { text: connected, connected: memory } = connectServers(format, text, chosen, runtime, []);
        assert.notEqual(connected, text);
        assert.equal(restoreServers(format, connected, memory).text, text);
        const entries = readAgentEntries(format, parseConfig(format.syntax, connected));
        assert.ok(entries.every((entry) => entry.server.wrapped));
        for (const entry of entries) {
          const original = servers[entry.server.name] ?? {};
          assert.deepEqual(entry.server.commandLine, { command: original['command'], args: original['args'] ?? [] });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never changes a byte outside of the chosen entry', () => {
    fc.assert(
      fc.property(file, choices, ({ agent, before, servers, runtime }, stream) => {
        const format = agentFormats[agent];
        const text = render(agent, before, servers, () => stream.next().value ?? 0);
        const [chosen = ''] = Object.keys(servers);
        const choice = { name: chosen, raisesLimit: true, isRequired: true };
        const { text: connected } = connectServers(format, text, [choice], runtime, []);
        if (agent === 'codex') {
          const others = (source: string) => leavesOf(source, parseConfig(format.syntax, source).root, chosen);
          assert.deepEqual(others(connected), others(text));
        } else {
          const spanIn = (source: string) => {
            const entry = readAgentEntries(format, parseConfig(format.syntax, source)).find(
              (item) => item.server.name === chosen,
            );
            assert.ok(entry);
            const { start, end } = entry.member.node;
            const behind = source.slice(end);
            // A line that is added to a YAML entry stands below what stands behind the entry on its last line.
            const isLines = yamlAgents.includes(agent) && source[start] !== '{';
            return [source.slice(0, start), isLines ? behind.replace(/^[^\r\n]*/, '') : behind];
          };
          assert.deepEqual(spanIn(connected), spanIn(text));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('restores the entries after others were added, moved and edited, and leaves those as they are', () => {
    fc.assert(
      fc.property(file, choices, word, ({ agent, before, servers, runtime }, stream, added) => {
        const format = agentFormats[agent];
        const next = () => stream.next().value ?? 0;
        const text = render(agent, before, servers, next);
        const chosen = Object.keys(servers).map((key) => ({ name: key, raisesLimit: true, isRequired: true }));
        const { text: connected, connected: memory } = connectServers(format, text, chosen, runtime, []);
        const edit = (source: string) => editBetween(agent, source, added);
        assert.equal(restoreServers(format, edit(connected), memory).text, edit(text));
      }),
      { numRuns: 300 },
    );
  });

  it('refuses or restores a file that was changed anywhere, and never breaks it', () => {
    fc.assert(
      fc.property(
        file,
        choices,
        fc.nat(),
        fc.constantFrom('"', '{', ',', '#', '\n', '[', '=', ' ', 'x', ':', '- ', '\n  '),
        (values, stream, place, inserted) => {
          const { agent, before, servers, runtime } = values;
          const format = agentFormats[agent];
          const text = render(agent, before, servers, () => stream.next().value ?? 0);
          const chosen = Object.keys(servers).map((key) => ({ name: key, raisesLimit: true, isRequired: true }));
          const { text: connected, connected: memory } = connectServers(format, text, chosen, runtime, []);
          const at = place % connected.length;
          try {
            const { text: restored } = restoreServers(
              format,
              connected.slice(0, at) + inserted + connected.slice(at),
              memory,
            );
            parseConfig(format.syntax, restored);
          } catch (error) {
            assert.ok(error instanceof ConfigError, String(error));
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** The texts of all members but those of one server, each with what stands before it on its line, in their order. */
function leavesOf(text: string, scope: ConfigScope, skipped: string): string[] {
  return [...scope.members.values()]
    .filter(({ key }) => key !== skipped)
    .flatMap(({ node, start, end }) =>
      node.scope && text[node.start] !== '{'
        ? leavesOf(text, node.scope, skipped)
        : [node.scope ? leavesOf(text, node.scope, skipped).join() : text.slice(start, end)],
    );
}

/** Adds a server before and one after the others, and comments. */
function editBetween(agent: AgentId, text: string, added: string): string {
  const { syntax, serversKey, hasCommandList } = agentFormats[agent];
  const value = syntax.encode(hasCommandList ? [added, 'x'] : added);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const list = parseConfig(syntax, text).root.members.get(serversKey)?.node;
  assert.ok(list);
  if (agent === 'codex') {
    if (text[list.start] === '{') return `# mine${newline}${text} # more`;
    return `# mine${newline}${text}${newline}# more${newline}[mcp_servers.added-last]${newline}command = ${value}${newline}`;
  }
  const entries = list.items ?? [...(list.scope?.members.values() ?? [])];
  const end = entries.at(-1)?.end ?? 0;
  if (yamlAgents.includes(agent)) {
    if (/[[{]/.test(text.charAt(list.start))) return text;
    const indent = /^ */.exec(text.slice(list.start))?.[0] ?? '';
    const entry = (name: string) =>
      agent === 'goose'
        ? `${indent}${name}:${newline}${indent}  cmd: ${value}`
        : `${indent}- name: ${name}${newline}${indent}  command: ${value}`;
    const lineEnd = end + (/^[^\r\n]*/.exec(text.slice(end))?.[0].length ?? 0);
    const first = `${indent}# mine${newline}${entry('added-first')}${newline}`;
    const last = `${newline}${entry('added-last')} # more`;
    return text.slice(0, list.start) + first + text.slice(list.start, lineEnd) + last + text.slice(lineEnd);
  }
  const first = `"added-first": {"command": ${value}}, /* mine */ `;
  const last = `, "added-last": {"command": ${value}}`;
  return text.slice(0, list.start + 1) + first + text.slice(list.start + 1, end) + last + text.slice(end);
}
