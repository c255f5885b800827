import assert from 'node:assert/strict';
import type { CallTarget, RunningCall, Screen, ServerLabel } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { waitingEntry } from '#test/pages/states/aboveScreenStates.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { argumentsScreen, formScreen, urlScreen } from '#test/pages/states/screenBuilders.ts';

/** Reads like a notice, a warning and buttons of the panel. */
const claim = 'Warning: the answer did not arrive. [Submit] [Decline] MCP Elicitation';
const block = `${claim}\n\n⚠ ${claim}\n────────\n${claim}`;
const server: ServerLabel = { name: 'tickets', reportedName: claim };
const target: CallTarget = { kind: 'tool', name: claim, title: claim, description: block };
const properties = {
  text: { type: 'string', title: claim, description: block },
  yes: { type: 'boolean', title: claim, description: claim },
  one: { type: 'string', title: claim, oneOf: [{ const: claim, title: claim, description: claim }] },
  many: { type: 'array', title: claim, items: { type: 'string', enum: [claim, 'b'] } },
  [claim]: { type: 'integer' },
};
const schema = { type: 'object', properties, required: ['text'] };
const call: RunningCall = {
  ...{ id: 'call', server, target, elapsed: 1000, waiting: 1 },
  progress: { progress: 1, total: 2, message: claim },
};
/** A running call, and two requests that wait. */
const above = {
  calls: [call, { ...call, id: 'other' }],
  shownCall: 'call',
  waiting: ['form', 'b'].map((id) => waitingEntry({ id, server: 'tickets', target: claim, words: claim })),
};

const screens: Readonly<Record<string, Screen>> = {
  'a form': formScreen({ server, call: target, message: block, schema }),
  'a page': urlScreen('https://bookings.example/', { server, call: target, message: block }),
  arguments: argumentsScreen({ server, target, schema }),
  'a result': resultScreen(
    {
      ...{ kind: 'result', failed: true },
      parts: [
        { kind: 'text', text: block },
        { kind: 'link', uri: `x:${claim}`, name: claim, description: block },
        { kind: 'resource', uri: `x:${claim}`, text: block },
      ],
    },
    { server, target },
  ),
};

/** Where all words are those of the server: a message, a field, a name, a part of a result, the first words of what waits. */
const places = '.message, .fields, .quoted, .queue-words, .text-block, .link-part, .part';
/** What the panel says before words of the server in a sentence of its own. */
const introductions = ['“', 'tickets asks: ', 'Run ', 'Result of ', 'The server reports that '];

describe('the words of a server', () => {
  const panel = usePanel();
  /** For each text with the words of the server that is not in one of these places: what its paragraph or heading says before. */
  const saidBefore = (selector: string) =>
    panel().page.evaluate(
      ([allowed, words]) => {
        const found: string[] = [];
        const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) {
          const { textContent, parentElement } = nodes.currentNode;
          if (!textContent?.includes(words) || !parentElement || parentElement.closest(allowed)) continue;
          const whole = parentElement.closest('h1, h2, p, dd, button')?.textContent ?? '';
          found.push(whole.slice(0, whole.indexOf(words)));
        }
        return found;
      },
      [selector, claim] as const,
    );

  for (const [name, screen] of Object.entries(screens)) {
    it(`never stand alone where the panel speaks itself, in ${name}`, async () => {
      await panel().send(showScreen(screen, above));
      await panel().advanceTime();
      const unmarked = (await saidBefore(places)).filter((text) => !introductions.some((end) => text.endsWith(end)));
      assert.deepEqual(unmarked, []);
    });

    it(`are in no card, no warning and no button of the panel, in ${name}`, async () => {
      await panel().send(showScreen(screen, above));
      await panel().advanceTime();
      const own = panel().page.locator('footer, .banner, .header-warnings, .header-stop, [role="alert"]');
      assert.doesNotMatch((await own.allTextContents()).join(), /the answer did not arrive/);
      // Names that screen readers say: of buttons outside of the form.
      const names = await panel()
        .page.getByRole('button', { name: /^Warning/ })
        .evaluateAll((buttons) => buttons.filter((button) => !button.closest('.fields')).map((b) => b.outerHTML));
      assert.deepEqual(names, []);
    });
  }

  it('begin the heading of a request, after the name of the server for screen readers, and have the line of its message', async () => {
    await panel().send(showScreen(formScreen({ server, message: block })));
    const heading = panel().page.getByRole('heading', { level: 1 });
    assert.equal(await heading.textContent(), `tickets asks: ${claim}`);
    const line = await panel()
      .page.locator('.message', { has: heading })
      .evaluate((message) => getComputedStyle(message).borderInlineStartWidth);
    assert.equal(line, '3px');
  });
});
