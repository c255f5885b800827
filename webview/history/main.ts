import { readLanguage } from '#webview/shell/language.ts';
import { presses } from '#webview/shell/presses.ts';
import { HistoryHost } from './host.ts';
import { HistoryPage } from './page.ts';

const host = new HistoryHost();
const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no #root.');
}
readLanguage(root);
const page = new HistoryPage(host.post, root);
// What is shown moves what is beneath it, so that it waits for the end of a press.
const pointer = presses();
host.listen((message) => pointer.whenReleased(() => page.receive(message)));
host.post({ type: 'ready' });
page.begin();
