import assert from 'node:assert/strict';
import type { ServerDefinition } from '#core/model/definition.ts';
import { headerContents } from '#editor/panel/headerContents.ts';
import { formRequest, runningCall, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const common = { enabled: true, elicitation: { form: true, url: true } } as const;

function detailsOf(entry: ServerDefinition['entry'], name?: string) {
  const definition = { ...weatherServer, entry };
  const bank = { ...weatherServer, id: 'user:bank', name: 'Bank' };
  const { rateControl } = new TestPanel();
  const { serverDetails } = headerContents({ serverId: definition.id }, [], {
    definition: (id) => (id === definition.id ? definition : undefined),
    serverInfo: () => (name === undefined ? undefined : { name, protocolVersion: '2025-11-25' }),
    servers: () => [definition, bank].map((one) => ({ definition: one, rateControl })),
  });
  assert.ok(serverDetails);
  return serverDetails;
}

describe('the details of a server', () => {
  it('have its URL without query, fragment and credentials', () => {
    const url = 'https://user:secret@weather.example/mcp?key=secret#secret';
    assert.equal(detailsOf({ ...common, type: 'http', url, headers: {} }).url, 'https://weather.example/mcp');
  });

  it('tell what is suspicious about its URL', () => {
    const findingOf = (url: string) => detailsOf({ ...common, type: 'http', url, headers: {} }).addressFinding;
    assert.equal(findingOf('https://weather.example/mcp?next=http://files.example'), undefined);
    assert.equal(findingOf('http://localhost/mcp'), undefined);
    assert.deepEqual(findingOf('http://user:secret@files.example/mcp?key=secret'), {
      host: 'files.example',
      sentence: 'The connection is not encrypted: others can read and change what you see and type.',
    });
  });

  it('have its command without arguments', () => {
    const details = detailsOf({ ...common, type: 'stdio', command: 'npx', args: ['--key=secret'], env: {} });
    assert.equal(details.command, 'npx');
    assert.doesNotMatch(JSON.stringify(details), /secret/);
  });

  it('name the server that it imitates, and the revision while it runs', () => {
    const { entry } = weatherServer;
    assert.deepEqual(
      [detailsOf(entry, 'B\u0430nk').imitatedName, detailsOf(entry, 'Weather').imitatedName],
      ['Bank', undefined],
    );
    assert.deepEqual([detailsOf(entry, 'w').revision, detailsOf(entry).revision], ['2025-11-25', undefined]);
  });

  it('name the server of this host that the server of an agent imitates', () => {
    const imitated = (reportedName: string) => {
      const server = {
        id: 'agent:codex:tickets',
        name: 'Codex · tickets',
        reportedName,
        asker: { kind: 'agent', name: 'Codex', server: 'tickets', isConnected: true },
      } as const;
      const request = formRequest('1', 'Where?', { server });
      const context = {
        definition: () => undefined,
        serverInfo: () => undefined,
        servers: () => ['Bank', 'tickets'].map((name) => ({ definition: { ...weatherServer, name }, rateControl })),
      };
      return headerContents({ serverId: server.id, request }, [], context).serverDetails?.imitatedName;
    };
    const { rateControl } = new TestPanel();
    assert.deepEqual([imitated('b\u0430nk'), imitated('Tickets'), imitated('Other')], ['Bank', undefined, undefined]);
  });

  it('are posted with each request, with the running call that it belongs to', () => {
    const panel = new TestPanel();
    panel.calls = [runningCall];
    void panel.inbox.ask(formRequest('1', 'Where?', { call: { id: 'c1', request: runningCall.request } }));
    assert.equal(panel.view.serverDetails?.revision, '2025-11-25');
    assert.equal(panel.view.shownCall, 'c1');
    panel.calls = [];
    panel.controller.refresh();
    assert.equal(panel.view.shownCall, undefined);
  });
});
