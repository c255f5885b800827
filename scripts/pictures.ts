// npm run pictures: the pictures in media/, taken of the packaged extension in the real editor.
import { join } from 'node:path';
import { Host } from '../test/workbench/harness/host.ts';
import { openWorkbench } from '../test/workbench/harness/workbench.ts';
import { installEditor } from './lib/editor.ts';
import { root } from './lib/process.mjs';
import { packageExtension } from './lib/vsix.ts';

const themes = { light: 'Light Modern', dark: 'Dark Modern', 'high-contrast': 'Dark High Contrast' };

await packageExtension();
await installEditor();
const workbench = await openWorkbench({ viewport: { width: 1120, height: 760 } });
try {
  const host = new Host(workbench);
  await host.showView();
  await workbench.page.getByRole('button', { name: 'Try the Demo' }).click();
  await workbench.choose('Deploy a database');
  await host.field('Database name').fill('orders');
  await host.listening('Run').click();
  await host.asks('Demo').waitFor();
  await host.field('Instance type').fill('db.t4g.medium');
  await host.panel.getByLabel('Dublin (eu-west-1)').check();
  await host.ready();
  for (const [name, theme] of Object.entries(themes)) {
    await workbench.setTheme(theme);
    await host.field('Instance type').focus();
    await workbench.page.mouse.move(700, 300);
    await workbench.page.screenshot({ path: join(root, `media/question-${name}.png`) });
    console.log(`media/question-${name}.png`);
  }
  await host.answer('Cancel');
} finally {
  await workbench.dispose();
}
