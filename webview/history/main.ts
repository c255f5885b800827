import { readLanguage } from '#webview/shell/pageStart.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';
import { HistoryMessaging } from './historyMessaging.ts';
import { HistoryPage } from './historyPage.ts';

const host = new HistoryMessaging();
const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no #root.');
}
readLanguage(root);
const page = new HistoryPage(host.post, root);
// What is shown moves what is beneath it, so that it waits for the end of a press.
const pointer = pagePresses();
host.listen((message) => pointer.whenReleased(() => page.receive(message)));
host.post({ type: 'ready' });
page.begin();
