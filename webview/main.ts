import { t } from '@vscode/l10n';
import { ExtensionHost } from '#webview/shell/host.ts';
import { readLanguage } from '#webview/shell/language.ts';
import { loaded } from '#webview/shell/start.ts';
import { PanelPage } from './panel.ts';

const host = new ExtensionHost();
const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no #root.');
}
readLanguage(root);
const panel = new PanelPage(host, root);
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
