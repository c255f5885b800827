import assert from 'node:assert/strict';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('the demo', function () {
  this.timeout(120_000);
  const workbench = useWorkbench();

  it('shows a form after three clicks in a new window', async () => {
    const host = new ExtensionUi(workbench);
    await host.tryDemo();
    await host.requestRegion('Demo').waitFor();
    assert.ok(await host.field('Tracking number').isVisible());
    await host.answer('Cancel');
    await host.panel.getByText('there was nothing to change').waitFor();
  });
});
