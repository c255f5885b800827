import assert from 'node:assert/strict';
import { listPages, readTools } from '#core/model/offerings.ts';

describe('a list with several pages', () => {
  it('ends after 10,000 items', async () => {
    let page = 0;
    const tools = Array.from({ length: 4000 }, (_, index) => index);
    const { items, cut } = await listPages(async () => ({ tools, nextCursor: `page ${page++}` }), 'tools');
    assert.deepEqual([items.length, page, cut], [10_000, 3, 'limit']);
    const all = await listPages(async () => ({ tools: Array.from({ length: 10_000 }, () => 1) }), 'tools');
    assert.deepEqual([all.items.length, all.cut], [10_000, undefined]);
  });

  it('has at most as much text as one message may have', async () => {
    let pages = 0;
    const { items, cut } = await listPages(async () => {
      pages += 1;
      return { tools: [{ name: 'x'.repeat(1_000_000) }], nextCursor: String(pages) };
    }, 'tools');
    assert.deepEqual([items.length, cut], [16, 'limit']);
  });

  it('ends when the text of all pages and cursors exceeds the limit', async () => {
    let page = 0;
    const answer = async () => ({ tools: ['x'.repeat(98)], nextCursor: `${page++ % 10}`.repeat(page) });
    const { items, cut } = await listPages(answer, 'tools', { textLimit: 1000 });
    assert.ok(items.length < 10 && cut);
    const atLimit = await listPages(async () => ({ tools: ['x'.repeat(998)] }), 'tools', { textLimit: 1000 });
    assert.deepEqual([atLimit.items.length, atLimit.cut], [1, undefined]);
    const overLimit = await listPages(async () => ({ tools: ['x'.repeat(999)] }), 'tools', { textLimit: 1000 });
    assert.deepEqual([overLimit.items.length, overLimit.cut], [0, 'limit']);
  });

  it('has at most as many values as one message may have', async () => {
    let pages = 0;
    const { items, cut } = await listPages(async () => {
      pages += 1;
      return {
        tools: [{ name: 'x', inputSchema: Array.from({ length: 100_000 }, () => 0) }],
        nextCursor: String(pages),
      };
    }, 'tools');
    assert.deepEqual([items.length, pages, cut], [4, 5, 'limit']);
  });

  it('goes on if a cursor is repeated, as long as there are new items', async () => {
    let page = 0;
    const { items, cut } = await listPages(async () => {
      page += 1;
      return { tools: [page], ...(page < 5 && { nextCursor: 'next' }) };
    }, 'tools');
    assert.deepEqual([items, cut], [[1, 2, 3, 4, 5], undefined]);
    page = 0;
    const endless = await listPages(async () => ({ tools: [page++], nextCursor: 'next' }), 'tools');
    assert.deepEqual([endless.items.length, endless.cut], [1000, 'limit']);
  });

  it('ends if a cursor is repeated with no new item, also if two cursors alternate', async () => {
    let page = 0;
    await listPages(async () => ({ tools: [], nextCursor: page++ % 2 ? 'a' : 'b' }), 'tools');
    assert.equal(page, 3);
  });

  it('ends after 1,000 pages, even if they are empty', async () => {
    let page = 0;
    await listPages(async () => ({ tools: [], nextCursor: `page ${page++}` }), 'tools');
    assert.equal(page, 1000);
  });

  it('omits items that are not tools, and all but the first tool with a name', () => {
    const tools = readTools([null, {}, { name: 'a', inputSchema: 1 }, { name: 'a' }, { name: '__proto__' }]);
    assert.deepEqual(
      tools.map(({ name, inputSchema }) => [name, inputSchema]),
      [
        ['a', 1],
        ['__proto__', undefined],
      ],
    );
  });
});
