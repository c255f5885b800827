import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';
import { type StoryScript, storyScripts } from './storyScripts.ts';

const pathOf = (name: string) => fromRoot(`src/demo/${name}`);

/** One of the two demo servers in a test host. */
class Era {
  readonly host = createTestHost();
  readonly server: Server;

  constructor(file: string) {
    this.server = this.host.server(nodeSpec(pathOf(file)));
  }

  /** Runs the calls of a script. @returns all requests, in order, and the result */
  async run({ tool: name, arguments: args, decisions }: StoryScript) {
    const call = this.server.call(tool(name, args), { origin: 'user' });
    const requests: unknown[] = [];
    const earlyEnd = call.then((result) => Promise.reject(new Error(`The call ended early: ${textOf(result)}`)));
    earlyEnd.catch(() => undefined);
    for (const decision of decisions) {
      const request = await Promise.race([this.host.decide(decision), earlyEnd]);
      requests.push(request.mode === 'form' ? { message: request.message, schema: request.schema } : request);
    }
    const { content, structuredContent, isError } = (await call) as Record<string, unknown>;
    return { requests, content, structuredContent, isError };
  }
}

describe('demo: the servers of both eras', () => {
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
      const [legacyRun, modernRun] = await Promise.all([legacy.run(script), modern.run(script)]);
      assert.deepEqual(modernRun, legacyRun);
      assert.equal(modernRun.requests.length, script.decisions.length);
      assert.ok(textOf(modernRun).length > 20);
    });
  }

  it('return the outcome of each of three requests', async () => {
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
    const offeringsOf = ({ offerings: { tools, prompts, resources } }: Server) =>
      [...tools, ...prompts, ...resources].map(({ name, title, description }) => [name, title, description]);
    assert.deepEqual(offeringsOf(modern.server), offeringsOf(legacy.server));
    assert.equal(offeringsOf(modern.server).length, 13);
  });
});
