import { useDemo } from '#test/workbench/harness/hooks.ts';

describe('an offer of a server', function () {
  this.timeout(120_000);
  const { host } = useDemo();

  it('may be a tool, with a button in the view that runs the tool', async () => {
    const tool = host.serverItem(/^Show the seating plan/);
    await tool.hover();
    await tool.getByRole('button', { name: /^Run Tool/ }).click();
    await host.panel.getByText('The windows are along the top').waitFor();
    await host.panel.getByRole('img', { name: /^Image from the server/ }).waitFor();
  });

  it('may be a prompt, whose arguments the user enters in a form', async () => {
    await host.pickAndRun('Get Prompt...', 'Demo', 'write_review');
    await host.field('restaurant').fill('Casa Limón');
    await host.field('tone').fill('honest');
    await host.enabledButton('Run').click();
    await host.panel.getByText('Write a review of Casa Limón in about 80 words. Tone: honest.').waitFor();
  });

  it('may be a resource, which is shown as text', async () => {
    await host.pickAndRun('Read Resource...', 'Demo', 'The menu');
    await host.panel.getByRole('heading', { name: 'demo://menu' }).waitFor();
    await host.panel.locator('pre').filter({ hasText: 'Saffron rice' }).waitFor();
  });
});
