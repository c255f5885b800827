import { t } from '@vscode/l10n';
import { pageLoaded, startPage } from '#webview/shell/pageStart.ts';
import { PanelMessaging } from '#webview/shell/panelMessaging.ts';
import { PanelPage } from './panel.ts';

const messaging = new PanelMessaging();
const panel = new PanelPage(messaging, startPage());
messaging.listen(
  (message) => panel.receive(message),
  (screen) => panel.fail(screen, t('The message from the extension could not be read.')),
);
void start();

/** Requests the first `show` with `ready`, unless it has arrived: the extension posts it together with the document of a new panel. */
async function start(): Promise<void> {
  await pageLoaded();
  panel.startAnnouncing();
  if (!messaging.hasReceivedShow) {
    messaging.post({ type: 'ready' });
  }
}
