import assert from 'node:assert/strict';
import type { Agreements } from '#editor/agreement/agreements.ts';
import type { ServerSettings } from '#editor/settings/serverSettings.ts';
import { until } from '#test/host/until.ts';
import { type PromptTestBed, passwordId, passwordInput, serverWith, withPrompts } from './promptTestBed.ts';

async function resolverOf({ prompts }: PromptTestBed) {
  const { LaunchResolver } = await import('#editor/servers/launchResolver.ts');
  const inputs = new Map(['a', 'b'].map((id) => [id, passwordInput(id)]));
  const settings = { read: () => ({ inputsOf: () => inputs }) } as unknown as ServerSettings;
  return new LaunchResolver(settings, {} as Agreements, prompts, async () => ({ trusted: true }));
}

describe('the resolution of an entry without asking the user', () => {
  it('does not wait for the box of another server', () =>
    withPrompts(async (bed) => {
      const resolver = await resolverOf(bed);
      await bed.values.set(passwordId('b'), 'stored');
      void resolver.resolve(serverWith('a'));
      await until(() => bed.boxes.length === 1);
      const { signal } = new AbortController();
      const spec = await resolver.resolve(serverWith('b'), signal, false);
      assert.deepEqual(spec.type === 'stdio' && spec.args, ['stored']);
    }));

  it('fails if a value is not stored any more', () =>
    withPrompts(async (bed) => {
      const resolver = await resolverOf(bed);
      const { get } = bed.values;
      let reads = 0;
      Object.assign(bed.values, {
        get: async (id: Parameters<typeof get>[0]) => {
          reads += 1;
          return reads === 1 ? 'forgotten meanwhile' : get.call(bed.values, id);
        },
      });
      await assert.rejects(resolver.resolve(serverWith('b'), undefined, false), { name: 'UserRequired' });
      assert.equal(bed.boxes.length, 0);
    }));
});
