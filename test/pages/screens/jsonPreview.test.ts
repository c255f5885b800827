import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

describe('the arguments as JSON', () => {
  const panel = usePanel();
  const json = async () =>
    JSON.parse((await panel().page.locator('.json-preview pre:not(:empty)').textContent()) ?? '');
  const note = () => panel().page.getByText('Without the fields that have a problem.');
  const open = async (properties: Record<string, object>, content: Readonly<Record<string, unknown>>) => {
    await panel().send(showScreen(argumentsScreen({ schema: objectSchema(properties), content })));
    await panel().page.getByText('Exact JSON').click();
  };

  it('have dots in place of secrets until the user shows them', async () => {
    await open({ user: { type: 'string' }, password: { type: 'string' } }, { user: 'ada', password: 'hunter2' });
    const sent = { user: 'ada', password: 'hunter2' };
    const masked = { ...sent, password: '••••••••' };
    assert.deepEqual(await json(), masked);
    await panel().button('Show Secrets').focus();
    await panel().press('Enter');
    assert.deepEqual(await json(), sent);
    await panel().button('Hide Secrets').click();
    assert.deepEqual(await json(), masked);
    await panel().button('Show Secrets').click();
    await panel().page.getByText('Exact JSON').click();
    await panel().page.getByText('Exact JSON').click();
    assert.deepEqual(await json(), masked);
  });

  it('have no button without secrets', async () => {
    await open({ user: { type: 'string' } }, { user: 'ada' });
    assert.deepEqual(await json(), { user: 'ada' });
    assert.equal(await panel().button('Show Secrets').count(), 0);
  });

  it('are without a list whose text names no option, and say so', async () => {
    const sizes = untranslated('sizes');
    await open(
      { [sizes]: { type: 'array', items: { type: 'number', enum: [1, 2, 4] } }, user: { type: 'string' } },
      { [sizes]: [1, 2], user: 'ada' },
    );
    assert.equal(await note().isVisible(), false);
    await panel().page.getByRole('combobox').first().fill('nothing like that');
    await panel().field(untranslated('user')).focus();
    await note().waitFor();
    assert.deepEqual(await json(), { user: 'ada' });
  });

  it('are without a text that the extension rejects, and say so', async () => {
    await open({ user: { type: 'string' }, code: { type: 'string' } }, { user: 'ada', code: 'x' });
    const problems = [{ field: 1, message: untranslated('No code.') }];
    await panel().send({ type: 'checked', screen: 'arguments', revision: 0, problems, secrets: [] });
    await note().waitFor();
    assert.deepEqual(await json(), { user: 'ada' });
  });
});

describe('arguments of an earlier call', () => {
  const panel = usePanel();
  const line = () => panel().page.locator('.info-line.missing');

  it('are shown with the names of the secrets that were not kept', async () => {
    await panel().send(showScreen(argumentsScreen({ missing: [untranslated('headers › Authorization')] })));
    assert.match(
      await line().innerText(),
      /“‹headers › Authorization›” is a secret and was not kept: fill it in again\./,
    );
    const missing = [untranslated('a'), untranslated('<b>')];
    await panel().send(showScreen(argumentsScreen({ id: 'second', missing })));
    assert.match(await line().innerText(), /Secrets were not kept\. Fill these in again: .*‹a›.*‹<b>›/);
    await panel().send(showScreen(argumentsScreen({ id: 'third' })));
    assert.equal(await line().count(), 0);
  });
});
