import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { bookingTool, formScreen, urlScreen } from '#test/pages/states/screenBuilders.ts';
import { acceptedStep, earlierStepsOf, stepsOfCall } from '#test/pages/states/stepBuilders.ts';

describe('announcements to screen readers', () => {
  const panel = usePanel();
  beforeEach(() => panel().page.evaluate(listen));

  const announced = () => panel().page.evaluate(() => window.announced);
  const announcement = `${untranslated('bookings')} asks: ${untranslated('For whom is the table?')}`;

  it('announce a request once', async () => {
    await panel().send(showScreen(formScreen()));
    assert.deepEqual(await announced(), [announcement]);
  });

  it('announce the step of a request once', async () => {
    const third = formScreen({
      steps: stepsOfCall({ current: 2, total: 5, waiting: 2, earlierSteps: earlierStepsOf(acceptedStep(0)) }),
    });
    await panel().send(showScreen(third), showScreen(third));
    assert.deepEqual(await announced(), ['2 more questions of this call.', `Step 3 of 5 | ${announcement}`]);
  });

  it('announce each text separately, without doubled punctuation', async () => {
    const banner = 'You declined this before, and the server asks again.';
    await panel().send(
      showScreen(formScreen({ id: 'one', message: 'For whom is the table?', declinedBefore: true })),
      showScreen(urlScreen('https://bookings.example/', { message: 'Please sign in.', declinedBefore: true })),
      showScreen(resultScreen({ kind: 'error', summary: 'The server stopped.' })),
    );
    assert.deepEqual(await announced(), [
      `${untranslated('bookings')} asks: For whom is the table? | ${banner}`,
      `${untranslated('bookings')} asks you to open a web page that leads to bookings.example | ${untranslated('bookings')} asks: Please sign in. | ${banner}`,
      `The call of ${untranslated('Book a table')} failed | The server stopped.`,
    ]);
  });

  it('do not contain the elapsed time of a call', async () => {
    const calls = [{ id: 'call', server: formScreen().server, target: bookingTool, elapsed: 59_000, waiting: 0 }];
    await panel().send(showScreen(formScreen(), { calls }));
    await panel().page.getByText('Running for less than a minute').waitFor();
    await panel().advanceTime(2000);
    await panel().page.getByText('Running for 1 min').waitFor();
    await panel().advanceTime(120_000);
    await panel().page.getByText('Running for 3 min').waitFor();
    assert.deepEqual(await announced(), [announcement]);
  });

  it('do not contain the elapsed time of a call that waits for the user, which is not shown', async () => {
    const call = { id: 'call', server: formScreen().server, target: bookingTool, elapsed: 59_000 };
    const text = panel().page.getByText('Waiting for your answer');
    await panel().send(showScreen(formScreen(), { calls: [{ ...call, waiting: 1 }] }));
    await text.waitFor();
    assert.equal(
      await panel()
        .page.getByText(/^Running for/)
        .isVisible(),
      false,
    );
    await panel().send(showScreen(formScreen(), { calls: [{ ...call, waiting: 0 }] }));
    await panel().page.getByText('Running for less than a minute').waitFor();
    assert.equal(await text.isVisible(), false);
    assert.deepEqual(await announced(), [announcement]);
  });

  it('do not repeat when the same screen is shown again', async () => {
    await panel().send(showScreen(formScreen()), showScreen(formScreen()), showScreen(formScreen()));
    assert.deepEqual(await announced(), [announcement]);
  });

  it('repeat for another request with the same message', async () => {
    await panel().send(showScreen(formScreen({ id: 'one' })), showScreen(formScreen({ id: 'two' })));
    assert.deepEqual(await announced(), [announcement, announcement]);
  });

  it('contain a severe finding about a URL', async () => {
    await panel().send(showScreen(urlScreen('https://bookings.example@pay.example/')));
    assert.match((await announced()).join(), /leads to pay\.example.*Danger: /);
  });

  it('contain the number of waiting requests once', async () => {
    await panel().send(showScreen(formScreen()));
    await panel().send(showScreen(formScreen(), { waitingBehind: 1 }), showScreen(formScreen(), { waitingBehind: 1 }));
    assert.deepEqual(await announced(), [announcement, '1 more waiting']);
  });

  it('contain notices, but no progress', async () => {
    const call = { id: 'call', server: formScreen().server, target: bookingTool, elapsed: 0, waiting: 0 };
    await panel().send(showScreen({ kind: 'running', id: 'running', answered: [] }, { calls: [call] }));
    for (const progress of [1, 2, 3]) {
      const calls = [{ ...call, progress: { progress, total: 3 } }];
      await panel().send(showScreen({ kind: 'running', id: 'running', answered: [] }, { calls }));
    }
    assert.deepEqual(await announced(), []);
    const notice = { id: 'gone', severity: 'info', text: untranslated('It is gone.') } as const;
    await panel().send(
      showScreen({ kind: 'running', id: 'running', answered: [] }, { calls: [call], notices: [notice] }),
    );
    assert.deepEqual(await announced(), [untranslated('It is gone.')]);
  });

  it('contain that an agent has stopped waiting, and that it waits again, each once', async () => {
    const agentCall = (state: 'waiting' | 'parked' | 'joined', elapsed: number) => ({
      ...{ id: 'call', server: formScreen().server, target: bookingTool, elapsed, waiting: 1 },
      agent: { name: untranslated('Codex'), state },
    });
    const show = (state: Parameters<typeof agentCall>[0], elapsed = 0) =>
      panel().send(showScreen(formScreen(), { calls: [agentCall(state, elapsed)], shownCall: 'call' }));
    await show('waiting');
    for (const elapsed of [60_000, 120_000]) await show('parked', elapsed);
    await panel().advanceTime(120_000);
    for (const elapsed of [240_000, 300_000]) await show('joined', elapsed);
    assert.deepEqual(await announced(), [
      announcement,
      `${untranslated('Codex')} has stopped waiting; your answer is kept for it.`,
      `${untranslated('Codex')} has called again, and waits.`,
    ]);
  });

  it('contain a problem once typing pauses, and only when it changes', async () => {
    const schema = {
      type: 'object',
      properties: { mail: { type: 'string', format: 'email', title: untranslated('mail') } },
    };
    await panel().send(showScreen(formScreen({ schema })));
    await panel().page.evaluate(listen);
    await panel().field(untranslated('mail')).fill('nobody');
    assert.deepEqual(await announced(), []);
    await panel().advanceTime();
    await panel().field(untranslated('mail')).fill('nobody!');
    await panel().advanceTime();
    assert.equal((await announced()).length, 1);
    assert.match((await announced()).join(), /e-mail/);
  });

  it('do not interrupt: no live region is assertive', async () => {
    await panel().send(showScreen(urlScreen('https://bookings.example@pay.example/')));
    const loud = panel().page.locator(
      '[aria-live=assertive]:not([aria-hidden=true]), [role=alert]:not([aria-hidden=true])',
    );
    assert.equal(await loud.count(), 0);
  });
});

declare global {
  interface Window {
    announced: string[];
  }
}

/** Runs in the page: records changes of existing live regions, as a screen reader announces them. */
function listen(): void {
  const announced: string[] = [];
  window.announced = announced;
  const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]';
  const isLive = (node: Node) => node instanceof Element && node.closest(live) !== null;
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (!isLive(target)) continue;
      const added = [...addedNodes].map((node) => node.textContent?.trim() ?? '').filter(Boolean);
      if (added.length > 0) announced.push(added.join(' | '));
    }
  }).observe(document.body, { childList: true, subtree: true });
}
