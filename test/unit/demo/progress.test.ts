import assert from 'node:assert/strict';
import { acceptWith, DemoClient, legacyDemo, modernDemo } from './demoClient.ts';

const plan = { region: 'eu-west-1', instanceType: 'db.t4g.medium', storageGib: 50, retentionDays: 14 };
const replies = [plan, { confirmName: 'orders-db' }].map(acceptWith);

for (const [era, script] of [
  ['legacy', legacyDemo],
  ['modern', modernDemo],
] as const) {
  describe(`demo: progress in the ${era} era`, () => {
    let conversation: DemoClient;
    const notifications: unknown[] = [];
    before(async () => {
      conversation = await DemoClient.start(undefined, script);
      conversation.client.setNotificationHandler('notifications/progress', ({ params }) => {
        notifications.push([params.progressToken, params.progress, params.total]);
      });
    });
    beforeEach(() => {
      notifications.length = 0;
    });
    after(() => conversation.close());

    it('is sent if the call has a progress token, and only after the last request', async () => {
      const _meta = { progressToken: 'mine' };
      await conversation.call('deploy_database', { name: 'orders-db' }, replies, undefined, _meta);
      assert.deepEqual(
        notifications,
        [1, 2, 3, 4, 5].map((step) => ['mine', step, 5]),
      );
    });

    it('is not sent if the call has no progress token', async () => {
      await conversation.call('deploy_database', { name: 'orders-db' }, replies);
      assert.deepEqual(notifications, []);
    });
  });
}
