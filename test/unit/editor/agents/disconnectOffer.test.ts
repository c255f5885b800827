import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { Grants } from '#core/agents/lending/grants.ts';
import { Emitter } from '#core/common/events.ts';
import { eventually } from '#test/eventually.ts';
import { definitionOf } from '#test/host/samples.ts';
import * as editor from '#test/unit/editor/dialogs.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

describe('the offer to disconnect when agents are switched off', () => {
  let home = '';
  let connections: ClientConnections;
  let grants: Grants;
  const shown: string[] = [];
  const original = { ...editor.window };

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'home-'));
    connections = new ClientConnections(homeFolder(home));
    grants = new Grants(homeFolder(home));
    shown.length = 0;
    Object.assign(editor.window, {
      state: { focused: true },
      showInformationMessage: async (text: string) => void shown.push(text),
    });
  });
  afterEach(async () => {
    Object.assign(editor.window, original);
    await rm(home, { recursive: true });
  });

  /** Switches agents off, on Windows. */
  const switchOff = () =>
    withVscodeStub(async () => {
      const { offerDisconnectWhenOff } = await import('#editor/agents/disconnectOffer.ts');
      const changed = new Emitter<void>();
      const agents = { isEnabled: true, onDidChange: changed.event, connections, grants };
      offerDisconnectWhenOff(agents, 'win32');
      agents.isEnabled = false;
      changed.fire();
    });

  it('names the agents that are connected, and those to which servers are lent', async () => {
    await connections.connect('codex', { server: 'tickets', fingerprint: '' });
    await grants.grant('gemini', definitionOf('tickets'), { path: '/file' });
    await switchOff();
    await eventually('the offer', () => shown.length > 0);
    assert.match(shown[0] ?? '', /^Still connected: Codex\. .* still lent to Gemini CLI\. They do not work now\.$/);
  });

  it('is made also if servers are only lent', async () => {
    await grants.grant('codex', definitionOf('tickets'), { path: '/file' });
    await grants.grant('vscode', definitionOf('tickets'));
    await switchOff();
    await eventually('the offer', () => shown.length > 0);
    assert.match(shown[0] ?? '', /^Servers of this editor are still lent to Codex\./);
  });

  it('does not say of an agent that it still has servers whose lending was stopped', async () => {
    const { grant } = await grants.grant('codex', definitionOf('tickets'), { path: '/file' });
    await grants.stop('codex', grant);
    await grants.grant('gemini', definitionOf('tickets'), { path: '/file' });
    await switchOff();
    await eventually('the offer', () => shown.length > 0);
    assert.equal(
      shown[0],
      'Servers of this editor are still lent to Gemini CLI. They do not work now. Entries of servers that are no longer lent are still in the file of Codex.',
    );
  });
});
