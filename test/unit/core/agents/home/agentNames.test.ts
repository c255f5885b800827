import assert from 'node:assert/strict';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { agentName, connectableClients } from '#core/agents/home/agentNames.ts';

describe('the names of agents', () => {
  it('are those that Connect shows, in its order', () => {
    assert.deepEqual(connectableClients, Object.keys(agentFormats));
    for (const { id, label } of Object.values(agentFormats)) assert.equal(agentName(id), label);
  });

  it('are the ids of clients that cannot be connected', () => {
    assert.equal(agentName('constructor'), 'constructor');
  });
});
