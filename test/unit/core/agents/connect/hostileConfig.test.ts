import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { readAgentServers } from '#core/agents/connect/agentServers.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { addHook, readHookState } from '#core/agents/connect/claudeHook.ts';
import { connectServers } from '#core/agents/connect/connectServers.ts';
import { ConfigError, maxConfigLength, parseConfig } from '#core/agents/syntax/configText.ts';
import { fixtures, posix } from './fixtures.ts';

const choice = (name: string) => ({ name, raisesLimit: true, isRequired: true });

function refuses(agent: AgentId, text: string, reason: RegExp): void {
  const start = performance.now();
  assert.throws(
    () => connectServers(agentFormats[agent], text, [choice('a')], posix, []),
    (error) => error instanceof ConfigError && reason.test(error.message),
  );
  assert.ok(performance.now() - start < 20_000);
}

const json = (value: string) => `{"mcpServers":{"a":{"command":"x"}},"deep":${value}}`;
const yaml = (value: string) => `extensions:\n  a:\n    cmd: x\ndeep: ${value}\n`;
const toml = (value: string) => `[mcp_servers.a]\ncommand = "x"\ndeep = ${value}\n`;

describe('a hostile configuration file', () => {
  const deep = 100_000;
  const cases: [string, AgentId, string, RegExp][] = [
    ['is too large', 'gemini', json(`"${'x'.repeat(maxConfigLength)}"`), /larger than 8 MiB/],
    ['is too large (TOML)', 'codex', toml(`"${'x'.repeat(maxConfigLength)}"`), /larger than 8 MiB/],
    ['has lists in lists', 'gemini', json('['.repeat(deep) + ']'.repeat(deep)), /too deeply/],
    ['has objects in objects', 'gemini', json(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`), /too deeply/],
    ['hides the depth behind a comment', 'gemini', json(`/* " */${'['.repeat(deep)}${']'.repeat(deep)}`), /too deeply/],
    ['has lists in lists (TOML)', 'codex', toml('['.repeat(deep) + ']'.repeat(deep)), /too deeply/],
    ['has tables in tables', 'codex', toml(`${'{a='.repeat(deep)}1${'}'.repeat(deep)}`), /too deeply/],
    ['has dotted keys in dotted keys', 'codex', `${'a.'.repeat(deep)}a = 1\n`, /too deeply/],
    ['has NUL characters', 'gemini', `${json('1')}\0`, /NUL/],
    ['has NUL characters (TOML)', 'codex', '# \0', /NUL/],
    ['is too large (YAML)', 'goose', yaml(`"${'x'.repeat(maxConfigLength)}"`), /larger than 8 MiB/],
    ['has lists in lists (YAML)', 'goose', yaml('['.repeat(deep) + ']'.repeat(deep)), /too deeply/],
    ['has mappings in mappings (YAML)', 'goose', yaml('{a: '.repeat(deep)), /too deeply/],
    ['has dashes behind dashes (YAML)', 'goose', yaml(`\n${'- '.repeat(deep)}x`), /too deeply/],
    [
      'has blocks in blocks (YAML)',
      'goose',
      yaml(Array.from({ length: 500 }, (_, depth) => `\n${' '.repeat(depth + 1)}a:`).join('')),
      /too deeply/,
    ],
    ['has NUL characters (YAML)', 'goose', '# \0', /NUL/],
    ['multiplies itself by aliases (YAML)', 'goose', yaml('&a [x, x]').concat('b: &b [*a, *a]\n'), /not YAML/],
    ['takes an entry from an anchor (YAML)', 'goose', 'a: &a {cmd: x}\nextensions: {a: *a}\n', /not YAML/],
    ['merges an entry (YAML)', 'goose', 'extensions:\n  a:\n    <<: {cmd: x}\n', /not YAML/],
    ['names a type of a program (YAML)', 'goose', yaml('!!python/object:os.system x'), /not YAML/],
    ['has two documents (YAML)', 'goose', `${yaml('1')}---\n${yaml('2')}`, /not YAML/],
    ['is a list (YAML)', 'goose', '- a\n', /YAML mapping/],
    ['is JSON with a flow over lines where YAML is expected', 'goose', '{\n}', /not YAML/],
    ['is empty', 'gemini', '', /not valid JSON/],
    ['is a list', 'gemini', '[]', /JSON object/],
    ['is cut off', 'gemini', json('1').slice(0, -1), /not valid JSON/],
    ['is TOML where JSON is expected', 'gemini', toml('1'), /not valid JSON \(line 1\)/],
    ['is JSON where TOML is expected', 'codex', json('1'), /not TOML/],
  ];
  for (const [what, agent, text, reason] of cases) {
    it(`that ${what} is refused`, () => refuses(agent, text, reason));
  }

  it('with very long parts is read in bounded time', () => {
    const size = 200_000;
    const texts: [AgentId, string][] = [
      ['codex', toml(`"${'\\\\'.repeat(size)}"`)],
      ['codex', toml(`"""${`a""`.repeat(size / 2)}"""`)],
      ['codex', toml('1'.repeat(size))],
      ['codex', toml(`${'1_'.repeat(size)}x`)],
      ['codex', `${'a.'.repeat(size / 2)}a = 1\n${toml('1')}`],
      ['codex', `${' '.repeat(size)}\n${toml('1')}${'#'.repeat(size)}`],
      ['codex', toml(`[${'[],'.repeat(size / 2)}]`)],
      ['goose', yaml(`"${'\\\\'.repeat(size)}"`)],
      ['goose', yaml(`"${'\n  '.repeat(size)}"`)],
      ['goose', yaml(`x${'\n'.repeat(size)}`)],
      ['goose', yaml(`x${' \n'.repeat(size)}  #`)],
      ['goose', yaml(`'${"''".repeat(size)}'`)],
      ['goose', yaml(`[${'[],'.repeat(size / 2)}]`)],
      ['goose', yaml(`[${'a:b '.repeat(size / 2)}]`)],
      ['goose', yaml(`{${'a: b, '.repeat(size / 2)}}`)],
      ['goose', yaml(`x${' '.repeat(size)}y`)],
      ['goose', yaml(`"x${' '.repeat(size)}\n y\\${' '.repeat(size)}\n"`)],
      ['goose', `k${' '.repeat(size)}k: 1\n${yaml('1')}`],
      ['goose', yaml(`"${'\\\n '.repeat(size)}"`)],
      ['goose', yaml(`|\n${' x\n'.repeat(size)}`)],
      ['goose', `${'a '.repeat(size)}\n${yaml('1')}`],
      ['goose', `${'#\n'.repeat(size)}${yaml('1')}`],
      ['goose', `${'a:\n'.repeat(size / 4)}${yaml('1')}`],
      ['goose', yaml(`\n${'- a\n'.repeat(size / 2)}`)],
      ['gemini', json(`"${'\\\\'.repeat(size)}"`)],
      ['gemini', json(`[${'{},'.repeat(size / 2)}]`)],
      ['gemini', json(`1${' /**/'.repeat(size / 2)}`)],
      ['gemini', `${json('1')}${'//'.repeat(size)}`],
    ];
    for (const [agent, text] of texts) {
      const start = performance.now();
      try {
        connectServers(agentFormats[agent], text, [choice('a')], posix, []);
      } catch (error) {
        assert.ok(error instanceof ConfigError, String(error));
      }
      const took = performance.now() - start;
      assert.ok(took < 20_000, `${agent} ${text.slice(0, 60)}: ${took} ms`);
    }
  });

  it('with many servers shows a bounded number', () => {
    const servers = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`s${index}`, { command: 'x' }]));
    const document = parseConfig(agentFormats.gemini.syntax, JSON.stringify({ mcpServers: servers }));
    assert.equal(readAgentServers(agentFormats.gemini, document).length, 500);
  });

  it('with names that objects have changes no object', () => {
    const text =
      '{"__proto__":{"mcpServers":{"a":{"command":"x"}}},"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y","__proto__":{"z":1}}}}';
    const servers = readAgentServers(agentFormats.gemini, parseConfig(agentFormats.gemini.syntax, text));
    assert.deepEqual(
      servers.map(({ name }) => name),
      ['__proto__', 'constructor'],
    );
    const { text: connected } = connectServers(agentFormats.gemini, text, [choice('constructor')], posix, []);
    assert.ok(connected.startsWith(text.slice(0, 100)));
    assert.equal(({} as Record<string, unknown>)['command'], undefined);
  });

  it('with anything in it is read or refused', () => {
    const part = fc.constantFrom(
      '"',
      "'",
      '"""',
      "'''",
      '\\',
      '{',
      '}',
      '[',
      ']',
      '[[',
      ',',
      ':',
      '=',
      '#',
      '//',
      '/*',
      '\n',
      '\r',
      '.',
      'a',
      '1',
      ' ',
      '\ufeff',
      '\ud800',
      '\u0001',
      '- ',
      ': ',
      '\n  ',
      '|',
      '&a ',
      '---',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures),
        fc.array(part, { maxLength: 12 }),
        fc.nat(),
        fc.nat(40),
        (fixture, parts, place, cut) => {
          const at = place % (fixture.text.length + 1);
          const text = fixture.text.slice(0, at) + parts.join('') + fixture.text.slice(at + cut);
          try {
            connectServers(agentFormats[fixture.agent], text, fixture.names.map(choice), posix, []);
            if (fixture.agent !== 'codex') {
              readHookState(text);
              addHook(text, posix);
            }
          } catch (error) {
            assert.ok(error instanceof ConfigError, String(error));
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
