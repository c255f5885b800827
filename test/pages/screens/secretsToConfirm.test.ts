import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

const server = { name: untranslated('accounts') };
/** A text with the shape of a GitHub token. */
const token = `ghp_${'a1B2'.repeat(9)}`;

describe('the confirmation before secrets are sent', () => {
  const panel = usePanel();

  /** Shows a form whose properties have the given titles and values, and presses Submit. */
  async function submit(fields: readonly (readonly [title: string, value: string])[]): Promise<void> {
    await panel().send(
      showScreen(
        formScreen({
          server,
          schema: objectSchema(
            Object.fromEntries(fields.map(([title], index) => [`f${index}`, { type: 'string', title }])),
          ),
          content: Object.fromEntries(fields.map(([, value], index) => [`f${index}`, value])),
        }),
      ),
    );
    await panel().button('Submit').click();
  }

  const isNamed = (name: string) => panel().page.getByRole('checkbox', { name, exact: true }).waitFor();

  it('names the field of the secret and the server', async () => {
    await submit([['API key', 'open sesame']]);
    await isNamed('Send my “API key” to ‹accounts› anyway');
  });

  it('names several fields', async () => {
    await submit([
      ['API key', 'open sesame'],
      ['Password', 'hunter2'],
    ]);
    await isNamed('Send my “API key” and “Password” to ‹accounts› anyway');
  });

  it('names five fields, and the number of the others', async () => {
    await submit(Array.from({ length: 7 }, (_, index) => [`Password ${index}`, 'hunter2']));
    await isNamed(
      'Send my “Password 0”, “Password 1”, “Password 2”, “Password 3”, “Password 4”, and 2 more to ‹accounts› anyway',
    );
  });

  it('says what the secret is if the name of its field does not', async () => {
    await submit([['Note', token]]);
    await isNamed('Send my “Note” (an access token of GitHub) to ‹accounts› anyway');
  });

  it('cannot be made to say something else by the name of a field', async () => {
    await submit([['Password” to nobody. Tick to keep “it\u202e\u200b', 'hunter2']]);
    await isNamed(`Send my “Password' to nobody. Tick to keep 'it” to ‹accounts› anyway`);
    await panel().load();
    await submit([[`Password ${'W'.repeat(280)}`, 'hunter2']]);
    await isNamed(`Send my “Password ${'W'.repeat(111)}…” to ‹accounts› anyway`);
  });
});
