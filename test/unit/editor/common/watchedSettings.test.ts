import assert from 'node:assert/strict';
import { workspace } from '#test/editorStub.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

type Change = { affectsConfiguration(section: string): boolean };

describe('a watched setting', () => {
  it('is read again if a setting whose name is longer changed with it', () =>
    withVscodeStub(async () => {
      let change: (event: Change) => void = () => undefined;
      const { onDidChangeConfiguration } = workspace;
      Object.assign(workspace, {
        onDidChangeConfiguration: (listener: typeof change) => {
          change = listener;
          return { dispose: () => undefined };
        },
      });
      const { WatchedSettings } = await import('#editor/common/watchedSettings.ts');
      let value = 'panel';
      const setting = new WatchedSettings(() => value);
      assert.equal(setting.value, 'panel');
      value = 'badge';
      assert.equal(setting.value, 'panel', 'nothing has changed according to the editor');
      // The editor looks only at the first name that begins with the section.
      const changed = '\nmcpElicitation.attentionContent\nmcpElicitation.attention\n';
      change({
        affectsConfiguration: (section) => /[.\n]/.test(changed.split(`\n${section}`)[1]?.charAt(0) ?? ''),
      });
      assert.equal(setting.value, 'badge');
      Object.assign(workspace, { onDidChangeConfiguration });
    }));
});
