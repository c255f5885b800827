import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';
import { type StoryScript, storyScripts } from './storyScripts.ts';

const script = (name: string) => fromRoot(`src/demo/${name}`);

/** One of the two demos, as the host knows it. */
class Era {
  readonly host = createTestHost();
  readonly server: Server;

  constructor(file: string) {
    this.server = this.host.server(nodeSpec(script(file)));
  }

  /** Everything the person is shown, in order. */
  async tell({ tool: name, arguments: args, decisions }: StoryScript) {
    const call = this.server.call(tool(name, args), { origin: 'person' });
    const questions: unknown[] = [];
    const over = call.then((result) => Promise.reject(new Error(`It ended early: ${textOf(result)}`)));
    over.catch(() => undefined);
    for (const decision of decisions) {
      const asked = await Promise.race([this.host.decide(decision), over]);
      questions.push(asked.mode === 'form' ? { message: asked.message, schema: asked.schema } : asked);
    }
    const { content, structuredContent, isError } = (await call) as Record<string, unknown>;
    return { questions, content, structuredContent, isError };
  }
}

describe('demo: both eras', () => {
  let legacy: Era;
  let modern: Era;
  before(async () => {
    legacy = new Era('legacyMain.ts');
    modern = new Era('modernMain.ts');
    await Promise.all([legacy.server.start(), modern.server.start()]);
  });
  after(() => Promise.all([legacy.host.end(), modern.host.end()]));

  it('are two eras', () => {
    const version = ({ state }: Server) => state.kind === 'running' && state.self.protocolVersion;
    assert.deepEqual([version(legacy.server), version(modern.server)], ['2025-11-25', '2026-07-28']);
  });

  for (const telling of storyScripts) {
    it(`ask and say the same: ${telling.name}`, async () => {
      const [before, now] = await Promise.all([legacy.tell(telling), modern.tell(telling)]);
      assert.deepEqual(now, before);
      assert.equal(now.questions.length, telling.decisions.length);
      assert.ok(textOf(now).length > 20);
    });
  }

  it('say exactly what came to each of three questions', async () => {
    const telling = storyScripts.find(({ name }) => name === 'plan_event, accepted, declined and cancelled');
    assert.ok(telling);
    const { content, structuredContent } = await modern.tell(telling);
    const text =
      'Place: accepted, The garden\nFood: declined\nMusic: cancelled\n\nThis was a demo: nothing was booked.';
    assert.deepEqual(content, [{ type: 'text', text }]);
    assert.deepEqual(structuredContent, {
      place: { action: 'accept', choice: 'garden' },
      food: { action: 'decline' },
      music: { action: 'cancel' },
    });
  });

  it('offer the same, in the same words', () => {
    const offered = ({ offerings: { tools, prompts, resources } }: Server) =>
      [...tools, ...prompts, ...resources].map(({ name, title, description }) => [name, title, description]);
    assert.deepEqual(offered(modern.server), offered(legacy.server));
    assert.equal(offered(modern.server).length, 13);
  });
});
