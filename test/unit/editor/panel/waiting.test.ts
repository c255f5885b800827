import assert from 'node:assert/strict';
import type { Hold } from '../../../../src/core/inbox/holds.ts';
import type { StageScreen } from '../../../../src/editor/panel/screens/screen.ts';
import { countWaiting } from '../../../../src/editor/panel/waiting.ts';
import { question } from './rig.ts';

const screen = (serverName: string, more: Partial<StageScreen> = {}): StageScreen => ({
  id: serverName,
  serverName,
  waits: true,
  holdsUp: true,
  draw: () => ({ kind: 'welcome', id: 'welcome' }),
  receive: () => undefined,
  dismiss: () => undefined,
  ...more,
});
const hold = (name: string, withheld?: Hold['withheld']): Hold => ({
  id: name,
  server: { id: name, name },
  visits: [],
  resends: true,
  attempts: 0,
  trying: false,
  withheld,
});

describe('what waits for the person', () => {
  it('is counted by what it wants, with each server named once', () => {
    const asks = screen('weather', { request: question('q1') });
    const waiting = countWaiting([asks, asks, screen('tickets')], [hold('calendar')]);
    assert.deepEqual(waiting, {
      questions: { count: 2, servers: 'weather' },
      others: { count: 1, servers: 'tickets' },
      held: { count: 1, servers: 'calendar' },
      undelivered: { count: 0, servers: '' },
    });
  });

  it('does not count what a muted server waits for', () => {
    const holds = [
      hold('loud', { reason: 'rate_limited', questions: 1 }),
      hold('hush', { reason: 'muted', questions: 1 }),
    ];
    assert.deepEqual(countWaiting([], holds).held, { count: 1, servers: 'loud' });
  });

  it('cannot have its lines broken or turned around by a name', () => {
    const waiting = countWaiting([screen('a\nb\u202ec', { request: question('q1') })], []);
    assert.doesNotMatch(waiting.questions.servers, /[\n\u202e]/u);
  });
});
