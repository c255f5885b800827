import { useDemo } from '#test/workbench/harness/hooks.ts';

describe('what a server offers', function () {
  this.timeout(120_000);
  const { host } = useDemo();

  it('is a tool with a button in the view that runs it', async () => {
    const tool = host.serverItem(/^Show the seating plan/);
    await tool.hover();
    await tool.getByRole('button', { name: /^Run Tool/ }).click();
    await host.panel.getByText('The windows are along the top').waitFor();
    await host.panel.getByRole('img', { name: /^Image from the server/ }).waitFor();
  });

  it('is a prompt whose arguments are asked for in a form', async () => {
    await host.pickAndRun('Get Prompt...', 'Demo', 'write_review');
    await host.field('restaurant').fill('Casa Limón');
    await host.field('tone').fill('honest');
    await host.enabledButton('Run').click();
    await host.panel.getByText('Write a review of Casa Limón in about 80 words. Tone: honest.').waitFor();
  });

  it('is a resource that is shown as text', async () => {
    await host.pickAndRun('Read Resource...', 'Demo', 'The menu');
    await host.panel.getByRole('heading', { name: 'demo://menu' }).waitFor();
    await host.panel.locator('pre').filter({ hasText: 'Saffron rice' }).waitFor();
  });
});
