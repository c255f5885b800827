import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';
import { type StoryScript, storyScripts } from './storyScripts.ts';

const pathOf = (name: string) => fromRoot(`src/demo/${name}`);

/** One of the two demo servers, in the host. */
class Era {
  readonly host = createTestHost();
  readonly server: Server;

  constructor(file: string) {
    this.server = this.host.server(nodeSpec(pathOf(file)));
  }

  /** Runs a script. @returns all requests, in order, and the result */
  async run({ tool: name, arguments: args, decisions }: StoryScript) {
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

  it('negotiate 2025-11-25 and 2026-07-28', () => {
    const version = ({ state }: Server) => state.kind === 'running' && state.serverInfo.protocolVersion;
    assert.deepEqual([version(legacy.server), version(modern.server)], ['2025-11-25', '2026-07-28']);
  });

  for (const script of storyScripts) {
    it(`send the same requests and results: ${script.name}`, async () => {
      const [before, now] = await Promise.all([legacy.run(script), modern.run(script)]);
      assert.deepEqual(now, before);
      assert.equal(now.questions.length, script.decisions.length);
      assert.ok(textOf(now).length > 20);
    });
  }

  it('report the outcome of each of three requests', async () => {
    const script = storyScripts.find(({ name }) => name === 'plan_event, accepted, declined and cancelled');
    assert.ok(script);
    const { content, structuredContent } = await modern.run(script);
    const text =
      'Place: accepted, The garden\nFood: declined\nMusic: cancelled\n\nThis was a demo: nothing was booked.';
    assert.deepEqual(content, [{ type: 'text', text }]);
    assert.deepEqual(structuredContent, {
      place: { action: 'accept', choice: 'garden' },
      food: { action: 'decline' },
      music: { action: 'cancel' },
    });
  });

  it('offer the same tools, prompts and resources', () => {
    const offered = ({ offerings: { tools, prompts, resources } }: Server) =>
      [...tools, ...prompts, ...resources].map(({ name, title, description }) => [name, title, description]);
    assert.deepEqual(offered(modern.server), offered(legacy.server));
    assert.equal(offered(modern.server).length, 13);
  });
});
