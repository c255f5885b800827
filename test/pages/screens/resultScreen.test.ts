import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';

describe('the screen of a result', () => {
  const panel = usePanel();
  const opened = async () => (await panel().postedOf('openPart')).map(({ part }) => part);
  const summary = (text: string) => panel().page.locator('summary', { hasText: text });

  it('opens long arguments in the editor, and not short ones', async () => {
    const short = resultScreen({ kind: 'cancelled' }, { callArguments: '{ "table": 7 }' });
    await panel().send(showScreen(short));
    await summary('Arguments').click();
    assert.equal(await panel().button('Open in Editor: Arguments').count(), 0);
    await panel().send(showScreen({ ...short, id: 'long', callArguments: '[\n7\n]'.repeat(20) }));
    await panel().advanceTime();
    await summary('Arguments').click();
    await panel().button('Open in Editor: Arguments').click();
    assert.deepEqual(await opened(), ['arguments']);
  });

  it('opens long details of an error in the editor', async () => {
    await panel().send(showScreen(resultScreen({ kind: 'error', summary: 'Ended', detail: 'line\n'.repeat(30) })));
    await summary('Details').click();
    await panel().button('Open in Editor: Details').click();
    assert.deepEqual(await opened(), ['details']);
  });
});

describe('the screen with the list of results', () => {
  const panel = usePanel();
  const list = { kind: 'results', id: 'results', results: [], ignoreInputMs: 0 } as const;

  it('leads back to the result from which it was opened', async () => {
    await panel().send(showScreen({ ...list, results: [], canGoBack: true }));
    await panel().button('Back').click();
    assert.deepEqual(await panel().postedOf('back'), [{ type: 'back', screen: 'results' }]);
  });

  it('leads nowhere back if it was opened from elsewhere', async () => {
    await panel().send(showScreen({ ...list, results: [] }));
    assert.equal(await panel().button('Back').count(), 0);
  });
});
