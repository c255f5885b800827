import assert from 'node:assert/strict';
import { useDemo } from '#test/workbench/harness/hooks.ts';

const legacyDemoName = 'Demo';
const modernDemoName = 'Demo (2026-07-28)';

describe('the demo servers of both eras', function () {
  this.timeout(120_000);
  const { host } = useDemo();

  /** Plays the story of booking a table. @returns a snapshot of the panel for each screen */
  async function bookTable(server: string): Promise<string[]> {
    const screens: string[] = [];
    const addScreen = async (text: string) => {
      await host.panel.getByText(text).first().waitFor();
      await host.waitUntilReady();
      screens.push(await host.panelSnapshot(server));
    };
    await host.runTool(server, 'book_table');
    await addScreen('for how many, and when?');
    await host.field('Date').fill('2099-05-18');
    await host.field('19:30').check();
    await host.answer('Submit');
    await addScreen('is a Monday, and we are closed');
    await host.field('Date').fill('2099-05-15');
    await host.answer('Submit');
    await addScreen('How would you like to sit');
    await host.field('Vegan').check();
    await host.answer('Submit');
    await addScreen('Where should the confirmation go?');
    await host.field('E-mail').fill('ana@example.com');
    await host.answer('Submit');
    await addScreen('Shall we book this?');
    await host.answer('Submit');
    await host.panel.getByRole('heading', { name: `on ${server}` }).waitFor();
    screens.push(await host.panelSnapshot(server));
    return screens;
  }

  it('are both in the view, and the modern one is not started', async () => {
    await host.serverItem(/^Demo, (.*, )?running/).waitFor();
    await host.serverItem(/^Demo \(2026-07-28\), (.*, )?stopped/).waitFor();
  });

  it('cause the same screens in the panel', async () => {
    const legacy = await bookTable(legacyDemoName);
    const modern = await bookTable(modernDemoName);
    assert.equal(legacy.length, 6);
    assert.match(legacy.join('\n'), /would now hold a table for 2 people on Friday 15 May 2099 at 19:30/);
    assert.deepEqual(modern, legacy);
  });

  it('return the same result if three concurrent requests are accepted, declined and cancelled', async () => {
    const results: string[] = [];
    for (const server of [legacyDemoName, modernDemoName]) {
      await host.runTool(server, 'plan_event');
      await host.clickableField('The garden').check();
      await host.answer('Submit');
      await host.field('A cold buffet').waitFor();
      await host.answer('Decline');
      await host.field('A jazz trio').waitFor();
      await host.answer('Cancel');
      await host.panel.getByRole('heading', { name: `on ${server}` }).waitFor();
      await host.panel.getByText('Place: accepted, The garden').waitFor();
      results.push(await host.panelSnapshot(server));
    }
    const [legacy, modern] = results;
    assert.match(legacy ?? '', /Place: accepted, The garden\s+Food: declined\s+Music: cancelled/);
    assert.equal(modern, legacy);
  });

  it('number the steps of one round, and show the outcome of each', async () => {
    const step = (number: number) => host.panel.getByRole('banner').getByText(`Step ${number} of 3`, { exact: true });
    await host.runTool(modernDemoName, 'plan_event');
    await step(1).waitFor();
    await host.answer('Decline');
    await step(2).waitFor();
    await host.panel.getByText('Questions that came together: 1 declined and 2 waiting').waitFor();
    await host.answer('Decline');
    await step(3).waitFor();
    await host.answer('Decline');
    await host.panel.getByText('Music: declined').waitFor();
  });

  it('are hidden together', async () => {
    await host.chooseFromMenu(/^Demo \(2026-07-28\)/, 'Stop and Hide the Demo');
    await host.serverItem(/^Demo/).first().waitFor({ state: 'detached' });
  });
});
