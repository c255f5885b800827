import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { PanelKeyboard } from '#test/workbench/harness/panelKeyboard.ts';
import { RecordedWires } from '#test/workbench/harness/recordedWires.ts';
import { untilDraftWritten } from '#test/workbench/harness/storage.ts';

/** The demo servers of both eras. */
const legacy = 'north';
const modern = 'south';

describe('three waiting requests of two servers', function () {
  this.timeout(240_000);
  const wires = new RecordedWires();
  const workbench = useWorkbench(async () => {
    await wires.prepare();
    return {
      settings: {
        'mcpElicitation.servers': {
          [legacy]: wires.entryOf('legacy', fromRoot('dist/demo.cjs')),
          [modern]: wires.entryOf('modern', fromRoot('dist/demoModern.cjs')),
        },
      },
    };
  });
  const host = new ExtensionUi(workbench);
  const keys = new PanelKeyboard(workbench, host);
  after(() => wires.remove());

  const queue = () => host.panel.getByRole('group', { name: 'Waiting for you' });
  const trackingNumber = () => host.field('Tracking number');

  interface Way {
    /** Presses a button of the panel. */
    press(button: Locator): Promise<void>;
    /** Opens the menu of a button of the panel, and chooses an entry. */
    choose(button: Locator, entry: Locator): Promise<void>;
    /** Types a text in place of the one in a field of the panel. */
    type(field: Locator, text: string): Promise<void>;
    showResults(): Promise<void>;
  }
  const ways: Readonly<Record<string, Way>> = {
    'by mouse': {
      press: (button) => button.click(),
      async choose(button, entry) {
        await button.click();
        await entry.click();
      },
      async type(field, text) {
        await field.click({ clickCount: 3 });
        await keys.type(text);
      },
      showResults: () =>
        workbench().page.locator('.editor-actions').getByRole('button', { name: 'Show Results' }).click(),
    },
    'by keyboard': {
      async press(button) {
        await button.waitFor();
        await keys.tabTo(button);
        await keys.press('Enter');
      },
      choose: (button, entry) => keys.chooseFromMenu(button, entry),
      async type(field, text) {
        await keys.tabTo(field);
        await keys.press('ControlOrMeta+A');
        await keys.type(text);
      },
      showResults: () => workbench().runCommand('MCP Elicitation: Show Results'),
    },
  };

  for (const [name, way] of Object.entries(ways)) {
    it(`are answered ${name} in another order than they came, and a reload loses, accepts and declines nothing`, async () => {
      const [draft, secondDraft] = [`RR1 ${name}`, `${name}, not finished`];
      const [earlierLegacy, earlierModern] = [await wires.answers('legacy'), await wires.answers('modern')];
      const legacyAnswers = async () => (await wires.answers('legacy')).slice(earlierLegacy.length);
      const modernAnswers = async () => (await wires.answers('modern')).slice(earlierModern.length);

      await host.runTool(legacy, 'change_delivery_address');
      await way.type(trackingNumber(), draft);
      await host.runTool(modern, 'change_delivery_address');
      await queue().getByRole('button', { name: modern }).waitFor();
      await host.runTool(legacy, 'book_table');
      const ofLegacy = queue().getByRole('button', { name: '2 waiting' });
      await ofLegacy.waitFor();
      assert.equal(await trackingNumber().inputValue(), draft, 'the later requests wait behind the first one');

      await way.choose(ofLegacy, host.panel.getByRole('menuitemradio', { name: /A table at Casa Limón/ }));
      await host.field('How many people').waitFor();
      await way.press(host.enabledButton('Decline'));
      await trackingNumber().waitFor();
      await host.requestRegion(legacy).waitFor();
      assert.equal(await trackingNumber().inputValue(), draft);

      await way.press(queue().getByRole('button', { name: modern }));
      await host.requestRegion(modern).waitFor();
      await way.type(trackingNumber(), 'RR123456785GB');
      await way.press(host.enabledButton('Submit'));
      // The next question of this call waits behind the one that came before it.
      await host.requestRegion(legacy).waitFor();
      await way.press(queue().getByRole('button', { name: modern }));
      await way.type(host.field('Street and number'), secondDraft);
      await way.press(queue().getByRole('button', { name: legacy }));
      await host.requestRegion(legacy).waitFor();
      assert.equal(await trackingNumber().inputValue(), draft);

      await untilDraftWritten(workbench(), draft);
      await untilDraftWritten(workbench(), secondDraft);
      assert.deepEqual([await legacyAnswers(), await modernAnswers()], [['decline'], ['accept']]);
      await workbench().reloadByCommand();
      await host.runTool(legacy, 'change_delivery_address');
      await host.panel.locator('.draft').waitFor();
      assert.equal(await trackingNumber().inputValue(), draft, 'the draft is filled in again');
      assert.deepEqual(
        [await legacyAnswers(), await modernAnswers()],
        [['decline', 'cancel'], ['accept']],
        'the reload cancels the pushed request, and leaves the round',
      );

      await way.showResults();
      await host.enabledButton('Close').waitFor();
      await way.press(host.panel.getByRole('button', { name: `Open the result: Book a table on ${legacy}` }).first());
      await host.panel.getByText('You declined when asked').first().waitFor();
      await way.press(host.button('Back'));
      await way.press(host.enabledButton('Close'));
      assert.equal(await trackingNumber().inputValue(), draft, 'the request waits');
      await way.press(host.enabledButton('Cancel'));
      await host.requestRegion(legacy).waitFor({ state: 'detached' });

      await host.runTool(modern, 'change_delivery_address');
      await way.type(trackingNumber(), 'RR123456785GB');
      await way.press(host.enabledButton('Submit'));
      await host.panel.locator('.draft').waitFor();
      assert.equal(
        await host.field('Street and number').inputValue(),
        secondDraft,
        'the other draft is filled in, too',
      );
      await way.press(host.enabledButton('Cancel'));
      await host.requestRegion(modern).waitFor({ state: 'detached' });
      await eventually('the last cancel arrives', async () => (await modernAnswers()).length === 3);
      assert.deepEqual(
        [await legacyAnswers(), await modernAnswers()],
        [
          ['decline', 'cancel', 'cancel'],
          ['accept', 'accept', 'cancel'],
        ],
      );
    });
  }
});
