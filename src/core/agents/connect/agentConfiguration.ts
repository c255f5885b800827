import { t } from '@vscode/l10n';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { ConfigError, parseConfig } from '#core/agents/syntax/configText.ts';
import { errorText } from '#core/common/errors.ts';
import type { AgentFile } from './agentFiles.ts';
import { type AgentServer, readAgentServers, type ServerPlace } from './agentServers.ts';
import { agentFormats } from './allAgentFormats.ts';
import { addHook, type HookMemory, type HookState, readHookMemory, readHookState, removeHook } from './claudeHook.ts';
import {
  type ConfigFile,
  createConfigFile,
  keepBackup,
  readConfigFile,
  removeConfigFile,
  replaceConfigFile,
} from './configFiles.ts';
import { type ConnectedServer, readConnectedServers } from './connectedServers.ts';
import { connectServers, type ServerChoice } from './connectServers.ts';
import { restoreServers } from './disconnectServers.ts';
import type { ProxyRuntime } from './wrappedCommand.ts';

/** A file of an agent and what is in it. */
export interface AgentConfiguration {
  readonly place: AgentFile;
  /** Absent if there is no file, or if it cannot be read. */
  readonly file?: ConfigFile;
  readonly servers: readonly AgentServer[];
  readonly hook?: HookState;
  /** Why the file is shown and not changed, as a sentence for the user. Absent: it may be changed. */
  readonly refusal?: string;
}

/** What is remembered of a file that was changed: a JSON value. */
export interface ConnectedFile {
  readonly path: string;
  readonly servers: readonly ConnectedServer[];
  readonly hook?: HookMemory;
}

/** A change of a file that is not written yet. */
export interface ConfigChange {
  readonly text: string;
  /** To be stored before the change is written, so that what was written can always be restored. */
  readonly connected: ConnectedFile;
}

/** Reads a file of an agent. Never throws: what is wrong is the refusal. */
export async function readAgentConfiguration(place: AgentFile): Promise<AgentConfiguration> {
  let file: ConfigFile | undefined;
  try {
    file = await readConfigFile(place.path);
    if (!file) {
      return { place, servers: [] };
    }
    const { syntax } = agentFormats[place.agent];
    const content =
      place.holds === 'hooks'
        ? { servers: [], hook: readHookState(file.text) }
        : { servers: readAgentServers(agentFormats[place.agent], parseConfig(syntax, file.text)) };
    const refusal = place.folder === undefined ? file.refusal : ofProject();
    return { place, file, ...content, ...(refusal !== undefined && { refusal }) };
  } catch (error) {
    return { place, ...(file && { file }), servers: [], refusal: errorText(error, 500) };
  }
}

/**
 * The change that wraps servers. It can be made for a file that is only shown, too, so that the user can copy it.
 * @throws ConfigError
 */
export function planServers(
  { place, file }: AgentConfiguration,
  choices: readonly ServerChoice[],
  runtime: ProxyRuntime,
  remembered: ConnectedFile | undefined,
): ConfigChange {
  const format = agentFormats[place.agent];
  const { text, connected } = connectServers(format, file?.text ?? '', choices, runtime, remembered?.servers ?? []);
  return { text, connected: { path: place.path, servers: connected } };
}

/**
 * The change that adds Claude Code's hook.
 * @throws ConfigError
 */
export function planHook(
  { place, file }: AgentConfiguration,
  runtime: ProxyRuntime,
  remembered: ConnectedFile | undefined,
): ConfigChange {
  const { text, memory = remembered?.hook } = addHook(file?.text, runtime);
  return { text, connected: { path: place.path, servers: [], ...(memory && { hook: memory }) } };
}

/**
 * Writes a change, and keeps a copy of the file as it was.
 * @throws ConfigError if the file may not be changed, or has changed since it was read; it is then as it was
 */
export async function writeChange(
  home: HomeFolder,
  { place, file, refusal }: AgentConfiguration,
  { text }: ConfigChange,
): Promise<void> {
  if (refusal !== undefined) {
    throw new ConfigError(refusal);
  }
  if (!file) {
    await createConfigFile(place.path, text);
  } else if (text !== file.text) {
    await keepBackup(home, place.agent, file);
    await replaceConfigFile(file, text);
  }
}

function ofProject(): string {
  return t('The file belongs to a project, so others may use it, too.');
}

/** What became of a file that was disconnected. */
interface DisconnectedFile {
  readonly restored: readonly ServerPlace[];
  /** What is still to be remembered. Absent: nothing of it is connected any more. */
  readonly connected?: ConnectedFile;
}

/**
 * Restores the servers of a file at `places`, or everything in it.
 * @throws ConfigError if the file may not be changed, is not understood, or was changed at the same time; it is then as it was
 */
export async function disconnectFile(
  place: AgentFile,
  remembered: ConnectedFile | undefined,
  places?: readonly ServerPlace[],
): Promise<DisconnectedFile> {
  if (place.folder !== undefined) {
    throw new ConfigError(ofProject());
  }
  const file = await readConfigFile(place.path);
  if (file && place.holds === 'hooks') {
    await writeOrRemove(file, removeHook(file.text, remembered?.hook));
  } else if (file) {
    const format = agentFormats[place.agent];
    const { text, restored, connected } = restoreServers(format, file.text, remembered?.servers ?? [], places);
    await writeOrRemove(file, text);
    return { restored, ...(connected.length > 0 && { connected: { path: place.path, servers: connected } }) };
  }
  return { restored: [] };
}

async function writeOrRemove(file: ConfigFile, text: string | undefined): Promise<void> {
  if (text === undefined) {
    await removeConfigFile(file);
  } else if (text !== file.text) {
    await replaceConfigFile(file, text);
  }
}

/** Reads what was remembered from parsed JSON. What is not valid is left out. */
export function readConnectedFiles(value: unknown): ConnectedFile[] {
  return Array.isArray(value)
    ? value.slice(0, 100).flatMap((item: unknown) => {
        const { path, servers, hook } = (typeof item === 'object' && item !== null ? item : {}) as Record<
          string,
          unknown
        >;
        const memory = readHookMemory(hook);
        return typeof path === 'string'
          ? [{ path, servers: readConnectedServers(servers), ...(memory && { hook: memory }) }]
          : [];
      })
    : [];
}
