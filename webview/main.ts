import { t } from '@vscode/l10n';
import { readLanguage } from '#webview/shell/pageStart.ts';
import { PanelMessaging } from '#webview/shell/panelMessaging.ts';
import { loaded } from '#webview/shell/start.ts';
import { PanelPage } from './panel.ts';

const host = new PanelMessaging();
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
  if (!host.hasReceivedShow) {
    host.post({ type: 'ready' });
  }
}
