// npm run orca: see scripts/orca.ts.
import { sharedBrowser } from '#test/pages/harness/sharedBrowser.ts';
import { openPage } from '#test/pages/harness/webviewPage.ts';
import { formFlow } from '#test/pages/transcripts/formFlow.ts';
import { Transcript } from '#test/pages/transcripts/transcript.ts';
import { OrcaSession } from './orcaSession.ts';

const orca = await OrcaSession.start();
try {
  await sharedBrowser({ headless: false, env: { ...orca.env }, args: ['--force-renderer-accessibility'] });
  const panel = await openPage('panel');
  await panel.page.bringToFront();
  await orca.heard();
  const transcript = await Transcript.start(panel, {
    respond: formFlow.respond(panel),
    hear: async () => (await orca.heard()).map((text) => `    Orca: ${text}`),
  });
  await formFlow.walk(transcript);
  console.log(transcript.text);
} finally {
  await orca.end();
}
// Ends the browser, too.
process.exit();
