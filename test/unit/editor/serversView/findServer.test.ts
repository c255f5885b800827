import assert from 'node:assert/strict';
import { type Scope, serverId } from '#core/model/definition.ts';
import { findServer } from '#editor/serversView/findServer.ts';

function server(scope: Scope, name: string) {
  const entry = {
    type: 'http' as const,
    url: 'https://x.test',
    headers: {},
    enabled: true,
    elicitation: { form: true, url: true },
  };
  return { definition: { id: serverId(scope, name), name, scope, entry } };
}
const user = { kind: 'user' } as const;
const workspace = { kind: 'workspace' } as const;

describe('finding a server', () => {
  it('returns the server with that name', () => {
    const weather = server(user, 'weather');
    assert.deepEqual(findServer([weather, server(user, 'time')], 'weather'), { kind: 'one', server: weather });
  });

  it('returns the ids of all servers if several scopes use the name', () => {
    const servers = [server(user, 'weather'), server(workspace, 'weather')];
    assert.deepEqual(findServer(servers, 'weather'), { kind: 'several', ids: ['user:weather', 'workspace:weather'] });
  });

  it('returns the server with that id', () => {
    const servers = [server(user, 'weather'), server(workspace, 'weather')];
    assert.deepEqual(findServer(servers, 'workspace:weather'), { kind: 'one', server: servers[1] });
  });

  it('returns both servers if the name of one is the id of the other', () => {
    const servers = [server(user, 'weather'), server(workspace, 'user:weather')];
    assert.equal(findServer(servers, 'user:weather').kind, 'several');
  });

  it('returns "none" if no server has that name or id', () => {
    assert.deepEqual(findServer([server(user, 'weather')], 'Weather'), { kind: 'none' });
  });
});
