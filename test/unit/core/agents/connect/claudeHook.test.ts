import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { addHook, readHookMemory, readHookState, removeHook } from '#core/agents/connect/claudeHook.ts';
import { ConfigError } from '#core/agents/syntax/configText.ts';
import { renderJson } from '../syntax/jsonArbitrary.ts';
import { posix, windowsEditor, windowsNode } from './fixtures.ts';

const own = { hooks: [{ type: 'command', command: 'my-hook', timeout: 5 }] };

const texts: [string, string][] = [
  ['an empty object', '{}'],
  ['an empty object with a space', '{ }\n'],
  ['an empty object over lines', '{\r\n}\r\n'],
  ['other settings', '{\n  "model": "opus", // mine\n  "env": {"A": "1"},\n}\n'],
  ['one line', '{"model":"opus"}'],
  ['other hooks', JSON.stringify({ hooks: { PreToolUse: [own] } }, null, 4)],
  ['an empty object of hooks', '{\n  "hooks": {}\n}'],
  ['an empty list', '{\n\t"hooks": {\n\t\t"Elicitation": [ ]\n\t}\n}'],
  ["the user's own hook", JSON.stringify({ hooks: { Elicitation: [{ matcher: 'tickets', ...own }] } }, null, 2)],
  ["the user's own hook in one line", JSON.stringify({ hooks: { Elicitation: [own] } })],
  ['a BOM', `\ufeff{"hooks": {"Elicitation": [${JSON.stringify(own)},]}}`],
];

describe("Claude Code's hook", () => {
  for (const [what, text] of texts) {
    for (const runtime of [posix, windowsNode]) {
      it(`is added to ${what} and removed without a trace (${runtime.kind})`, () => {
        const before = readHookState(text);
        const { text: added, memory } = addHook(text, runtime);
        assert.deepEqual(readHookState(added), { ...before, isConnected: true });
        assert.equal(removeHook(added, readHookMemory(JSON.parse(JSON.stringify(memory)))), text);
        assert.deepEqual(addHook(added, runtime), { text: added });
      });
    }
  }

  it('is the file where there is none', () => {
    const { text, memory } = addHook(undefined, posix);
    const content = JSON.parse(text) as { hooks: { Elicitation: [{ hooks: [Record<string, unknown>] }] } };
    const { type, timeout, statusMessage } = content.hooks.Elicitation[0].hooks[0];
    assert.deepEqual([type, timeout, statusMessage], ['command', 86_400, 'Answer in VS Code']);
    assert.equal(removeHook(text, memory), undefined);
    assert.equal(removeHook(text.replace('{', '{"a": 1,'), memory), '{"a": 1\n}\n');
  });

  it("leaves the user's hooks that were added since, beside it and in its group", () => {
    const { text, memory } = addHook('{"hooks":{}}', posix);
    const mine = JSON.stringify(own.hooks[0]);
    const beside = text.replace('"Elicitation": [', `"Elicitation": [${JSON.stringify(own)},`);
    assert.deepEqual(JSON.parse(removeHook(beside, memory) ?? ''), { hooks: { Elicitation: [own] } });
    const within = text.replace(/"hooks": \[\s*\{/, (start) => start.replace('[', `[${mine},`));
    assert.notEqual(within, text);
    assert.deepEqual(JSON.parse(removeHook(within, memory) ?? ''), { hooks: { Elicitation: [own] } });
    const other = text.replace('"Elicitation"', `"Stop": [${JSON.stringify(own)}], "Elicitation"`);
    assert.deepEqual(JSON.parse(removeHook(other, memory) ?? ''), { hooks: { Stop: [own] } });
  });

  it('is removed where it stands twice, and where nothing is remembered', () => {
    const { text } = addHook('{"a":1}', posix);
    const group = /\[(\{.*\})\]/s.exec(text)?.[1] ?? '';
    const twice = text.replace(group, `${group},${group}`);
    const rest = removeHook(twice, undefined) ?? '';
    assert.equal(readHookState(rest).isConnected, false);
    assert.equal((JSON.parse(rest) as { a: number }).a, 1);
    assert.equal(removeHook('{"a":1}', undefined), '{"a":1}');
  });

  it('tells whether hooks are switched off, and how many others run', () => {
    const text = JSON.stringify({ disableAllHooks: true, hooks: { Elicitation: [own, own], Stop: [own] } });
    assert.deepEqual(readHookState(text), { isConnected: false, isDisabled: true, otherHooks: 2 });
    assert.equal(readHookState('{"disableAllHooks":false}').isDisabled, false);
  });

  for (const text of [
    '{"hooks":[]}',
    '{"hooks":{"Elicitation":{}}}',
    '{"hooks":{},"hooks":{}}',
    '[]',
    '{',
    '{"hooks":{/* x */}}',
  ]) {
    it(`is not added to ${text}`, () => {
      assert.throws(() => addHook(text, posix), ConfigError);
    });
  }

  it('needs Node on Windows, since a hook has no environment of its own', () => {
    assert.throws(() => addHook('{}', windowsEditor), /Node\.js/);
    const { text } = addHook('{}', windowsNode);
    assert.match(text, /"args": \[\s+"[^"]+proxy\.cjs",\s+"hook",\s+"--client",\s+"claude"\s+\]/);
  });

  it('remembers nothing that is not its own', () => {
    assert.equal(readHookMemory({ level: 'evil' }), undefined);
    assert.deepEqual(readHookMemory({ level: 'hooks', inner: '"evil": 1' }), { level: 'hooks' });
    assert.equal(readHookMemory(null), undefined);
  });

  it('comes and goes in generated settings without a trace', () => {
    const hook = fc.record({ type: fc.constant('command'), command: fc.string() });
    const groups = fc.array(fc.record({ hooks: fc.array(hook, { maxLength: 2 }) }), { maxLength: 2 });
    const hooks = fc.dictionary(fc.constantFrom('Elicitation', 'Stop'), groups);
    const settings = fc.record({ model: fc.string(), hooks }, { requiredKeys: [] });
    fc.assert(
      fc.property(settings, fc.infiniteStream(fc.nat(1_000_000)), (value, stream) => {
        const text = renderJson(value, () => stream.next().value ?? 0);
        try {
          const { text: added, memory } = addHook(text, posix);
          assert.equal(readHookState(added).isConnected, true);
          assert.equal(removeHook(added, memory), text);
        } catch (error) {
          // Comments in an empty object.
          assert.ok(error instanceof ConfigError && /\{\s*\/|\[\s*\/|[\s{[]\/[/*]/.test(text), String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});

if (process.platform !== 'win32') {
  describe("Claude Code's hook, started", () => {
    let home = '';
    before(() => {
      home = mkdtempSync(join(tmpdir(), 'hook home-'));
    });
    after(() => rmSync(home, { recursive: true, force: true }));

    const hostileInput = '{"message":"$(touch hacked) `touch hacked`"}';
    function start(): { status: number | null; stdout: string } {
      const { hooks } = JSON.parse(addHook(undefined, posix).text) as {
        hooks: { Elicitation: [{ hooks: [{ command: string }] }] };
      };
      const { command } = hooks.Elicitation[0].hooks[0];
      const env = { PATH: process.env['PATH'], HOME: home };
      return spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd: home, env, input: hostileInput });
    }

    it('says nothing and succeeds without the proxy, so that Claude Code asks itself', () => {
      const { status, stdout } = start();
      assert.deepEqual([status, stdout], [0, '']);
    });

    it('starts the proxy with the request on its input', () => {
      const bin = join(home, '.mcp-elicitation', 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'proxy'), '#!/bin/sh\necho "$@"\ncat\nexit 3\n');
      chmodSync(join(bin, 'proxy'), 0o700);
      const { status, stdout } = start();
      assert.deepEqual([status, stdout], [3, `hook --client claude\n${hostileInput}`]);
    });
  });
}
