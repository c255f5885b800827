import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { RecordingServers } from '#test/workbench/harness/recordingServers.ts';
import { RefusingServer } from '#test/workbench/harness/refusingServer.ts';
import { recordedOutcomes, untilDraftWritten } from '#test/workbench/harness/storage.ts';

const eras = ['legacy', 'modern'] as const;
type Era = (typeof eras)[number];

/** How the server treats the first attempt to send an answer, and the expected effects. */
interface Row {
  readonly how: string;
  readonly retryAfter?: number;
  /** How often the server reads the answer before the user does anything. */
  readonly readCount: number;
  /** The heading that the panel shows. Absent: the user need not do anything. */
  readonly heading?: string;
  /** The recorded outcome of the first answer. */
  readonly recorded?: string;
}

const refused = (status: number): Row => ({
  how: String(status),
  readCount: 1,
  heading: `The answer did not arrive (${status})`,
  recorded: `accept refused ${status}`,
});
const unknownHeading = 'It is not known whether the answer arrived';
const rowsByEra: Readonly<Record<Era, readonly Row[]>> = {
  legacy: [
    ...[400, 401, 403, 404, 500, 502].map(refused),
    { how: '429', retryAfter: 1, readCount: 2 },
    { how: 'resetBefore', readCount: 1 },
    { how: 'resetAfter', readCount: 2 },
  ],
  modern: [
    ...[400, 401, 403, 404, 500, 502].map(refused),
    { how: '429', retryAfter: 1, readCount: 2 },
    { how: 'resetBefore', readCount: 0, heading: unknownHeading, recorded: 'accept unknown' },
    { how: 'resetAfter', readCount: 1, heading: unknownHeading, recorded: 'accept unknown' },
    { how: 'expired', readCount: 1, heading: 'The answer did not arrive', recorded: 'accept refused' },
  ],
};
const exitingServers = eras.flatMap((era) => (['close', 'exit'] as const).map((how) => ({ era, how })));

describe('an answer that the server may not accept', function () {
  this.timeout(180_000);
  const asker = new RecordingServers();
  const servers: Partial<Record<string, RefusingServer>> = {};
  const workbench = useWorkbench(async () => {
    await asker.clear();
    const entries: Record<string, unknown> = {};
    for (const era of eras) {
      for (const name of [era, `silent ${era}`]) {
        const server = await RefusingServer.start(era);
        servers[name] = server;
        entries[name] = server.entry;
      }
    }
    for (const { era, how } of exitingServers) {
      const { args, ...entry } = asker.entryOf('exitingStdio.ts');
      entries[`${how} ${era}`] = { ...entry, args: [...(args as string[]), how, era] };
    }
    return { settings: { 'mcpElicitation.servers': entries, 'mcpElicitation.rateLimit.requestsPerMinute': 1000 } };
  });
  const host = new ExtensionUi(workbench);
  const history = new HistoryPage(workbench);
  const heading = (name: string | RegExp) => host.panel.getByRole('heading', { name, exact: true });
  after(() => {
    for (const server of Object.values(servers)) {
      server?.stop();
    }
    return asker.remove();
  });

  function serverOf(name: string): RefusingServer {
    const server = servers[name];
    assert.ok(server);
    return server;
  }

  /** Runs the tool, by Run Again if its last result is shown, and submits an answer. */
  async function submit(name: string, text: string): Promise<void> {
    if (await heading(`Result of ask on ${name}`).isVisible()) {
      await host.enabledButton('Run Again').click();
    } else {
      await host.runTool(name, 'ask');
    }
    await host.field('name').fill(text);
    await host.answer('Submit');
  }

  /** Stops the call of this server, in the header if its request is shown, else in the list of running calls. */
  async function stop(name: string): Promise<void> {
    const header = host.panel.getByRole('banner').filter({ hasText: name });
    const call = host.panel
      .getByRole('list', { name: 'Running calls' })
      .getByRole('listitem')
      .filter({ hasText: name });
    const button = header.or(call).getByRole('button', { name: 'Stop the Call' });
    await button.click();
    await button.waitFor({ state: 'detached' });
  }

  /** Runs the tool again from the panel's report about an answer, and checks that the form is filled in. */
  async function runAgain(text: string): Promise<void> {
    await host.enabledButton('Run Again With These Answers').click();
    await host.waitUntilReady();
    assert.equal(await host.field('name').inputValue(), text);
  }

  for (const era of eras) {
    for (const { how, retryAfter, readCount, heading: expectedHeading, recorded } of rowsByEra[era]) {
      const behavior = !expectedHeading
        ? 'is delivered once without the user'
        : era === 'legacy'
          ? 'can be sent again by the user'
          : 'fills in the form when the user runs the tool again';
      it(`${behavior} (${era}, ${how})`, async () => {
        const text = `Ann ${era} ${how}`;
        const answer = { action: 'accept', content: { name: text } };
        const server = serverOf(era);
        const earlierOutcomes = (await recordedOutcomes(workbench())).length;
        await server.setTreatment(how, retryAfter);
        await submit(era, text);
        if (how === '401') {
          // In the specification up to 2025-03-26 a server that names no authorization server is one itself.
          await workbench().dialog.getByRole('button', { name: 'Cancel' }).click();
        }
        let attempts = readCount;
        if (expectedHeading) {
          await heading(expectedHeading).waitFor();
          assert.deepEqual([(await server.state()).answers.length, (await server.state()).used.length], [readCount, 0]);
          attempts += 1;
          if (era === 'legacy') {
            await host.enabledButton('Send Again').click();
          } else {
            await runAgain(text);
            await host.answer('Submit');
          }
        }
        await heading(`Result of ask on ${era}`).waitFor();
        const { answers, used, to } = await server.waitForUsedAnswer();
        const expected = era === 'legacy' ? answer : { name: answer };
        assert.deepEqual(answers, Array(attempts).fill(expected));
        assert.deepEqual(used, [expected]);
        assert.equal(new Set(to).size, 1);
        const outcomes = era === 'modern' && recorded ? [recorded, 'accept'] : ['accept'];
        await eventually(
          'the record has the outcomes',
          async () => (await recordedOutcomes(workbench())).length >= earlierOutcomes + outcomes.length,
        );
        assert.deepEqual((await recordedOutcomes(workbench())).slice(earlierOutcomes), outcomes);
      });
    }
  }

  it('is shown as answered as soon as the response begins, and is recorded with the result', async () => {
    const server = serverOf('modern');
    const before = (await recordedOutcomes(workbench())).length;
    await server.setTreatment('works');
    await submit('modern', 'Ann');
    await server.waitForUsedAnswer();
    await host.panel.getByText('Step 1: Ann').waitFor();
    await host.panel.getByText('Sending your answer…').waitFor({ state: 'hidden' });
    assert.deepEqual((await recordedOutcomes(workbench())).slice(before), []);
    await server.control('finish');
    await heading('Result of ask on modern').waitFor();
    await eventually('the record has the outcome', async () => (await recordedOutcomes(workbench())).length > before);
    assert.deepEqual((await recordedOutcomes(workbench())).slice(before), ['accept']);
    assert.equal((await server.state()).answers.length, 1);
  });

  describe('while other servers do not respond', () => {
    before(async () => {
      for (const era of eras) {
        await serverOf(`silent ${era}`).setTreatment('silent');
        await submit(`silent ${era}`, 'Ann silent');
      }
    });

    for (const { era, how } of exitingServers) {
      it(`is kept if the server process ${how === 'close' ? 'has closed its input' : 'ends while it reads'} (${era})`, async () => {
        await asker.clear();
        const text = `Ann ${how} ${era}`;
        await submit(`${how} ${era}`, text);
        await heading(how === 'close' ? /did not arrive|not known whether/ : unknownHeading).waitFor();
        const lines = await asker.receivedLines(0);
        assert.equal(lines.length, how === 'close' ? 0 : 1);
        assert.ok(lines.every((line) => line.includes(text)));
        await runAgain(text);
        // A notification about the ended process may cover the buttons of the form.
        await stop(`${how} ${era}`);
      });
    }

    it('is shown as unconfirmed after 20 s, and is kept if the user stops the call', async () => {
      // The panel shows the result of the call that ended last.
      await host.enabledButton('Close').click();
      await host.panel
        .getByText(/^Your answer is being sent, but the server has not replied for 20 seconds\./)
        .waitFor();
      await stop('silent legacy');
      await host.enabledButton('Close').click();
      await host.panel.getByText(/^The server has not replied for 20 seconds\./).waitFor();
      await stop('silent modern');
      for (const era of eras) {
        const server = serverOf(`silent ${era}`);
        assert.deepEqual([(await server.state()).answers.length, (await server.state()).used.length], [1, 0]);
        await host.runTool(`silent ${era}`, 'ask');
        await host.waitUntilReady();
        assert.equal(await host.field('name').inputValue(), 'Ann silent');
        await host.answer('Submit');
        await heading(`Result of ask on silent ${era}`).waitFor();
      }
    });
  });

  describe('after the window was reloaded', () => {
    for (const era of eras) {
      it(`fills in the form (${era})`, async () => {
        const text = `Ann before the reload, ${era}`;
        const server = serverOf(era);
        await server.setTreatment('403');
        await submit(era, text);
        await heading('The answer did not arrive (403)').waitFor();
        await untilDraftWritten(workbench(), text);
        await workbench().reload();
        await host.runTool(era, 'ask');
        await host.waitUntilReady();
        assert.equal(await host.field('name').inputValue(), text);
        await host.answer('Submit');
        await heading(`Result of ask on ${era}`).waitFor();
        assert.equal((await server.waitForUsedAnswer()).used.length, 1);
      });
    }

    it('is in the history with its delivery', async () => {
      await history.show();
      for (const outcome of ['Accepted, not delivered', 'Accepted, delivery unknown']) {
        await history.entries.filter({ hasText: outcome }).first().waitFor();
      }
    });
  });
});
