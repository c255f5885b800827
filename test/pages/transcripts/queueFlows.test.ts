import type { View, WaitingEntry } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { waitingEntry } from '#test/pages/states/aboveScreenStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { Transcript } from './transcript.ts';

describe('a screen reader announces', () => {
  const panel = usePanel();
  const cloud = { name: untranslated('cloud') };
  const name = formScreen();
  const time = formScreen({
    id: 'time',
    message: untranslated('When do you come?'),
    schema: objectSchema({ time: { type: 'string' } }),
  });
  const region = formScreen({
    id: 'region',
    server: cloud,
    message: untranslated('Which region?'),
    schema: objectSchema({ region: { type: 'string' } }, ['region']),
  });
  const entries: Readonly<Record<string, WaitingEntry>> = {
    form: waitingEntry(),
    time: waitingEntry({ id: 'time', words: time.message }),
    region: waitingEntry({
      id: 'region',
      serverId: 'user:cloud',
      server: cloud.name,
      target: untranslated('deploy'),
      words: region.message,
    }),
  };
  const show = (screen: View['screen'], ...ids: readonly string[]) =>
    showScreen(screen, { waitingBehind: ids.length - 1, waiting: ids.flatMap((id) => entries[id] ?? []) });
  const focus = (screen: string) => ({ type: 'focus', screen }) as const;

  it('three requests of two servers, which are answered in another order', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('A request arrives, and the user opens it.', show(name, 'form'), focus('form'));
    await transcript.type('Ada');
    await transcript.happens('Another server asks, too.', show({ kind: 'drawn', id: 'form' }, 'form', 'region'));
    await transcript.happens(
      'The first server asks a second time.',
      show({ kind: 'drawn', id: 'form' }, 'form', 'region', 'time'),
    );
    await transcript.tabTo('‹cloud›', 'Shift+Tab');
    await transcript.press('Enter');
    await transcript.happens(
      'The question of the other server is shown.',
      show(region, 'form', 'region', 'time'),
      focus('region'),
    );
    await transcript.type('Paris');
    await transcript.press('Control+Enter');
    await transcript.happens(
      'It is answered; the first question is shown, with its draft.',
      show(
        formScreen({
          content: { name: 'Ada' },
          draft: { minutes: 0, isMessageDifferent: false, missing: [], startedOver: false },
        }),
        'form',
        'time',
      ),
    );
    await transcript.tabTo('opens a menu', 'Shift+Tab');
    await transcript.press('ArrowDown', 'ArrowDown');
    await transcript.press('Enter');
    await transcript.happens('The second question is shown.', show(time, 'form', 'time'), focus('time'));
    await transcript.tabTo('"Decline"');
    await transcript.press('Enter');
    await transcript.happens(
      'It is declined; the first one is left.',
      show(formScreen({ content: { name: 'Ada' } }), 'form'),
    );
    await transcript.press('Control+Enter');
    await transcript.happens('It is answered.', showScreen({ kind: 'welcome', id: 'welcome' }));
    await transcript.matches('three-requests');
  });

  it('a menu that is left with Escape, and a request that goes while it is open', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('Two requests of a server wait.', show(name, 'form', 'time', 'region'), focus('form'));
    await transcript.tabTo('opens a menu', 'Shift+Tab');
    await transcript.press('Enter', 'ArrowDown', 'Escape', 'Enter', 'ArrowDown');
    await transcript.happens(
      'The server withdraws its second question.',
      show({ kind: 'drawn', id: 'form' }, 'form', 'region'),
    );
    await transcript.press('Escape');
    await transcript.matches('queue-menu');
  });
});
