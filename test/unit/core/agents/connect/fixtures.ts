import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import type { Fixture } from './agentFixture.ts';
import { testedFiles } from './testedFiles.ts';
import { untestedFiles } from './untestedFiles.ts';

export const posix: ProxyRuntime = { kind: 'posix' };
export const windowsNode: ProxyRuntime = {
  kind: 'windows',
  program: 'C:\\Program Files\\nodejs\\node.exe',
  isEditor: false,
  script: 'C:\\Users\\me\\.mcp-elicitation\\bin\\proxy.cjs',
};
export const windowsEditor: ProxyRuntime = { ...windowsNode, program: 'C:\\Code\\Code.exe', isEditor: true };

const documented: readonly Fixture[] = [...testedFiles, ...untestedFiles];

/** Every documented file as it is, with CRLF, and with a BOM. */
export const fixtures: readonly Fixture[] = documented.flatMap((fixture) => [
  fixture,
  { ...fixture, what: `${fixture.what} with CRLF`, text: fixture.text.replaceAll('\n', '\r\n') },
  { ...fixture, what: `${fixture.what} with a BOM`, text: `\ufeff${fixture.text}` },
]);

/** The fixture of an agent as it is documented. */
export function fixtureOf(agent: AgentId): Fixture {
  const found = documented.find((fixture) => fixture.agent === agent);
  if (!found) throw new Error(agent);
  return found;
}
