import assert from 'node:assert/strict';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { connectServers } from '#core/agents/connect/connectServers.ts';
import { restoreServers } from '#core/agents/connect/disconnectServers.ts';
import { readCommandLine } from '#proxy/run/proxyCommandLine.ts';
import { windowsEditor } from './fixtures.ts';

const choice = { name: 'a', raisesLimit: true, isRequired: false };

describe('connecting on Windows without Node.js', () => {
  it('tells the proxy to keep the variable that was written for it from the server', () => {
    for (const env of ['', ',"env":{"KEY":"v"}', ',"env":{"ELECTRON_RUN_AS_NODE":"1"}']) {
      const { text } = connectServers(
        agentFormats.gemini,
        `{"mcpServers":{"a":{"command":"x"${env}}}}`,
        [choice],
        windowsEditor,
        [],
      );
      const { a } = (JSON.parse(text) as { mcpServers: { a: Record<'env' | 'args', object> } }).mcpServers;
      assert.equal(Reflect.get(a.env, 'ELECTRON_RUN_AS_NODE'), '1');
      const options = readCommandLine((a.args as string[]).slice(1));
      assert.equal(options.type === 'run' && options.options.hasEditorRuntime, !env.includes('ELECTRON'), env);
      // Nothing is remembered, as after the extension was installed anew.
      const restored = restoreServers(agentFormats.gemini, text, []).text;
      assert.equal(restored.includes('ELECTRON_RUN_AS_NODE'), env.includes('ELECTRON'), env);
    }
  });
});
