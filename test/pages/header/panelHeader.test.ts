import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { openReview, reviewFormScreen } from '#test/pages/states/reviewStates.ts';
import {
  argumentsScreen,
  bookingTool,
  formScreen,
  objectSchema,
  urlScreen,
} from '#test/pages/states/screenBuilders.ts';
import { stepsOfCall } from '#test/pages/states/stepBuilders.ts';

describe('the header of the panel', () => {
  const panel = usePanel();
  const header = () => panel().page.getByRole('banner');
  const call = { id: 'call', server: formScreen().server, target: bookingTool, elapsed: 0, waiting: 1 };
  const second = formScreen({ call: bookingTool, steps: stepsOfCall({ current: 1, total: 4 }) });

  it('names the server, the tool and the step in one line of 28 pixels', async () => {
    await panel().send(showScreen(second, { calls: [call], shownCall: 'call' }));
    assert.equal(
      (await header().innerText()).replace(/\s+/g, ' ').trim(),
      `${untranslated('bookings')} ${untranslated('book_table')} Step 2 of 4 Stop`,
    );
    assert.equal((await header().boundingBox())?.height, 28);
  });

  it('stays while the form scrolls', async () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, { type: 'string' }]));
    await panel().send(showScreen(formScreen({ schema: objectSchema(properties) })));
    await panel().field(untranslated('f29')).focus();
    assert.equal((await header().boundingBox())?.y, 0);
    assert.equal(await header().evaluate((one) => one.closest('.scroller')), null);
  });

  it('tells that the call of a request has ended', async () => {
    await panel().send(showScreen(formScreen({ call: bookingTool })));
    await panel().send(showScreen({ kind: 'drawn', id: 'form', callEnded: true }));
    await header().getByText('the call has ended').waitFor();
  });

  describe('with the name as a button', () => {
    const name = () => panel().button(`${untranslated('bookings')}: details of the server`);
    const details = () => panel().page.locator('.server-details');
    const server = { name: untranslated('bookings'), scope: 'workspace', reportedName: 'Table Booker' };
    beforeEach(async () => {
      await panel().send(
        showScreen(formScreen({ server, call: bookingTool }), {
          serverDetails: { url: 'https://bookings.example/mcp', revision: '2025-11-25' },
        }),
      );
    });

    it('shows what the server calls itself, its scope, its address and the revision', async () => {
      assert.equal(await details().isVisible(), false);
      await name().click();
      const text = await details().innerText();
      for (const part of [/Table Booker/, /workspace server/, /https:\/\/bookings\.example\/mcp/, /2025-11-25/]) {
        assert.match(text, part);
      }
      assert.equal(await name().getAttribute('aria-expanded'), 'true');
    });

    it('keeps the text that the user has selected while a call reports its progress', async () => {
      const running = (done: number) => ({
        calls: [{ ...call, server, progress: { progress: done, total: 10, message: `Message ${done}` } }],
        shownCall: 'call',
        serverDetails: { url: 'https://bookings.example/mcp', revision: '2025-11-25' },
      });
      await panel().send(showScreen({ kind: 'drawn', id: 'form' }, running(1)));
      await name().click();
      await details().getByText('https://bookings.example/mcp').selectText();
      for (let done = 2; done < 7; done += 1) {
        await panel().send(showScreen({ kind: 'drawn', id: 'form' }, running(done)));
      }
      assert.match(await details().innerText(), /Message 6/);
      assert.equal(
        await panel().page.evaluate(() => window.getSelection()?.toString()),
        'https://bookings.example/mcp',
      );
    });

    it('moves nothing', async () => {
      const field = panel().field(untranslated('name'));
      const before = await field.boundingBox();
      await name().click();
      assert.deepEqual(await field.boundingBox(), before);
    });

    it('closes the details by Escape, which does not cancel the request', async () => {
      await name().press('Enter');
      await panel().press('Escape');
      assert.equal(await details().isVisible(), false);
      assert.deepEqual(await panel().postedOf('cancel'), []);
      await panel().press('Escape');
      assert.equal((await panel().postedOf('cancel')).length, 1);
    });

    it('closes them when the user goes on elsewhere', async () => {
      await name().click();
      await panel().field(untranslated('name')).focus();
      assert.equal(await details().isVisible(), false);
    });

    it('does not show the reported name in the line', async () => {
      assert.doesNotMatch(await header().innerText(), /Table Booker/);
    });
  });

  it('warns of a name that imitates another server, and of one with invisible characters', async () => {
    const server = { name: untranslated('bookings'), reportedName: 'bank' };
    await panel().send(showScreen(formScreen({ server }), { serverDetails: { imitatedName: untranslated('bank') } }));
    await header().getByText('which is another of your servers').waitFor();
    await panel().send(showScreen(formScreen({ id: 'two', server: { ...server, reportedName: 'ba\u202Enk' } })));
    await header().getByText('with invisible characters').waitFor();
  });

  it('warns of an address, beside a name, and not any more on the screen of another server', async () => {
    const server = { name: untranslated('bookings'), reportedName: 'bank' };
    const addressFinding = { host: 'f\u202Eiles.example', sentence: 'The connection is not secure.' };
    const serverDetails = { url: 'http://files.example/mcp', imitatedName: untranslated('bank'), addressFinding };
    await panel().send(showScreen(formScreen({ server }), { serverDetails }));
    assert.deepEqual(await panel().page.getByRole('note').locator('p').allInnerTexts(), [
      `It calls itself bank, but it is not ${untranslated('bank')}, which is another of your servers.`,
      'Its address is f[U+202E]iles.example. The connection is not secure.',
    ]);
    await panel().send(showScreen(formScreen({ id: 'two' }), { serverDetails: { url: 'https://other.example/' } }));
    assert.equal(await panel().page.getByRole('note').count(), 0);
  });

  describe('with the button that stops the call', () => {
    it('has the only one for the call of the request, beside the other requests that it ends', async () => {
      const waiting = { ...call, waiting: 3 };
      await panel().send(showScreen(second, { calls: [waiting], shownCall: 'call' }));
      await panel().advanceTime();
      const name = 'Stop the Call and Its 3 Waiting Questions';
      assert.equal(await panel().page.getByRole('button', { name: /^Stop/ }).count(), 1);
      assert.equal(await panel().button(name).getAttribute('title'), 'Stops the call and its 3 waiting questions');
      await panel().button(name).click();
      assert.deepEqual(await panel().postedOf('stopCall'), [{ type: 'stopCall', call: 'call' }]);
    });

    it('ignores input when another call takes its place', async () => {
      const other = { ...call, id: 'other' };
      await panel().stopClock();
      await panel().send(showScreen(second, { calls: [call, other], shownCall: 'call' }));
      await panel().advanceTime();
      await panel().send(showScreen(formScreen({ id: 'next' }), { calls: [call, other], shownCall: 'other' }));
      await header().getByRole('button', { name: 'Stop the Call' }).click({ force: true });
      assert.deepEqual(await panel().postedOf('stopCall'), []);
    });

    it('leaves other running calls on lines of their own', async () => {
      const other = { ...call, id: 'other', target: { ...bookingTool, name: untranslated('other') } };
      await panel().send(showScreen(second, { calls: [call, other], shownCall: 'call' }));
      const lines = panel().page.getByRole('list', { name: 'Running calls' }).getByRole('listitem');
      assert.equal(await lines.count(), 1);
      assert.ok(((await lines.boundingBox())?.height ?? 99) <= 28);
    });
  });

  it('is in line with the form and the buttons, also with a scroll bar', async () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, { type: 'string' }]));
    for (const screen of [formScreen(), formScreen({ id: 'long', schema: objectSchema(properties) })]) {
      await panel().send(showScreen(screen));
      const lefts = await panel().page.evaluate(() =>
        ['.header-name .server-name', '.column .message', '.place-main:not([hidden])'].map(
          (selector) => document.querySelector(selector)?.getBoundingClientRect().left,
        ),
      );
      assert.equal(new Set(lefts).size, 1, String(lefts));
    }
  });
});

describe('the buttons at the lower edge', () => {
  const panel = usePanel();
  const places = async (labels: readonly string[]) =>
    Promise.all(labels.map((label) => panel().button(label).boundingBox()));

  it('have the same places in the form, the review, a URL request and while the answer is sent', async () => {
    for (const width of [900, 420, 300]) {
      await panel().load();
      await panel().resize({ width, height: 650 });
      await panel().send(showScreen(reviewFormScreen()));
      const inForm = await places(['Review', 'Decline', 'Cancel']);
      await openReview(panel(), reviewFormScreen().form);
      assert.deepEqual(await places(['Submit', 'Decline', 'Cancel']), inForm, `in the review, ${width} pixels`);
      const declinedBefore = { copied: true, declinedBefore: true, call: bookingTool };
      await panel().send(showScreen(urlScreen('https://bookings.example/', declinedBefore)));
      assert.deepEqual(await places(['Open in Browser', 'Decline', 'Cancel']), inForm, `for a URL, ${width} pixels`);
      await panel().button('Decline').click();
      assert.deepEqual(
        await places(['Open in Browser', 'Decline', 'Cancel']),
        inForm,
        `while sending, ${width} pixels`,
      );
      await panel().send(showScreen(argumentsScreen()));
      const [submit, , cancel] = inForm;
      assert.deepEqual(await places(['Run', 'Cancel']), [submit, cancel], `for arguments, ${width} pixels`);
    }
    await panel().resize(usualSize);
  });

  it('contain neither the way back from the review nor the refusal for the rest of the call', async () => {
    await panel().send(showScreen({ ...reviewFormScreen(), declinedBefore: true, call: bookingTool }));
    await openReview(panel(), reviewFormScreen().form);
    const labels = await panel().page.locator('footer button:visible').allInnerTexts();
    assert.deepEqual(labels, ['Submit', 'Decline', 'Cancel']);
    await panel().button('Decline for the Rest of This Call').click();
    assert.equal((await panel().postedOf('declineRest')).length, 1);
  });
});
