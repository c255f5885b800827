import { t } from '@vscode/l10n';
import type { CallReference } from '#core/model/elicitationRequest.ts';
import { argumentsWithoutSecrets } from '#core/results/maskedArguments.ts';
import { escapeInvisibleInJson, truncate } from '#form/text.ts';

/** Longer arguments are not searched for secrets, and not shown. In UTF-16 code units of their JSON. */
const maxSearchedLength = 100_000;
/** The length of the JSON that is shown, in UTF-16 code units. */
const maxShownLength = 2000;

/** The texts that were computed, because the panel shows a request many times. */
const texts = new WeakMap<CallReference['request'], string | undefined>();

/**
 * The arguments of an agent's call for the details of the header: JSON with `[secret]` in place of secrets, and with every character visible.
 * `undefined` if there are none.
 */
export function shownAgentArguments({
  request,
  secrets = { schema: {}, masked: [] },
}: CallReference): string | undefined {
  if (request.kind === 'resource' || Object.keys(request.arguments).length === 0) {
    return undefined;
  }
  if (!texts.has(request)) {
    texts.set(request, textOf(request.arguments, secrets));
  }
  return texts.get(request);
}

function textOf(args: Readonly<Record<string, unknown>>, secrets: NonNullable<CallReference['secrets']>): string {
  if (JSON.stringify(args).length > maxSearchedLength) {
    return t('They are too long to be shown.');
  }
  const shown = argumentsWithoutSecrets(args, secrets);
  if (!shown) {
    return t('They are not shown, because secrets in them cannot be located.');
  }
  const json = escapeInvisibleInJson(JSON.stringify(shown, null, 2));
  return json.length > maxShownLength ? `${truncate(json, maxShownLength)}…` : json;
}
