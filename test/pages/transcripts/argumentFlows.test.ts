import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { guestsSchema, replySuggestions } from '#test/pages/states/argumentBoxStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, objectSchema, titledTool } from '#test/pages/states/screenBuilders.ts';
import { formReplies } from './replies.ts';
import { Transcript } from './transcript.ts';

describe('a screen reader announces', () => {
  const panel = usePanel();

  it('the rows of a list', async () => {
    const schema = objectSchema(
      {
        paths: { type: 'array', items: { type: 'string' }, description: untranslated('The files to read') },
        ports: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 2 },
      },
      ['paths'],
    );
    const screen = argumentsScreen({ target: titledTool, schema });
    const transcript = await Transcript.start(panel(), { respond: formReplies(panel(), screen) });
    await transcript.happens('The user runs a tool.', showScreen(screen), { type: 'focus', screen: 'arguments' });
    await transcript.type('a.txt');
    await transcript.press('Enter');
    await transcript.type('b.txt');
    await transcript.press('Tab', 'Enter');
    await transcript.tabTo('"Undo');
    await transcript.press('Enter');
    await transcript.tabTo('row 1"');
    await transcript.type('many');
    await transcript.press('Control+Enter');
    await transcript.type('80');
    await transcript.tabTo('"Add');
    await transcript.press('Enter');
    await transcript.tabTo('"Add');
    await transcript.press('Enter', 'Control+Enter');
    await transcript.matches('arguments-list');
  });

  it('a box with JSON and its suggestions', async () => {
    const screen = argumentsScreen({ schema: guestsSchema });
    const transcript = await Transcript.start(panel(), {
      respond: async () => {
        if ((await panel().postedOf('suggestJson')).length > 0) await replySuggestions(panel(), guestsSchema);
        await panel().clearPosted();
      },
    });
    await transcript.happens('The user runs a tool.', showScreen(screen), { type: 'focus', screen: 'arguments' });
    await transcript.press('Control+Enter');
    await transcript.press('Control+a');
    await transcript.type('[{');
    await transcript.press('Control+Space');
    await transcript.press('ArrowDown', 'ArrowDown', 'Enter');
    await transcript.press('Control+Space', 'Escape');
    await transcript.matches('arguments-json');
  });
});
