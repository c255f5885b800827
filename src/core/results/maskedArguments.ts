import { SecretMask } from '#core/common/secretMask.ts';
import { differences, withoutSecretArguments } from '#core/drafts/secretArguments.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import { isRecord, textsIn } from '#form/json.ts';
import { hiddenSecret, maskArguments } from './resultMask.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The arguments of a call of which only the arguments are known, with `hiddenSecret` in place of secrets. `undefined` if these cannot be located. */
export function argumentsWithoutSecrets(args: Arguments, secrets: ArgumentSecrets): Arguments | undefined {
  const redacted = withoutSecretArguments(args, secrets);
  if (!redacted) {
    return undefined;
  }
  const mask = new SecretMask(textsIn(differences(args, redacted)));
  return maskedArguments(args, redacted, (text) => mask.mask(text));
}

/** The arguments with `hiddenSecret` in place of each value that `redacted` does not have, and without what `mask` replaces. */
export function maskedArguments(
  args: Arguments,
  redacted: Arguments,
  mask: (text: string) => string,
): Arguments | undefined {
  return maskArguments(marked(args, redacted), mask);
}

function marked(args: Arguments, redacted: Arguments): Arguments {
  const markedValue = (value: unknown, rest: unknown): unknown => {
    if (Array.isArray(value) && Array.isArray(rest)) {
      return value.map((item, index) => markedValue(item, rest[index]));
    }
    if (isRecord(value) && isRecord(rest)) {
      return marked(value, rest);
    }
    return value === rest ? value : hiddenSecret;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, markedValue(value, redacted[name])]));
}
