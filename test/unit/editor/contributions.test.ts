import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  commandIds,
  itemWords,
  settingIds,
  viewContainerId,
  viewIds,
  viewOnlyCommands,
} from '../../../src/editor/contributions.ts';

const root = new URL('../../../', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'));
const manifest = read('package.json');
const { contributes } = manifest;
const menuItems: { command: string; when?: string }[] = Object.values(contributes.menus).flat() as never;

describe('package.json and the table of contributions', () => {
  it('name the same commands', () => {
    const contributed = contributes.commands.map(({ command }: { command: string }) => command);
    assert.deepEqual(contributed.toSorted(), Object.values(commandIds).toSorted());
  });

  it('name the same settings', () => {
    assert.deepEqual(
      Object.keys(contributes.configuration.properties).toSorted(),
      Object.values(settingIds).toSorted(),
    );
  });

  it('name the same view container and views', () => {
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }: { id: string }) => id),
      [viewContainerId],
    );
    assert.deepEqual(
      contributes.views[viewContainerId].map(({ id }: { id: string }) => id),
      Object.values(viewIds),
    );
  });

  it('keep commands out of the palette that need an item of the view', () => {
    const hidden = contributes.menus.commandPalette.map(({ command }: { command: string }) => command);
    assert.deepEqual(hidden.toSorted(), viewOnlyCommands.map((name) => commandIds[name]).toSorted());
  });

  it('put only known commands into menus and the welcome text', () => {
    const known = new Set<string>(Object.values(commandIds));
    const nls: Record<string, string> = read('package.nls.json');
    const linked = [...(nls['welcome.servers'] ?? '').matchAll(/command:([\w.]+)/g)].map(([, id]) => id ?? '');
    const unknown = [...menuItems.map(({ command }) => command), ...linked].filter((id) => !known.has(id));
    assert.deepEqual(unknown, []);
  });

  it('ask for view items only by words that items have', () => {
    const known = new Set<string>(Object.values(itemWords));
    const asked = menuItems.flatMap(({ when }) => {
      const pattern = /viewItem =~ \/\\b\(?([\w|]+)\)?\\b\//.exec(when ?? '')?.[1];
      return when?.includes('viewItem') ? (pattern?.split('|') ?? [`not understood: ${when}`]) : [];
    });
    assert.deepEqual(
      asked.filter((word) => !known.has(word)),
      [],
    );
  });
});

describe('package.nls.json', () => {
  it('has a text for every key, and no others', () => {
    const used = new Set([...JSON.stringify(manifest).matchAll(/%([\w.-]+)%/g)].map(([, key]) => key));
    assert.deepEqual([...used].toSorted(), Object.keys(read('package.nls.json')).toSorted());
  });
});
