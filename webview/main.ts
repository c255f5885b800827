import { t } from '@vscode/l10n';
import { Host } from './host.ts';
import { readLanguage } from './language.ts';
import { Panel } from './panel.ts';
import { loaded } from './start.ts';

const host = new Host();
const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no #root.');
}
readLanguage(root);
const panel = new Panel(host, root);
host.listen(
  (message) => panel.receive(message),
  (screen) => panel.fail(screen, t('The message from the extension could not be read.')),
);
void begin();

/** The first `show` of a new panel is posted together with its document; `ready` asks for it where none has come. */
async function begin(): Promise<void> {
  await loaded();
  panel.speak();
  if (!host.isShown) {
    host.post({ type: 'ready' });
  }
}
