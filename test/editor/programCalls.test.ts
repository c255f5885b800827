import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closePanel, panelTab, panelTitled } from './panelInEditor.ts';
import { configure, executeOurCommand, failure, handmadeEntry, inProject, nodePath } from './support.ts';

const everything = inProject('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

describe('a call by a program', () => {
  before(() =>
    configure({
      everything: { command: nodePath, args: [everything, 'stdio'] },
      demo: { command: nodePath, args: [inProject('dist/demo.cjs')] },
      handmade: handmadeEntry(),
      off: handmadeEntry({ enabled: false }),
      unreachable: { type: 'http', url: 'http://127.0.0.1:9/mcp' },
    }),
  );

  after(() => configure({}));

  describe('that succeeds', () => {
    it('returns the result of a tool with its structured content', async () => {
      const weather = { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 };
      assert.deepEqual(
        await executeOurCommand('callTool', {
          server: 'everything',
          tool: 'get-structured-content',
          arguments: { location: 'Chicago' },
        }),
        { content: [{ type: 'text', text: JSON.stringify(weather) }], structuredContent: weather },
      );
    });

    it('returns a result with unknown content, and one with isError, unchanged', async () => {
      assert.deepEqual(await executeOurCommand('callTool', { server: 'handmade', tool: 'odd', arguments: {} }), {
        content: [{ type: 'hologram', depth: 3 }],
        isError: true,
        structuredContent: { a: 1 },
        mine: 'kept',
      });
    });

    it('returns a prompt', async () => {
      assert.deepEqual(
        await executeOurCommand('getPrompt', {
          server: 'everything',
          prompt: 'args-prompt',
          arguments: { city: 'Bern', state: 'BE' },
        }),
        { messages: [{ role: 'user', content: { type: 'text', text: "What's weather in Bern, BE?" } }] },
      );
    });

    it('returns a prompt that takes no arguments', async () => {
      assert.deepEqual(await executeOurCommand('getPrompt', { server: 'everything', prompt: 'simple-prompt' }), {
        messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple prompt without arguments.' } }],
      });
    });

    it('returns a resource', async () => {
      const result = (await executeOurCommand('readResource', { server: 'demo', uri: 'demo://price-list' })) as {
        contents: [{ text: string }];
      };
      const { text, ...rest } = result.contents[0];
      assert.deepEqual(rest, { uri: 'demo://price-list', mimeType: 'application/json' });
      assert.equal(JSON.parse(text).currency, 'EUR');
    });

    it('returns a resource that the server does not list', async () => {
      const uri = 'demo://resource/dynamic/blob/2';
      const result = (await executeOurCommand('readResource', { server: 'everything', uri })) as {
        contents: [{ uri: string }];
      };
      assert.equal(result.contents[0].uri, uri);
    });

    it('accepts the id of a server in place of its name', async () => {
      assert.ok(await executeOurCommand('callTool', { server: 'user:handmade', tool: 'pid', arguments: {} }));
    });

    it('waits for missing arguments without opening the panel if the setting is "badge"', async () => {
      const settings = vscode.workspace.getConfiguration('mcpElicitation');
      await settings.update('attention', 'badge', vscode.ConfigurationTarget.Global);
      const result = executeOurCommand('callTool', { server: 'everything', tool: 'echo', arguments: {} });
      // The later call has ended, so the form for the arguments of the first call is waiting by then.
      await executeOurCommand('callTool', { server: 'everything', tool: 'echo', arguments: { message: 'later' } });
      assert.equal(panelTab(), undefined);
      await executeOurCommand('showPending');
      await panelTitled('everything');
      await closePanel();
      assert.equal(await result, undefined);
      await settings.update('attention', undefined, vscode.ConfigurationTarget.Global);
    });

    it('returns nothing when the user cancels the form for missing arguments', async () => {
      const result = executeOurCommand('callTool', { server: 'everything', tool: 'echo', arguments: {} });
      await panelTitled('everything');
      await closePanel();
      assert.equal(await result, undefined);
    });
  });

  describe('that fails', () => {
    const failingCalls: [cause: string, command: string, argument: unknown, name: string, ...words: string[]][] = [
      ['a server that does not exist', 'callTool', { server: 'nobody' }, 'ServerNotFound', 'nobody'],
      ['a server that is switched off', 'callTool', { server: 'off', tool: 'pid' }, 'ServerDisabled', 'off'],
      [
        'a server that cannot be reached',
        'readResource',
        { server: 'unreachable', uri: 'a:b' },
        'ServerUnreachable',
        'http://127.0.0.1:9',
      ],
      ['a tool that does not exist', 'callTool', { server: 'handmade', tool: 'none' }, 'ToolNotFound', 'none', 'pid'],
      [
        'a prompt that does not exist',
        'getPrompt',
        { server: 'demo', prompt: 'none' },
        'PromptNotFound',
        'none',
        'write_review',
      ],
      ['a resource that does not exist', 'readResource', { server: 'demo', uri: 'demo://none' }, 'CallFailed', 'none'],
      [
        'a tool that the server refuses to run',
        'callTool',
        { server: 'handmade', tool: 'refuse', arguments: {} },
        'CallFailed',
        'cheese',
      ],
    ];
    for (const [cause, command, argument, name, ...words] of failingCalls) {
      it(`throws ${name} for ${cause}`, () =>
        assert.rejects(executeOurCommand(command, argument), failure(name, ...words)));
    }
  });

  describe('with invalid arguments', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const invalidCalls: [cause: string, command: string, argument: unknown, ...words: string[]][] = [
      ['text in place of an object', 'callTool', 'handmade', 'object'],
      ['a list in place of an object', 'callTool', ['handmade', 'pid'], 'object'],
      ['a number for a server', 'callTool', { server: 1, tool: 'pid' }, '"server"'],
      ['a list for a tool', 'callTool', { server: 'handmade', tool: ['pid'] }, '"tool"'],
      ['null for a tool', 'callTool', { server: 'handmade', tool: null }, '"tool"'],
      ['text for arguments', 'callTool', { server: 'handmade', tool: 'pid', arguments: '{}' }, '"arguments"'],
      ['a list for arguments', 'callTool', { server: 'handmade', tool: 'pid', arguments: [] }, '"arguments"'],
      ['a number for a prompt', 'getPrompt', { server: 'demo', prompt: 7 }, '"prompt"'],
      [
        'a number for an argument of a prompt',
        'getPrompt',
        { server: 'demo', prompt: 'write_review', arguments: { restaurant: 7 } },
        '"restaurant"',
      ],
      ['an object for a URI', 'readResource', { server: 'demo', uri: {} }, '"uri"'],
      ['a cycle in arguments', 'callTool', { server: 'handmade', tool: 'pid', arguments: cycle }, '"arguments"'],
      ['a bigint in arguments', 'callTool', { server: 'handmade', tool: 'pid', arguments: { a: 1n } }, '"arguments"'],
      ['a number for a server to start', 'startServer', 1, 'name'],
      ['an object for a server to stop', 'stopServer', { server: 'handmade' }, 'name'],
      ['a list for a server to restart', 'restartServer', ['handmade'], 'name'],
      ['true for a log to show', 'showServerLog', true, 'name'],
    ];
    for (const [cause, command, argument, ...words] of invalidCalls) {
      it(`throws ArgumentsInvalid for ${cause}`, () =>
        assert.rejects(executeOurCommand(command, argument), failure('ArgumentsInvalid', ...words)));
    }
  });
});
