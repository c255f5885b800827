import type { ToWebview } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { agentStates } from '#test/pages/states/agentStates.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { Transcript } from './transcript.ts';

/** The messages of a state; with `isDrawn` for a screen that the page shows already. */
function messagesOf(name: string, isDrawn = false): readonly ToWebview[] {
  const found = agentStates.find((each) => each.name === name);
  if (!found) throw new Error(`There is no state ${name}.`);
  return found.messages().map((message) => {
    if (message.type !== 'show' || !isDrawn) return message;
    const { screen } = message.view;
    return { ...message, view: { ...message.view, screen: { kind: 'drawn', id: screen.id } } };
  });
}

describe('a screen reader announces', () => {
  const panel = usePanel();

  it('that an agent has stopped waiting, and that it waits again', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('The server of an agent asks.', ...messagesOf('agent-form'));
    await transcript.happens('The user opens the question.', { type: 'focus', screen: 'form' });
    await transcript.type('Ada');
    await transcript.happens('The agent stops waiting.', ...messagesOf('agent-stopped-waiting', true));
    await transcript.tabTo('"Dismiss"');
    await transcript.happens('The agent calls again.', ...messagesOf('agent-waits-again', true));
    await transcript.press('Tab');
    await transcript.matches('agent-stops-waiting');
  });

  it('a call that the user dismisses because nobody waits for it', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('The agent has stopped waiting.', ...messagesOf('agent-stopped-waiting'), {
      type: 'focus',
      screen: 'form',
    });
    await transcript.tabTo('"Dismiss"');
    await transcript.press('Enter');
    await transcript.happens('The call has ended.', showScreen({ kind: 'welcome', id: 'welcome' }));
    await transcript.matches('agent-dismissed');
  });

  it('that a question was closed by an interrupt in the agent, and that an answer has arrived', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens(
      'The agent has interrupted a call, and its server asks again.',
      ...messagesOf('agent-interrupted'),
    );
    await transcript.happens('The user opens the question.', { type: 'focus', screen: 'form' });
    await transcript.type('Ada');
    await transcript.happens(
      'The server asks something else after the answer.',
      ...messagesOf('agent-answer-sent', true),
    );
    await transcript.happens('A moment later.', ...messagesOf('agent-form', true));
    await transcript.happens('Nothing waits after a decline.', ...messagesOf('agent-answer-sent-idle'));
    await transcript.matches('agent-answer-sent');
  });

  it('the folder of the agent and the arguments of its call', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('The server of an agent asks.', ...messagesOf('agent-form'), {
      type: 'focus',
      screen: 'form',
    });
    await transcript.tabTo('details of the server', 'Shift+Tab');
    await transcript.press('Enter', 'Tab', 'Shift+Tab', 'Tab', 'Escape');
    await transcript.matches('agent-details');
  });

  it('that a server is not the one that was connected, and what its agent starts', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('A planted server asks.', ...messagesOf('unverified-server-replaces'));
    await transcript.happens('The user opens the question.', { type: 'focus', screen: 'unverified' });
    await transcript.tabTo('"Allow Once"');
    await transcript.press('Enter');
    await transcript.happens('It asks.', ...messagesOf('agent-not-connected'), { type: 'focus', screen: 'form' });
    await transcript.tabTo('details of the server', 'Shift+Tab');
    await transcript.press('Enter');
    await transcript.press('Tab', 'Tab');
    await transcript.matches('agent-not-connected');
  });

  it('that a question can be answered in the agent', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('Claude Code asks by its hook.', ...messagesOf('agent-hook-form'), {
      type: 'focus',
      screen: 'form',
    });
    await transcript.tabTo('Answer in');
    await transcript.press('Enter');
    await transcript.matches('agent-answers-itself');
  });

  it('the question of another extension', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('Another extension asks.', ...messagesOf('extension-form'));
    await transcript.happens('The user opens the question.', { type: 'focus', screen: 'form' });
    await transcript.matches('extension-asks');
  });
});
