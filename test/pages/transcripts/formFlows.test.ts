import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { formFlow, reservation, shownCall } from './formFlow.ts';
import { formReplies } from './replies.ts';
import { Transcript } from './transcript.ts';

describe('a screen reader announces', () => {
  const panel = usePanel();

  it('a form, an error, the review and the result', async () => {
    const transcript = await Transcript.start(panel(), { respond: formFlow.respond(panel()) });
    await formFlow.walk(transcript);
    await transcript.matches('form-with-error-and-review');
  });

  it('several errors of a form', async () => {
    const screen = formScreen({ schema: reservation });
    const transcript = await Transcript.start(panel(), { respond: formReplies(panel(), screen) });
    await transcript.happens('A form arrives.', showScreen(screen));
    await transcript.happens('The user opens it.', { type: 'focus', screen: 'form' });
    await transcript.press('Control+Enter');
    await transcript.type('Ada');
    await transcript.press('Control+Enter');
    await transcript.type('2');
    await transcript.press('Control+Enter');
    await transcript.happens('The extension refuses the answers.', {
      type: 'rejected',
      screen: 'form',
      summary: untranslated('Nothing was sent: the answers do not fit.'),
      problems: [{ field: 2, message: untranslated('This address is not known.') }],
    });
    await transcript.tabTo('"Submit"');
    await transcript.press('Shift+Tab');
    await transcript.press('Enter');
    await transcript.matches('form-with-several-errors');
  });

  it('an error of a field that the user has left', async () => {
    const screen = formScreen({ schema: reservation });
    const transcript = await Transcript.start(panel(), { respond: formReplies(panel(), screen) });
    await transcript.happens('A form arrives.', showScreen(screen));
    await transcript.happens('The user opens it.', { type: 'focus', screen: 'form' });
    await transcript.press('Tab');
    await transcript.typeAndPress('20', 'Tab');
    await transcript.press('Control+Enter');
    await transcript.type('Ada');
    await transcript.press('Control+Enter', 'Control+Enter');
    await transcript.matches('form-with-error-left');
  });

  it('a question with yes and no', async () => {
    const schema = objectSchema({ smoking: { type: 'boolean', title: untranslated('Do you smoke?') } }, ['smoking']);
    const screen = formScreen({ schema });
    const transcript = await Transcript.start(panel(), { respond: formReplies(panel(), screen) });
    await transcript.happens('A question arrives.', showScreen(screen));
    await transcript.happens('The user opens it.', { type: 'focus', screen: 'form' });
    await transcript.tabTo('"No"');
    await transcript.tabTo('"Cancel"');
    await transcript.tabTo('"Yes"', 'Shift+Tab');
    await transcript.press('Enter');
    await transcript.matches('yes-or-no');
  });

  it('a secret, its warning and its confirmation', async () => {
    const schema = objectSchema({ user: { type: 'string' }, password: { type: 'string' } }, ['password']);
    const screen = formScreen({ schema });
    const transcript = await Transcript.start(panel(), { respond: formReplies(panel(), screen) });
    await transcript.happens('A form asks for a password.', showScreen(screen));
    await transcript.happens('The user opens it.', { type: 'focus', screen: 'form' });
    await transcript.type('ghp_0123456789abcdefghijklmnopqrstuvwxyzAB');
    await transcript.press('Tab');
    await transcript.tabTo('"‹password›"');
    await transcript.type('hunter2');
    await transcript.press('Tab', 'Enter');
    await transcript.tabTo('"Submit"');
    await transcript.press('Enter', 'Space');
    await transcript.press('Tab');
    await transcript.press('Enter');
    await transcript.matches('secret');
  });

  it('a request that is withdrawn while the user types', async () => {
    const screen = formScreen({ schema: reservation });
    const transcript = await Transcript.start(panel(), { respond: formReplies(panel(), screen) });
    await transcript.happens('A form arrives.', showScreen(screen, { calls: [shownCall], shownCall: 'call' }));
    await transcript.happens('The user opens it.', { type: 'focus', screen: 'form' });
    await transcript.type('Ada Love');
    await transcript.happens(
      'The server withdraws its question.',
      showScreen(
        { kind: 'welcome', id: 'welcome' },
        {
          notices: [
            {
              id: 'gone',
              severity: 'warning',
              text: untranslated('bookings has withdrawn its question. What you typed is kept.'),
              runAgain: true,
            },
          ],
        },
      ),
    );
    await transcript.type('lace');
    await transcript.press('Shift+Tab');
    await transcript.tabTo('"Dismiss"', 'Shift+Tab');
    await transcript.press('Enter');
    await transcript.happens('The notice goes.', showScreen({ kind: 'drawn', id: 'welcome' }));
    await transcript.matches('withdrawn-while-typing');
  });
});
