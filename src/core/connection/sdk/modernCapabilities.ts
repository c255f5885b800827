import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

/** The identifier of the tasks extension. Source: tasks extension (SEP-2663), "Extension Identifier". */
const tasksExtension = 'io.modelcontextprotocol/tasks';

type RequestMeta = Readonly<Record<string, unknown>>;

/**
 * Corrects the capabilities in the `_meta` of a request of the modern era. The SDK declares the same capabilities in both
 * eras. In the modern era tasks are an extension, and `roots` has no `listChanged`, because servers request the roots when
 * they need them.
 * Source: tasks extension (SEP-2663); MCP specification 2026-07-28, client/roots, "Capabilities".
 */
export function withModernCapabilities(meta: RequestMeta | undefined): RequestMeta | undefined {
  const declared = meta?.[CLIENT_CAPABILITIES_META_KEY];
  if (!isRecord(declared)) {
    return meta;
  }
  const extensions = isRecord(declared['extensions']) ? declared['extensions'] : {};
  const capabilities = {
    ...declared,
    extensions: { ...extensions, [tasksExtension]: {} },
    ...(declared['roots'] ? { roots: {} } : {}),
  };
  return { ...meta, [CLIENT_CAPABILITIES_META_KEY]: capabilities };
}
