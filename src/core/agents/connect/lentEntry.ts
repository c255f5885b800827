import { isRecord } from '#form/json.ts';
import type { ServerPlace } from './agentServers.ts';

/** What was added to an agent's file, or replaced in it, to be undone to the byte: a JSON value. */
export interface LentEntry extends ServerPlace {
  readonly path: string;
  /** The text that was written. */
  readonly written: string;
  /** The text that stood there before. Absent: nothing was replaced. */
  readonly original?: string | undefined;
  /** True if the list of servers was added with it, or with another lent entry that stood in it: the last one takes it away. */
  readonly hasMadeList?: boolean | undefined;
  /** The server was added to the settings of the host by the same change. */
  readonly setting?: AddedSetting | undefined;
}

/** What was added to the user settings of the host. */
interface AddedSetting {
  /** The fingerprint of the entry that was added. */
  readonly fingerprint: string;
  /** The ids of the inputs that were added. */
  readonly inputs: readonly string[];
}

const maxTextLength = 1024 * 1024;

/** Reads what was remembered from parsed JSON. */
export function readLentEntry(value: unknown): LentEntry | undefined {
  const { path, name, project, written, original, hasMadeList, setting } = isRecord(value) ? value : {};
  if (!isText(path) || !isText(name) || !isText(written)) {
    return undefined;
  }
  const added = readSetting(setting);
  return {
    path,
    name,
    written,
    ...(isText(project) && { project }),
    ...(isText(original) && { original }),
    ...(hasMadeList === true && { hasMadeList }),
    ...(added && { setting: added }),
  };
}

function readSetting(value: unknown): AddedSetting | undefined {
  const { fingerprint, inputs } = isRecord(value) ? value : {};
  return isText(fingerprint) && Array.isArray(inputs) && inputs.every(isText) ? { fingerprint, inputs } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxTextLength;
}
