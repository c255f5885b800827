import assert from 'node:assert/strict';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';

describe('the visited sites', () => {
  it('are stored for each server, also for later windows', () => {
    const memory = new InMemoryStateStore();
    new VisitedSites(memory).add('one', 'example.com');
    new VisitedSites(memory).add('other', 'example.org');
    const sites = new VisitedSites(memory);
    assert.deepEqual(sites.ofServer('one'), ['example.com']);
    assert.deepEqual([...sites.all()].sort(), ['example.com', 'example.org']);
    assert.deepEqual(sites.ofServer('none'), []);
  });

  it('are limited for each server and in all; the oldest are removed first', () => {
    const sites = new VisitedSites(new InMemoryStateStore());
    for (let index = 0; index < 150; index += 1) {
      sites.add('one', `site${index}.com`);
    }
    sites.add('one', 'site149.com');
    assert.equal(sites.ofServer('one').length, 100);
    assert.equal(sites.ofServer('one').at(-1), 'site149.com');
    assert.equal(sites.ofServer('one').includes('site0.com'), false);
    for (let index = 0; index < 250; index += 1) {
      sites.add(`server ${index}`, 'example.com');
    }
    assert.deepEqual(sites.ofServer('one'), []);
  });

  it('are empty if the stored value is invalid', () => {
    const memory = new InMemoryStateStore();
    for (const stored of [1, 'x', null, [], { one: 'x' }, { one: [1, null] }]) {
      memory.set('sites', stored);
      assert.deepEqual(new VisitedSites(memory).ofServer('one'), []);
      assert.deepEqual(new VisitedSites(memory).ofServer('__proto__'), []);
    }
    const sites = new VisitedSites(memory);
    sites.add('__proto__', 'example.com');
    assert.deepEqual(sites.ofServer('__proto__'), ['example.com']);
  });
});
