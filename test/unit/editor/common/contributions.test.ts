import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  commandIds,
  contextKeys,
  definitionProviderId,
  itemWords,
  menuOnlyCommands,
  settingIds,
  viewContainerId,
  viewIds,
  walkthroughId,
} from '#editor/common/contributions.ts';
import { fromRoot } from '#test/root.ts';

const root = pathToFileURL(fromRoot(''));
const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'));
const manifest = read('package.json');
const { contributes } = manifest;
const menuItems: { command: string; when?: string }[] = Object.values(contributes.menus).flat() as never;

const paletteItems: { command: string; when: string }[] = contributes.menus.commandPalette;

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

  it('name the same provider of MCP servers', () => {
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }: { id: string }) => id),
      [definitionProviderId],
    );
  });

  it('do not list commands in the palette that need an item of the view or the panel', () => {
    const never = paletteItems.filter(({ when }) => when === 'false').map(({ command }) => command);
    assert.deepEqual(never.toSorted(), menuOnlyCommands.map((name) => commandIds[name]).toSorted());
  });

  it('list commands about agents in the palette only while they have an effect', () => {
    const conditions = paletteItems.filter(({ when }) => when !== 'false').map(({ command, when }) => [command, when]);
    assert.deepEqual(Object.fromEntries(conditions), {
      [commandIds.disconnectAgent]: contextKeys.agentConnected,
      [commandIds.muteAgent]: contextKeys.agentsAsk,
      [commandIds.muteAgentBriefly]: contextKeys.agentsAsk,
      [commandIds.unmuteAgent]: contextKeys.agentsAsk,
      [commandIds.stopAgent]: contextKeys.agentsAsk,
      [commandIds.stopLending]: contextKeys.agentConnected,
      [commandIds.changeAgentFile]: `${contextKeys.shownChange} == 'changeAgentFile'`,
      [commandIds.copyAgentChange]: `${contextKeys.shownChange} == 'copyAgentChange'`,
      [commandIds.forgetAgentConnection]: `${contextKeys.shownChange} == 'forgetAgentConnection'`,
      [commandIds.leaveAgentFile]: contextKeys.shownChange,
    });
    const inTitle = contributes.menus['editor/title'] as { command: string; when: string }[];
    for (const [command, when] of conditions.filter(([, when]) => when?.includes(contextKeys.shownChange))) {
      const item = inTitle.find((one) => one.command === command);
      assert.equal(item?.when, `resourceScheme == mcp-elicitation-change && ${when}`);
    }
  });

  it('offer to switch agents off at their group in the view, while they are on', () => {
    const item = menuItems.find(({ command, when }) => command === commandIds.switchAgentsOff && when !== 'false');
    assert.match(item?.when ?? '', /viewItem =~ .*agents.* && config\.mcpElicitation\.agents\.enabled$/);
  });

  it('have only known commands in menus and the welcome text', () => {
    const known = new Set<string>(Object.values(commandIds));
    const texts = Object.values<string>(read('package.nls.json')).join('\n');
    const linked = [...texts.matchAll(/\(command:([\w.]+)/g)].map(([, id]) => id ?? '');
    const unknown = [...menuItems.map(({ command }) => command), ...linked].filter((id) => !known.has(id));
    assert.deepEqual(unknown, []);
  });

  it('link the welcome text to the walkthrough', () => {
    const [walkthrough, ...others] = contributes.walkthroughs;
    assert.deepEqual(others, []);
    assert.equal(walkthrough.id, walkthroughId);
    assert.ok(read('package.nls.json')['welcome.servers'].includes(`(command:${commandIds.openWalkthrough})`));
  });

  it('complete the steps of the walkthrough by existing commands and context keys, and have existing files', () => {
    const events = new Set([
      ...Object.values(commandIds).map((id) => `onCommand:${id}`),
      ...Object.values(contextKeys).flatMap((key) => [
        `onContext:${key}`,
        `onContext:${contextKeys.walkthroughOpened} && ${key}`,
      ]),
    ]);
    for (const { steps } of contributes.walkthroughs) {
      for (const { completionEvents, media } of steps) {
        const unknown = completionEvents.filter((event: string) => !events.has(event));
        const files: string[] = media.markdown ? [media.markdown] : Object.values(media.image);
        const missing = files.filter((file) => !existsSync(new URL(file, root)));
        assert.deepEqual({ unknown, missing }, { unknown: [], missing: [] });
      }
    }
  });

  it('match view items only by words of the table', () => {
    const known = new Set<string>(Object.values(itemWords));
    const matchedWords = menuItems.flatMap(({ when }) => {
      const pattern = /viewItem =~ \/\\b\(?([\w|]+)\)?\\b\//.exec(when ?? '')?.[1];
      return when?.includes('viewItem') ? (pattern?.split('|') ?? [`not understood: ${when}`]) : [];
    });
    assert.deepEqual(
      matchedWords.filter((word) => !known.has(word)),
      [],
    );
  });
});

/** The expected scope of each setting. */
const scopes: Readonly<Record<string, string>> = {
  // These settings start programs: the values of the machine and of a trusted workspace are both used, and never replace each other.
  servers: 'machine-overridable',
  inputs: 'machine-overridable',
  autoStart: 'machine',
  'rateLimit.requestsPerMinute': 'machine',
  'rateLimit.maxPending': 'machine',
  // Results are stored on the machine on which the servers run.
  'results.keep': 'machine',
  // The folder that agents and windows share is on the machine.
  'agents.enabled': 'machine',
  'agents.keepMinutes': 'machine',
  'agents.systemNotification': 'machine',
  // These settings are the same for every window of the user, on any machine.
  attention: 'application',
  attentionContent: 'application',
  review: 'application',
  sensitiveFields: 'application',
  'record.enabled': 'application',
  'record.values': 'application',
  'record.calls': 'application',
  'record.retentionDays': 'application',
};

describe('the scope of each setting', () => {
  const { properties } = contributes.configuration;

  it('is the expected one', () => {
    const actualScopes = Object.entries<{ scope?: string }>(properties).map(([id, { scope }]) => [
      id.replace('mcpElicitation.', ''),
      scope,
    ]);
    assert.deepEqual(Object.fromEntries(actualScopes), scopes);
  });

  it('is restricted in an untrusted workspace if a workspace can change the setting', () => {
    const changeable = Object.keys(scopes).filter((name) => !/^(machine|application)$/.test(scopes[name] ?? ''));
    assert.deepEqual(
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
      changeable.map((name) => `mcpElicitation.${name}`),
    );
  });
});

describe('package.nls.json', () => {
  it('has a text for every key, and no other texts', () => {
    const used = new Set([...JSON.stringify(manifest).matchAll(/%([\w.-]+)%/g)].map(([, key]) => key));
    assert.deepEqual([...used].toSorted(), Object.keys(read('package.nls.json')).toSorted());
  });

  it('contains every text that the editor shows', () => {
    // The values of these properties are shown, except for the body of a snippet, which is inserted.
    const shown =
      /^(?:title|shortTitle|category|label|name|contents|altText|\w*ErrorMessage|\w*[dD]escriptions?|\w*[dD]eprecationMessage|enumItemLabels)$/;
    const textsIn = (value: unknown, name: string): string[] => {
      if (typeof value === 'string') {
        return shown.test(name) ? [value] : [];
      }
      return Array.isArray(value)
        ? value.flatMap((item: unknown) => textsIn(item, name))
        : Object.entries(value ?? {}).flatMap(([key, item]) => (key === 'body' ? [] : textsIn(item, key)));
    };
    const texts = textsIn(contributes, '');
    assert.ok(texts.length > 100);
    assert.deepEqual(
      texts.filter((text) => !/^%[\w.-]+%$/.test(text)),
      [],
    );
  });
});
