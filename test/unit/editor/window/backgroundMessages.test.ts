import assert from 'node:assert/strict';
import { type BackgroundMessage, BackgroundMessages } from '#editor/window/backgroundMessages.ts';

describe('background messages', () => {
  let inSight = false;
  let notified: string[] = [];
  let inStatusBar: string[] = [];
  let messages: BackgroundMessages;

  beforeEach(() => {
    inSight = false;
    notified = [];
    inStatusBar = [];
    messages = new BackgroundMessages({
      isPanelInSight: () => inSight,
      notify: async ({ text, buttons }) => {
        notified.push(text);
        return buttons[0];
      },
      showInStatusBar: (text, ended) => {
        inStatusBar.push(text);
        void ended.then(() => inStatusBar.splice(inStatusBar.indexOf(text), 1));
      },
    });
  });

  function message(text: string): BackgroundMessage {
    return { severity: 'error', text, buttons: ['Show Log'] };
  }

  it('are notifications while the panel is out of sight', async () => {
    assert.equal(await messages.show(message('It ended.')), 'Show Log');
    assert.deepEqual([notified, inStatusBar], [['It ended.'], []]);
  });

  it('are in the status bar while the panel is in sight, and are notifications afterwards', async () => {
    inSight = true;
    const pressed = messages.show(message('It ended.'));
    messages.panelChanged();
    assert.deepEqual([notified, inStatusBar], [[], ['It ended.']]);
    inSight = false;
    messages.panelChanged();
    assert.equal(await pressed, 'Show Log');
    messages.panelChanged();
    assert.deepEqual([notified, inStatusBar], [['It ended.'], []]);
  });

  it('wait only once for each text', async () => {
    inSight = true;
    const first = messages.show(message('It ended.'));
    void messages.show(message('It ended.'));
    assert.equal(await first, undefined);
    inSight = false;
    messages.panelChanged();
    assert.deepEqual(notified, ['It ended.']);
  });

  it('are dropped, the oldest first, if more than ten wait', async () => {
    inSight = true;
    const first = messages.show(message('0'));
    for (let n = 1; n <= 10; n += 1) {
      void messages.show(message(`${n}`));
    }
    assert.equal(await first, undefined);
    inSight = false;
    messages.panelChanged();
    assert.deepEqual(notified, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });
});
