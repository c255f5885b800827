import assert from 'node:assert/strict';
import { type Exchange, Exchanges } from '#core/inbox/exchanges.ts';

const exchange = (id: string, received: unknown = {}, serverId = 'user:mine'): Exchange => ({
  id,
  at: 1,
  server: { id: serverId, name: 'mine' },
  arrival: 'pushed',
  received,
  findings: [],
});

describe('the kept exchanges', () => {
  function add(exchanges: Exchanges, count: number, serverId?: string, received?: unknown): void {
    for (let id = 0; id < count; id += 1) {
      exchanges.add(exchange(`${serverId ?? ''}${id}`, received, serverId));
      exchanges.setReply(`${serverId ?? ''}${id}`, { at: 2, sent: {} });
    }
  }

  it('are the newest hundred of a server', () => {
    const exchanges = new Exchanges();
    add(exchanges, 105);
    assert.equal(exchanges.all.length, 100);
    assert.equal(exchanges.get('4'), undefined);
    assert.equal(exchanges.get('5')?.id, '5');
  });

  it('include those without a reply and those of other servers during a flood', () => {
    const exchanges = new Exchanges();
    exchanges.add(exchange('open'));
    exchanges.add(exchange('other', {}, 'user:other'));
    exchanges.setReply('other', { at: 2 });
    add(exchanges, 1000);
    assert.deepEqual([exchanges.get('open')?.id, exchanges.get('other')?.id], ['open', 'other']);
    assert.equal(exchanges.all.length, 102);
  });

  it('are limited in total length, in total number, and in number without a reply', () => {
    const long = new Exchanges();
    add(long, 60, 'a', 'x'.repeat(190_000));
    assert.equal(long.all.length, 26);
    const ofManyServers = new Exchanges();
    for (const server of 'abcdefgh') {
      add(ofManyServers, 100, server);
    }
    assert.equal(ofManyServers.all.length, 500);
    const open = new Exchanges();
    for (let id = 0; id < 1005; id += 1) {
      open.add(exchange(String(id)));
    }
    assert.deepEqual([open.all.length, open.all[0]?.id], [1000, '5']);
  });

  it('have their first reply, and report each change', () => {
    const exchanges = new Exchanges();
    const reportedReplies: unknown[] = [];
    exchanges.onDidChange(({ reply }) => reportedReplies.push(reply?.sent));
    exchanges.add(exchange('a'));
    exchanges.setReply('a', { at: 2, sent: 'first' });
    exchanges.setReply('a', { at: 3, sent: 'second' });
    exchanges.setReply('b', { at: 3, sent: 'unknown' });
    assert.deepEqual(reportedReplies, [undefined, 'first']);
    assert.equal(exchanges.get('a')?.reply?.at, 2);
  });

  it('have a note in place of a value that is too long', () => {
    const exchanges = new Exchanges();
    exchanges.add(exchange('a', { text: 'x'.repeat(300_000) }));
    exchanges.setReply('a', { at: 2, sent: { text: 'y'.repeat(300_000) } });
    assert.equal(exchanges.get('a')?.received, '[300011 characters of JSON, too long to be kept]');
    assert.equal(exchanges.get('a')?.reply?.sent, '[300011 characters of JSON, too long to be kept]');
  });
});
