import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { AfterPages } from '#core/elicitation/rounds/afterPages.ts';
import { AskingRig, only, required, settled } from '#test/host/asking.ts';
import { behindPages, definitionOf, nodeSpec, Rig, until } from '#test/host/harness.ts';

const needs = (name: string) => new ProtocolError(-32042, 'Needed', { elicitations: [required(name)] });
const yes = { action: 'accept' } as const;

describe('what a server does only after pages were opened', () => {
  let rig: AskingRig;
  let gone: AbortController;
  let after: AfterPages;
  let failures: unknown[];
  beforeEach(() => {
    rig = new AskingRig();
    gone = new AbortController();
    after = new AfterPages(rig.questions, 'legacy', gone.signal);
    failures = [];
  });

  const failed = (error: unknown) => failures.push(error);

  /** Something that works from the moment on at which its page is opened. */
  function behind(page: string): { readonly send: () => Promise<void>; opened: boolean; done: boolean } {
    const thing = {
      opened: false,
      done: false,
      send: async () => {
        if (!thing.opened) {
          throw needs(page);
        }
        thing.done = true;
      },
    };
    return thing;
  }

  it('is asked of the person, for the server alone, and done once they are', async () => {
    const tools = behind('a');
    assert.equal(after.retries('tools', needs('a'), tools.send, failed), true);
    const asked = await rig.decide(yes);
    assert.deepEqual([asked.call, asked.askedFor], [undefined, false]);
    tools.opened = true;
    rig.holds.continue((await rig.held()).id);
    await settled(() => tools.done && rig.holds.all.length === 0);
    assert.deepEqual(failures, []);
  });

  it('is asked for one after another, and once for each', async () => {
    const tools = behind('a');
    const prompts = behind('a');
    after.retries('tools', needs('a'), tools.send, failed);
    after.retries('prompts', needs('a'), prompts.send, failed);
    after.retries('tools', needs('a'), tools.send, failed);
    await rig.decide(yes);
    const hold = await rig.held();
    tools.opened = true;
    prompts.opened = true;
    rig.holds.continue(hold.id);
    await settled(() => tools.done && prompts.done);
    assert.equal(rig.exchanges.all.length, 1);
  });

  it('is not asked for again when the person says no', async () => {
    after.retries('tools', needs('a'), behind('a').send, failed);
    await rig.decide({ action: 'decline' });
    await settled(() => failures.length === 1);
    assert.equal((only(failures) as Error).name, 'CallDeclined');
    assert.equal(after.retries('prompts', needs('a'), behind('a').send, failed), false);
  });

  it('is nothing of other errors, nor of later servers', () => {
    const other = new ProtocolError(-32601, 'no such method');
    assert.equal(after.retries('tools', other, behind('a').send, failed), false);
    const later = new AfterPages(rig.questions, 'modern', gone.signal);
    assert.equal(later.retries('tools', needs('a'), behind('a').send, failed), false);
  });

  for (const [what, end] of [
    ['the connection', () => after.end()],
    ['the server', () => gone.abort(new Error('gone'))],
  ] as const) {
    it(`is given up when ${what} is gone`, async () => {
      after.retries('tools', needs('a'), behind('a').send, failed);
      await rig.decide(yes);
      await rig.held();
      end();
      await settled(() => failures.length === 1 && rig.holds.all.length === 0);
    });
  }
});

describe('a server that lists nothing until a page was opened', () => {
  it('starts, asks without the keyboard, and is listed when the person has been there', async () => {
    const rig = new Rig();
    try {
      const definition = definitionOf('mine', { elicitation: { form: true, url: true } });
      const server = rig.server(nodeSpec(behindPages), definition);
      await server.start();
      assert.deepEqual(server.offerings.tools, []);
      const asked = await rig.decide(yes);
      assert.deepEqual([asked.call, asked.askedFor, asked.server.name], [undefined, false, 'mine']);
      await until(() => rig.holds.all.length === 1);
      rig.holds.continue(rig.holds.all[0]?.id ?? '');
      await until(() => server.offerings.tools.length === 1 && server.offerings.prompts.length === 1);
      assert.deepEqual([rig.holds.all, rig.inbox.pending], [[], []]);
    } finally {
      await rig.end();
    }
  });
});
