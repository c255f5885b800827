import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { bookingTool, formScreen, urlScreen } from '#test/pages/states/screenBuilders.ts';
import { acceptedStep, endedStep, pastSteps, shownSteps, sixPastSteps } from '#test/pages/states/stepBuilders.ts';

describe('what was answered before in a call', () => {
  const panel = usePanel();

  const details = () => panel().page.locator('.past > details');
  const lastStep = () => panel().page.getByRole('list', { name: 'The last step' });
  const asked = (more = sixPastSteps()) => formScreen({ steps: shownSteps({ current: 6, earlierSteps: more }) });
  const drawn = (more = sixPastSteps(), current = 6) =>
    showScreen({ kind: 'drawn', id: 'question', steps: shownSteps({ current, earlierSteps: more }) });

  it('is the last step in sight, and the others folded', async () => {
    await panel().send(showScreen(asked()));
    assert.match(await lastStep().innerText(), /Step 6: answered/);
    assert.equal(await details().getAttribute('open'), null);
    assert.equal(await details().locator('> summary').innerText(), '5 earlier steps');
  });

  it('folds nothing where there is only one', async () => {
    await panel().send(
      showScreen(formScreen({ steps: shownSteps({ current: 1, earlierSteps: pastSteps(acceptedStep(0)) }) })),
    );
    assert.match(await lastStep().innerText(), /Step 1: answered/);
    assert.equal(await details().count(), 0);
  });

  it('says that a secret was answered, and cannot say which', async () => {
    await panel().send(
      showScreen(formScreen({ steps: shownSteps({ current: 1, earlierSteps: pastSteps(acceptedStep(0)) }) })),
    );
    assert.match(await lastStep().innerText(), /‹Password›\s+hidden/);
  });

  it('cannot be changed: nothing in it takes input', async () => {
    await panel().send(showScreen(asked()));
    await details().locator('> summary').click();
    assert.equal(await panel().page.locator('.past :is(input, textarea, select, button)').count(), 0);
  });

  it('stays unfolded, keeps the keyboard and what is typed while more becomes known of the same question', async () => {
    await panel().send(showScreen(asked()));
    await panel().field(untranslated('name')).fill('Ada');
    await details().locator('> summary').click();
    await panel().send(drawn(), drawn(pastSteps(...sixPastSteps().steps, endedStep(6, 'decline')), 7));
    // A press that is just over holds the message back until the turn after its click.
    await lastStep().filter({ hasText: 'Step 7: declined' }).waitFor();
    assert.equal(await panel().page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');
    assert.equal(await details().getAttribute('open'), '');
    assert.equal(await panel().field(untranslated('name')).inputValue(), 'Ada');
    assert.match(await lastStep().innerText(), /Step 7: declined/);
  });

  it('stays unfolded when more becomes known right after the click that unfolded it', async () => {
    await panel().send(showScreen(asked()));
    const more = drawn(pastSteps(...sixPastSteps().steps, endedStep(6, 'decline')), 7);
    await details()
      .locator('> summary')
      .evaluate((summary: HTMLElement, data) => {
        summary.click();
        window.dispatchEvent(new MessageEvent('message', { data }));
      }, more);
    assert.match(await lastStep().innerText(), /Step 7: declined/);
    assert.equal(await details().getAttribute('open'), '');
  });

  it('keeps the further answers of a step unfolded, too', async () => {
    const answers = Array.from({ length: 9 }, (_, at) => ({ label: `Label ${at}`, value: 'v' }));
    const long = { ...acceptedStep(0), answers, more: 0 };
    const rest = () => panel().page.locator('.past-step details');
    await panel().send(showScreen(formScreen({ steps: shownSteps({ current: 1, earlierSteps: pastSteps(long) }) })));
    await rest().locator('summary').click();
    await panel().send(drawn(pastSteps(long, endedStep(1, 'decline')), 2));
    assert.match(await lastStep().innerText(), /Step 2: declined/);
    assert.equal(await rest().getAttribute('open'), '');
  });

  it('leaves the keyboard where it is when nothing of it has changed', async () => {
    await panel().send(showScreen(asked()));
    await details().locator('> summary').focus();
    await panel().send(drawn());
    assert.equal(await panel().page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');
  });

  it('leaves the keyboard to the first field of the next step', async () => {
    await panel().send(showScreen(asked()));
    await panel().send({ type: 'focus', screen: 'question' });
    assert.equal(
      await panel()
        .field(untranslated('name'))
        .evaluate((field) => field === document.activeElement),
      true,
    );
  });

  describe('with its call', () => {
    const call = { id: 'call', server: formScreen().server, target: bookingTool, elapsed: 0, waiting: 3 };
    const named = 'Stop the Call and its 3 waiting questions';

    it('is stopped in one place, which says what else that ends', async () => {
      await panel().send(showScreen(formScreen({ askedAgain: true, call: bookingTool }), { calls: [call] }));
      const stops = panel().page.locator('button.push').filter({ hasText: 'Stop the Call' });
      assert.equal(await stops.count(), 1);
      await panel().page.getByText('Stops the call and its 3 waiting questions').waitFor();
      await panel().button(named).click();
      assert.deepEqual(await panel().postedOf('stopCall'), [{ type: 'stopCall', call: 'call' }]);
    });

    it('is stopped from a page that is to be opened, too', async () => {
      await panel().send(showScreen(urlScreen('https://bookings.example/'), { calls: [{ ...call, waiting: 1 }] }));
      await panel().button('Stop the Call').click();
      assert.equal((await panel().postedOf('stopCall')).length, 1);
    });
  });

  it('goes on without errors', () => assert.deepEqual(panel().errors, []));
});
