import { startPage } from '#webview/shell/pageStart.ts';
import { pagePresses } from '#webview/shell/presses/pointerPresses.ts';
import { HistoryMessaging } from './historyMessaging.ts';
import { HistoryView } from './historyView.ts';

const messaging = new HistoryMessaging();
const page = new HistoryView(messaging, startPage());
// A message is handled after the current press, because it can move the element under the pointer.
const presses = pagePresses();
messaging.listen((message) => presses.runNowOrAfterPress(() => page.receive(message)));
messaging.post({ type: 'ready' });
page.query();
