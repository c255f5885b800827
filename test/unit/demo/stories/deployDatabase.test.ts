import assert from 'node:assert/strict';
import type { Progress } from '@modelcontextprotocol/client';
import { acceptWith, DemoClient, resultText } from '#test/unit/demo/demoClient.ts';
import { describeRefusals } from '#test/unit/demo/refusalCases.ts';

const plan = {
  region: 'eu-west-1',
  instanceType: 'db.t4g.medium',
  storageGib: 50,
  retentionDays: 14,
  multiAz: true,
};
const name = 'orders-db';
const answers = [plan, { confirmName: name }];

describe('demo: deploy_database', () => {
  let client: DemoClient;
  before(async () => {
    client = await DemoClient.start();
  });
  after(() => client.close());

  it('returns the deployment, after a progress notification for each step', async () => {
    const notifications: Progress[] = [];
    const result = await client.call('deploy_database', { name }, answers.map(acceptWith), (progress) => {
      notifications.push(progress);
    });
    assert.equal(
      resultText(result),
      'orders-db would now be running: db.t4g.medium in Dublin (eu-west-1), 50 GiB of storage, backups kept for 14 days, with a standby in a second zone, for about $102 a month. This was a demo: nothing was created and nothing is billed.',
    );
    assert.deepEqual(
      notifications.map(({ progress, total }) => [progress, total]),
      [1, 2, 3, 4, 5].map((step) => [step, 5]),
    );
    assert.ok(notifications.every(({ message }) => message));
  });

  it('refuses an invalid name', async () => {
    const result = await client.call('deploy_database', { name: 'Orders!' }, []);
    assert.equal(result.isError, true);
    assert.equal(client.requests.length, 0);
  });

  it('repeats the request for a standby that the instance cannot have', async () => {
    const impossible = { ...plan, instanceType: 'db.t4g.micro' };
    await client.call('deploy_database', { name }, [acceptWith(impossible), { action: 'cancel' }]);
    const repeatedRequest = client.requests[1];
    assert.match(repeatedRequest?.message ?? '', /^db\.t4g\.micro cannot have a standby\./);
    assert.equal(repeatedRequest?.requestedSchema.properties['storageGib']?.['default'], 50);
  });

  it('repeats the request if an answer does not match the schema, with all answers as defaults', async () => {
    const replies = [acceptWith({ ...plan, retentionDays: 36 }), { action: 'cancel' as const }];
    await client.call('deploy_database', { name }, replies);
    const { message = '', requestedSchema } = client.requests[1] ?? {};
    assert.match(message, /^Please correct: Keep backups for, in days\.\n/);
    const { retentionDays, storageGib } = requestedSchema?.properties ?? {};
    assert.deepEqual([retentionDays?.['default'], storageGib?.['default']], [36, plan.storageGib]);
  });

  it('fails after three answers that do not match the schema', async () => {
    const wrong = acceptWith({ ...plan, retentionDays: 36 });
    const result = await client.call('deploy_database', { name }, [wrong, wrong, wrong]);
    assert.equal(result.isError, true);
    assert.equal(
      resultText(result),
      'Three answers in a row did not fit the question, so it was dropped. Nothing was done.',
    );
  });

  describeRefusals(
    { tool: 'deploy_database', arguments: { name }, answers, undone: /orders-db (was not|is not) deployed/ },
    () => client,
  );
});
