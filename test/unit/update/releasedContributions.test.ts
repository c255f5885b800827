import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedSources } from '#scripts/lib/releasedVersion.ts';
import { fromRoot } from '#test/root.ts';

type Setting = Readonly<Record<string, unknown>>;

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
}

describe('what users of version 0.1.0 have in their settings and key bindings', () => {
  let released: Contributions;
  let current: Contributions;
  before(async () => {
    const contributions = async (folder: string): Promise<Contributions> =>
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).contributes;
    released = await contributions(await releasedSources('0.1.0'));
    current = await contributions(fromRoot(''));
  });

  it('is still a setting of the same scope, type and default', () => {
    const meaning = ({ scope, type, default: value, minimum, maximum }: Setting) => ({
      scope,
      type,
      value,
      minimum,
      maximum,
    });
    const settings = Object.keys(released.configuration.properties);
    assert.ok(settings.length > 5);
    for (const id of settings) {
      const now = current.configuration.properties[id];
      assert.ok(now, id);
      assert.deepEqual(meaning(now), meaning(released.configuration.properties[id] ?? {}), id);
    }
  });

  it('is still one of the values of a setting', () => {
    for (const [id, { enum: values }] of Object.entries(released.configuration.properties)) {
      const now = (current.configuration.properties[id]?.['enum'] ?? []) as readonly unknown[];
      const gone = ((values ?? []) as readonly unknown[]).filter((value) => !now.includes(value));
      assert.deepEqual(gone, [], id);
    }
  });

  it('is still a command', () => {
    const now = new Set(current.commands.map(({ command }) => command));
    assert.deepEqual(
      released.commands.filter(({ command }) => !now.has(command)),
      [],
    );
  });
});
