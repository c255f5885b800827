import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { bookingTool, formScreen, urlScreen } from '#test/pages/states/screenBuilders.ts';
import {
  acceptedStep,
  earlierStepsOf,
  endedStep,
  sixEarlierSteps,
  stepsOfCall,
} from '#test/pages/states/stepBuilders.ts';

describe('the earlier steps of a call', () => {
  const panel = usePanel();

  const details = () => panel().page.locator('.earlier-steps > details');
  const lastStep = () => panel().page.getByRole('list', { name: 'The last step' });
  const screen = (more = sixEarlierSteps()) => formScreen({ steps: stepsOfCall({ current: 6, earlierSteps: more }) });
  const redrawnScreen = (more = sixEarlierSteps(), current = 6) =>
    showScreen({ kind: 'drawn', id: 'form', steps: stepsOfCall({ current, earlierSteps: more }) });

  it('show the last step and fold the others', async () => {
    await panel().send(showScreen(screen()));
    assert.match(await lastStep().innerText(), /Step 6: answered/);
    assert.equal(await details().getAttribute('open'), null);
    assert.equal(await details().locator('> summary').innerText(), '5 earlier steps');
  });

  it('are not folded if there is only one', async () => {
    await panel().send(
      showScreen(formScreen({ steps: stepsOfCall({ current: 1, earlierSteps: earlierStepsOf(acceptedStep(0)) }) })),
    );
    assert.match(await lastStep().innerText(), /Step 1: answered/);
    assert.equal(await details().count(), 0);
  });

  it('show a secret as hidden', async () => {
    await panel().send(
      showScreen(formScreen({ steps: stepsOfCall({ current: 1, earlierSteps: earlierStepsOf(acceptedStep(0)) }) })),
    );
    assert.match(await lastStep().innerText(), /‹Password›\s+hidden/);
  });

  it('contain no controls', async () => {
    await panel().send(showScreen(screen()));
    await details().locator('> summary').click();
    assert.equal(await panel().page.locator('.earlier-steps :is(input, textarea, select, button)').count(), 0);
  });

  it("stay unfolded and keep the focus and the user's text when a step is added", async () => {
    await panel().send(showScreen(screen()));
    await panel().field(untranslated('name')).fill('Ada');
    await details().locator('> summary').click();
    await panel().send(
      redrawnScreen(),
      redrawnScreen(earlierStepsOf(...sixEarlierSteps().steps, endedStep(6, 'decline')), 7),
    );
    // The panel may handle the message later: after the press of the pointer and its click event.
    await lastStep().filter({ hasText: 'Step 7: declined' }).waitFor();
    assert.equal(await panel().page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');
    assert.equal(await details().getAttribute('open'), '');
    assert.equal(await panel().field(untranslated('name')).inputValue(), 'Ada');
    assert.match(await lastStep().innerText(), /Step 7: declined/);
  });

  it('stay unfolded when a step is added right after the click', async () => {
    await panel().send(showScreen(screen()));
    const more = redrawnScreen(earlierStepsOf(...sixEarlierSteps().steps, endedStep(6, 'decline')), 7);
    await details()
      .locator('> summary')
      .evaluate((summary: HTMLElement, data) => {
        summary.click();
        window.dispatchEvent(new MessageEvent('message', { data }));
      }, more);
    assert.match(await lastStep().innerText(), /Step 7: declined/);
    assert.equal(await details().getAttribute('open'), '');
  });

  it('stay unfolded also for further answers of a step', async () => {
    const answers = Array.from({ length: 9 }, (_, at) => ({ label: `Label ${at}`, value: 'v' }));
    const long = { ...acceptedStep(0), answers, more: 0 };
    const rest = () => panel().page.locator('.earlier-step details');
    await panel().send(
      showScreen(formScreen({ steps: stepsOfCall({ current: 1, earlierSteps: earlierStepsOf(long) }) })),
    );
    await rest().locator('summary').click();
    await panel().send(redrawnScreen(earlierStepsOf(long, endedStep(1, 'decline')), 2));
    assert.match(await lastStep().innerText(), /Step 2: declined/);
    assert.equal(await rest().getAttribute('open'), '');
  });

  it('keep the focus when nothing has changed', async () => {
    await panel().send(showScreen(screen()));
    await details().locator('> summary').focus();
    await panel().send(redrawnScreen());
    assert.equal(await panel().page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');
  });

  it('do not keep the focus from the first field of the next step', async () => {
    await panel().send(showScreen(screen()));
    await panel().send({ type: 'focus', screen: 'form' });
    assert.equal(
      await panel()
        .field(untranslated('name'))
        .evaluate((field) => field === document.activeElement),
      true,
    );
  });

  describe('and the card of the call', () => {
    const call = { id: 'call', server: formScreen().server, target: bookingTool, elapsed: 0, waiting: 3 };
    const named = 'Stop the Call and its 3 waiting questions';

    it('have together one button that stops the call and its other requests', async () => {
      await panel().send(showScreen(formScreen({ isRepeated: true, call: bookingTool }), { calls: [call] }));
      const stops = panel().page.locator('button.push').filter({ hasText: 'Stop the Call' });
      assert.equal(await stops.count(), 1);
      await panel().page.getByText('Stops the call and its 3 waiting questions').waitFor();
      await panel().button(named).click();
      assert.deepEqual(await panel().postedOf('stopCall'), [{ type: 'stopCall', call: 'call' }]);
    });

    it('have that button also beside a URL elicitation', async () => {
      await panel().send(showScreen(urlScreen('https://bookings.example/'), { calls: [{ ...call, waiting: 1 }] }));
      await panel().button('Stop the Call').click();
      assert.equal((await panel().postedOf('stopCall')).length, 1);
    });
  });

  it('cause no errors in the page', () => assert.deepEqual(panel().errors, []));
});
