// npm run soak: what takes minutes. Not part of npm test.
//   npm run soak                           requests that wait for long, in a real editor
//   npm run soak -- editor-agent [MINUTES]  a call of the editor's own agent that asks, answered after five and a half minutes
//   npm run soak -- agents [MINUTES] [SEED]  agents, servers and windows that end at any time: see soak/agents/faultRun.ts
import { runFaults } from '#scripts/soak/agents/runFaults.ts';
import { soakInEditor } from '#scripts/soak/callsInEditor.ts';
import { soakEditorAgent } from '#scripts/soak/editorAgentCall.ts';

const [what, ...rest] = process.argv.slice(2);
if (what === 'agents') await runFaults(rest);
else if (what === 'editor-agent') await soakEditorAgent(rest);
else await soakInEditor();
