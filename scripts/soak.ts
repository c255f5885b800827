// npm run soak: what takes minutes. Not part of npm test.
//   npm run soak -- [MINUTES] [--seed N]     agents, servers and windows that end at any time: see soak/agents/faultRun.ts;
//                                            the ledger is in .cache/soak
//   npm run soak -- [MINUTES] --resume       continues the last run
//   npm run soak -- --print                  prints the ledger of the last run, also while it runs
//   npm run soak -- waiting                  requests that wait for long, in a real editor
//   npm run soak -- editor-agent [MINUTES]   a call of the editor's own agent that asks, answered after five and a half minutes
import { soakInEditor } from '#scripts/soak/callsInEditor.ts';
import { soakEditorAgent } from '#scripts/soak/editorAgentCall.ts';
import { soakInSegments } from '#scripts/soak/segments.ts';

const [what, ...rest] = process.argv.slice(2);
if (what === 'waiting') await soakInEditor();
else if (what === 'editor-agent') await soakEditorAgent(rest);
else await soakInSegments(process.argv.slice(2));
