import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Gathering } from '#webview/shell/gathering.ts';

describe('what is typed', () => {
  let gathered: number;
  let gathering: Gathering;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    gathered = 0;
    gathering = new Gathering(150, () => {
      gathered += 1;
      gathering.end();
    });
  });
  afterEach(() => mock.timers.reset());

  it('is gathered until a pause', () => {
    gathering.add();
    mock.timers.tick(149);
    gathering.add();
    mock.timers.tick(149);
    assert.equal(gathered, 0);
    mock.timers.tick(1);
    assert.equal(gathered, 1);
  });

  it('is gathered for no more than a second, however long nobody pauses', () => {
    for (let ms = 0; ms < 2000; ms += 100) {
      gathering.add();
      mock.timers.tick(100);
    }
    assert.equal(gathered, 2);
  });

  it('is not waited for when it is wanted at once', () => {
    assert.equal(gathering.end(), false);
    gathering.add();
    assert.equal(gathering.end(), true);
    assert.equal(gathering.end(), false);
    mock.timers.tick(2000);
    assert.equal(gathered, 0);
  });
});
