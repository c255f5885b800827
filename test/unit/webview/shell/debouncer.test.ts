import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Debouncer } from '#webview/shell/debouncer.ts';

describe('what is typed', () => {
  let gathered: number;
  let gathering: Debouncer;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    gathered = 0;
    gathering = new Debouncer(150, () => {
      gathered += 1;
      gathering.cancel();
    });
  });
  afterEach(() => mock.timers.reset());

  it('is gathered until a pause', () => {
    gathering.schedule();
    mock.timers.tick(149);
    gathering.schedule();
    mock.timers.tick(149);
    assert.equal(gathered, 0);
    mock.timers.tick(1);
    assert.equal(gathered, 1);
  });

  it('is gathered for no more than a second, however long nobody pauses', () => {
    for (let ms = 0; ms < 2000; ms += 100) {
      gathering.schedule();
      mock.timers.tick(100);
    }
    assert.equal(gathered, 2);
  });

  it('is not waited for when it is wanted at once', () => {
    assert.equal(gathering.cancel(), false);
    gathering.schedule();
    assert.equal(gathering.cancel(), true);
    assert.equal(gathering.cancel(), false);
    mock.timers.tick(2000);
    assert.equal(gathered, 0);
  });
});
