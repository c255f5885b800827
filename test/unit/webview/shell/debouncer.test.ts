import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { enableMockTimers } from '#test/mockTimers.ts';
import { Debouncer } from '#webview/shell/debouncer.ts';

describe('a debouncer', () => {
  let runs: number;
  let debouncer: Debouncer;

  beforeEach(() => {
    enableMockTimers('setTimeout', 'Date');
    runs = 0;
    debouncer = new Debouncer(150, () => {
      runs += 1;
      debouncer.cancel();
    });
  });
  afterEach(() => mock.timers.reset());

  it('runs its callback after a pause', () => {
    debouncer.schedule();
    mock.timers.tick(149);
    debouncer.schedule();
    mock.timers.tick(149);
    assert.equal(runs, 0);
    mock.timers.tick(1);
    assert.equal(runs, 1);
  });

  it('runs its callback after a second without a pause', () => {
    for (let ms = 0; ms < 2000; ms += 100) {
      debouncer.schedule();
      mock.timers.tick(100);
    }
    assert.equal(runs, 2);
  });

  it('does not run its callback after cancel', () => {
    assert.equal(debouncer.cancel(), false);
    debouncer.schedule();
    assert.equal(debouncer.cancel(), true);
    assert.equal(debouncer.cancel(), false);
    mock.timers.tick(2000);
    assert.equal(runs, 0);
  });
});
