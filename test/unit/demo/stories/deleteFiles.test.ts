import assert from 'node:assert/strict';
import { acceptWith, DemoClient, type FormContent, resultText } from '#test/unit/demo/demoClient.ts';
import { describeRefusals } from '#test/unit/demo/refusalCases.ts';

const answers: FormContent[] = [{ permanently: true }, { word: 'DELETE' }];

describe('demo: delete_files', () => {
  let client: DemoClient;
  before(async () => {
    client = await DemoClient.start();
  });
  after(() => client.close());

  it('returns that the files would be deleted', async () => {
    const result = await client.call('delete_files', {}, answers.map(acceptWith));
    assert.equal(resultText(result), '47 files would now be gone for good. This was a demo: no file was touched.');
  });

  it('returns that the files would be in the trash', async () => {
    const result = await client.call('delete_files', {}, [
      acceptWith({ permanently: false }),
      acceptWith({ word: 'TRASH' }),
    ]);
    assert.equal(
      resultText(result),
      '47 files would now be in the trash for 30 days. This was a demo: no file was touched.',
    );
  });

  it('lists some files, one on each line, and has no default for the choice', async () => {
    await client.call('delete_files', {}, [{ action: 'cancel' }]);
    const first = client.requests[0];
    assert.match(first?.message ?? '', /\n {2}reports\/2024\/january\.xlsx\n/);
    assert.match(first?.message ?? '', /\n {2}and 42 more\n/);
    assert.equal(first && 'default' in (first.requestedSchema.properties['permanently'] ?? {}), false);
    assert.deepEqual(first?.requestedSchema.required, ['permanently']);
  });

  it('accepts only the requested word', async () => {
    const replies = [acceptWith({ permanently: true }), acceptWith({ word: 'delete' }), { action: 'decline' as const }];
    const result = await client.call('delete_files', {}, replies);
    assert.match(client.requests[2]?.message ?? '', /^Please correct: Type DELETE to go ahead\.\n/);
    assert.match(resultText(result), /All 47 files are still there/);
  });

  describeRefusals(
    { tool: 'delete_files', arguments: {}, answers, undone: /all 47 files (stay where they are|are still there)/i },
    () => client,
  );
});
