import { readLanguage } from '../language.ts';
import { HistoryHost } from './host.ts';
import { HistoryPage } from './page.ts';

const host = new HistoryHost();
const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no #root.');
}
readLanguage(root);
const page = new HistoryPage(host.post, root);
host.listen((message) => page.receive(message));
host.post({ type: 'ready' });
page.begin();
