import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen } from '#test/pages/states/screenBuilders.ts';
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
  const summary = () => details().locator('> summary');
  const screen = (more = sixEarlierSteps()) => formScreen({ steps: stepsOfCall({ current: 6, earlierSteps: more }) });
  const redrawnScreen = (more = sixEarlierSteps(), current = 6) =>
    showScreen({ kind: 'drawn', id: 'form', steps: stepsOfCall({ current, earlierSteps: more }) });

  it('are one line with the answers of the last step, which opens to all of them', async () => {
    await panel().send(showScreen(screen()));
    assert.equal(await details().getAttribute('open'), null);
    assert.equal(await summary().innerText(), '6 earlier steps. Step 6: 8, 8, 8, 8, 8, 8, 8, 8, and …');
    await summary().click();
    assert.equal(await details().getByRole('listitem').count(), 6);
  });

  it('are one line also if there is only one, with a secret as hidden', async () => {
    const one = { ...acceptedStep(0), more: 0 };
    one.answers = one.answers.slice(0, 2);
    await panel().send(showScreen(screen(earlierStepsOf(one))));
    assert.equal(await summary().innerText(), 'Step 1: ‹Ada› and hidden');
    await summary().click();
    assert.match(await details().innerText(), /‹Password›\s+hidden/);
  });

  it('have dates in the words of the review, with the exact value on hover', async () => {
    const answers = [
      { label: untranslated('Day'), value: '2026-03-31', date: 'date' as const },
      { label: untranslated('Time'), value: '2026-03-31T14:30:00+02:00', date: 'date-time' as const },
      { label: untranslated('Leap second'), value: '2016-12-31T23:59:60Z', date: 'date-time' as const },
      { label: untranslated('Note'), value: '2026-03-31' },
    ];
    await panel().send(showScreen(screen(earlierStepsOf({ ...acceptedStep(0), answers, more: 0 }))));
    const last =
      /^Step 1: Tuesday, March 31, 2026, Tuesday, .* at 12:30:00\sPM UTC, 2016-12-31T23:59:60Z, and 2026-03-31$/;
    assert.match(await summary().innerText(), last);
    await summary().click();
    const times = panel().page.locator('.earlier-step time');
    const titles = await times.evaluateAll((all) => all.map((time) => time.getAttribute('title')));
    assert.deepEqual(titles, ['2026-03-31', '2026-03-31T14:30:00+02:00']);
    const [day, , leap, note] = await panel().page.locator('.earlier-step dd').allInnerTexts();
    assert.deepEqual([day, leap, note], ['Tuesday, March 31, 2026', '2016-12-31T23:59:60Z', '2026-03-31']);
  });

  it('tell what became of a step without answers', async () => {
    await panel().send(showScreen(screen(earlierStepsOf(endedStep(0, 'decline')))));
    assert.equal(await summary().innerText(), 'Step 1: declined');
  });

  it('contain no controls', async () => {
    await panel().send(showScreen(screen()));
    await summary().click();
    assert.equal(await panel().page.locator('.earlier-steps :is(input, textarea, select, button)').count(), 0);
  });

  it("stay unfolded and keep the focus and the user's text when a step is added", async () => {
    await panel().send(showScreen(screen()));
    await panel().field(untranslated('name')).fill('Ada');
    await summary().click();
    await panel().send(
      redrawnScreen(),
      redrawnScreen(earlierStepsOf(...sixEarlierSteps().steps, endedStep(6, 'decline')), 7),
    );
    // The panel may handle the message later: after the press of the pointer and its click event.
    await summary().filter({ hasText: 'Step 7: declined' }).waitFor();
    assert.equal(await panel().page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');
    assert.equal(await details().getAttribute('open'), '');
    assert.equal(await panel().field(untranslated('name')).inputValue(), 'Ada');
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
    assert.match(await summary().innerText(), /Step 7: declined/);
    assert.equal(await details().getAttribute('open'), '');
  });

  it('stay unfolded also for further answers of a step', async () => {
    const answers = Array.from({ length: 9 }, (_, at) => ({ label: `Label ${at}`, value: 'v' }));
    const long = { ...acceptedStep(0), answers, more: 0 };
    const rest = () => panel().page.locator('.earlier-step details');
    await panel().send(
      showScreen(formScreen({ steps: stepsOfCall({ current: 1, earlierSteps: earlierStepsOf(long) }) })),
    );
    await summary().click();
    await rest().locator('summary').click();
    await panel().send(redrawnScreen(earlierStepsOf(long, endedStep(1, 'decline')), 2));
    assert.match(await summary().innerText(), /Step 2: declined/);
    assert.equal(await rest().getAttribute('open'), '');
  });

  it('keep the focus when nothing has changed', async () => {
    await panel().send(showScreen(screen()));
    await summary().focus();
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

  it('cause no errors in the page', () => assert.deepEqual(panel().errors, []));
});
