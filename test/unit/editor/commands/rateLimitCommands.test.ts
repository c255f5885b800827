import assert from 'node:assert/strict';
import type { CommandContext } from '#editor/commands/commandContext.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

describe('the dialog that lifts a limit for another extension', () => {
  it('names the server, on one line and without links', () =>
    withVscodeStub(async () => {
      const { shownDialogs } = await import('#test/unit/editor/dialogs.ts');
      const { allowServer } = await import('#editor/commands/rateLimitCommands.ts');
      shownDialogs.length = 0;
      const allowed: unknown[] = [];
      const name = 'weather\n[now](command:x)';
      const server = {
        definition: { id: `user:${name}`, name, scope: { kind: 'user' }, entry: { enabled: true } },
        rateControl: { report: { allowed: false }, allow: (...rest: unknown[]) => allowed.push(rest) },
      };
      const parts = {
        servers: { all: [server] },
        settings: { ready: async () => undefined },
        configured: { current: { definitions: [server.definition] } },
        notices: { say: assert.fail },
      };
      await allowServer(parts as unknown as CommandContext, name);
      assert.equal(shownDialogs.length, 1);
      assert.match(shownDialogs[0]?.message ?? '', /questions from weather\S* ?\[now\] \(command:x\)\.$/);
      assert.equal(allowed.length, 1);
    }));
});
