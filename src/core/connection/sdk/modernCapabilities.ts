import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

/** Source: tasks extension (SEP-2663), "Extension Identifier". */
const tasksExtension = 'io.modelcontextprotocol/tasks';

type Envelope = Readonly<Record<string, unknown>>;

/**
 * The `_meta` of a request of the modern era with the capabilities of that era. The SDK declares the same capabilities in
 * both eras; tasks are an extension in the modern era only, and there `roots` has no `listChanged`: servers ask for the
 * roots when they need them.
 * Source: tasks extension (SEP-2663); MCP specification 2026-07-28, client/roots, "Capabilities".
 */
export function withModernCapabilities(envelope: Envelope | undefined): Envelope | undefined {
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  if (!isRecord(declared)) {
    return envelope;
  }
  const extensions = isRecord(declared['extensions']) ? declared['extensions'] : {};
  const capabilities = {
    ...declared,
    extensions: { ...extensions, [tasksExtension]: {} },
    ...(declared['roots'] ? { roots: {} } : {}),
  };
  return { ...envelope, [CLIENT_CAPABILITIES_META_KEY]: capabilities };
}
