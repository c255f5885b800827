import assert from 'node:assert/strict';
import { freeName, nameFromCommand, nameFromUrl } from '#editor/adding/entryNames.ts';

const none = new Set<string>();

describe('the name suggested for a new server', () => {
  for (const [command, args, name] of [
    ['npx', ['-y', '@modelcontextprotocol/server-everything@2026.8.31'], 'everything'],
    ['uvx', ['mcp-server-time'], 'time'],
    ['node', ['/opt/tools/weather.js'], 'weather'],
    ['python3', ['-m', 'weather'], 'weather'],
    ['C:\\tools\\weather.exe', [], 'weather'],
    ['docker', ['run', '-i', 'acme/weather-mcp'], 'weather'],
    ['node', [], 'node'],
  ] as const) {
    it(`is ${name} for ${[command, ...args].join(' ')}`, () => {
      assert.equal(nameFromCommand(command, args, none), name);
    });
  }

  for (const [url, name] of [
    ['https://mcp.acme.com/mcp', 'acme'],
    ['http://localhost:3000/mcp', 'localhost'],
    ['http://127.0.0.1:3000', '127.0.0.1'],
    [`\${input:url}`, 'server'],
  ] as const) {
    it(`is ${name} for ${url}`, () => {
      assert.equal(nameFromUrl(url, none), name);
    });
  }

  it('gets a number if it is in use', () => {
    assert.equal(freeName('weather', new Set(['weather', 'weather-2'])), 'weather-3');
  });
});
