import { Host } from './host.ts';
import { Panel } from './panel.ts';
import { registerToolkit } from './toolkit.ts';

registerToolkit();
const host = new Host();
const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no #root.');
}
const panel = new Panel(host, root);
host.listen(
  (message) => panel.receive(message),
  (screen) => panel.fail(screen, 'The message from the extension could not be read.'),
);
host.post({ type: 'ready' });
