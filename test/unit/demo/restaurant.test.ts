import assert from 'node:assert/strict';
import { DemoClient } from './demoClient.ts';

describe('demo: the server', () => {
  let client: DemoClient;
  before(async () => {
    client = await DemoClient.start();
  });
  after(() => client.close());

  it('lists every tool with a title and a description', async () => {
    const { tools } = await client.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        'book_table',
        'deploy_database',
        'delete_files',
        'change_delivery_address',
        'enrol_patient',
        'plan_event',
        'connect_account',
        'copy_calendar',
        'every_field',
        'show_seating_plan',
      ],
    );
    assert.ok(tools.every(({ title, description }) => title && description));
  });

  it('returns a small image from a tool', async () => {
    const result = await client.call('show_seating_plan', {}, []);
    const picture = result.content.find((part) => part.type === 'image');
    const bytes = Buffer.from(picture?.data ?? '', 'base64');
    assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
    assert.ok(bytes.length < 2048);
  });

  it('has a menu in Markdown and prices in JSON', async () => {
    const { resources } = await client.client.listResources();
    assert.deepEqual(
      resources.map(({ uri, mimeType }) => [uri, mimeType]),
      [
        ['demo://menu', 'text/markdown'],
        ['demo://price-list', 'application/json'],
      ],
    );
    const { contents } = await client.client.readResource({ uri: 'demo://price-list' });
    const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
    assert.equal(JSON.parse(text).currency, 'EUR');
  });

  it('writes a prompt for a review, by default in a warm tone', async () => {
    const warm = await client.client.getPrompt({ name: 'write_review', arguments: { restaurant: 'Da Pino' } });
    assert.equal(warm.description, 'A review of Da Pino, warm');
    const frank = await client.client.getPrompt({
      name: 'write_review',
      arguments: { restaurant: 'Da Pino', tone: 'honest' },
    });
    const last = frank.messages.at(-1)?.content;
    assert.match(last?.type === 'text' ? last.text : '', / of Da Pino .* Tone: honest\./);
  });

  it('completes the name of a restaurant', async () => {
    const { completion } = await client.client.complete({
      ref: { type: 'ref/prompt', name: 'write_review' },
      argument: { name: 'restaurant', value: 'da' },
    });
    assert.deepEqual(completion.values, ['Da Pino']);
  });
});
