import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { networkScope } from '#core/guard/url/networkScope.ts';
import { type ServerDefinition, storedId } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';
import type { AuthorizationServices } from './authorizationServices.ts';

/** True if requests to a URL are unencrypted and leave this machine, so that others can read them. */
export function isSentUnencrypted(url: string): boolean {
  if (!URL.canParse(url)) {
    return false;
  }
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && networkScope(hostname) !== 'machine';
}

/** The error of a request for which the user must not be asked, and whose credential would be sent unencrypted. */
export class ConsentRequired extends HostError {
  constructor(server: string) {
    super({
      name: 'AuthorizationFailed',
      summary: t('The credentials for "{0}" would be sent without encryption, and you have not been asked.', server),
    });
  }
}

/**
 * The user's consent to send access tokens and other credentials to a server unencrypted. The user is asked once for each
 * server and origin, before the first credential is sent. Source: RFC 6750 section 5.2; MCP specification,
 * basic/authorization, "Communication Security".
 */
export class UnencryptedConsent {
  readonly #definition: ServerDefinition;
  readonly #url: string;
  readonly #services: AuthorizationServices;
  #consent: Promise<boolean> | undefined;

  constructor(definition: ServerDefinition, url: string, services: AuthorizationServices) {
    this.#definition = definition;
    this.#url = url;
    this.#services = services;
  }

  /** True if no consent is needed, or if the user has given it: `check` then does not ask. */
  async isSettled(): Promise<boolean> {
    return !isSentUnencrypted(this.#url) || (await this.#services.secrets.get(this.#key)) === consentGiven;
  }

  /**
   * Asks the user for the consent, again only if `signal` has fired before the answer, which then does not count.
   * @param isInteractive False if the user must not be asked.
   * @throws HostError `AuthorizationDeclined` if the user does not consent or has declined in an earlier check; `ConsentRequired` if the
   * user would have to be asked; the signal's reason if aborted
   */
  async check(signal: AbortSignal, isInteractive = true): Promise<void> {
    if (await this.isSettled()) {
      return;
    }
    if (!isInteractive) {
      throw new ConsentRequired(this.#definition.name);
    }
    const { name: server } = this.#definition;
    if (!(await this.#ask(signal))) {
      throw new HostError({
        name: 'AuthorizationDeclined',
        summary: t(
          'The credentials for "{0}" would go to {1} without encryption, and that was declined. They were not sent.',
          server,
          inOneLine(new URL(this.#url).origin, 200),
        ),
        remedy: t('Use the https address of the server, if it has one.'),
      });
    }
    signal.throwIfAborted();
    await this.#services.secrets.set(this.#key, consentGiven);
  }

  async #ask(signal: AbortSignal): Promise<boolean> {
    const { name: server, id: serverId } = this.#definition;
    const { prompts } = this.#services;
    this.#consent ??= prompts.confirmUnencrypted({ server, serverId, resource: this.#url }, signal);
    const consent = this.#consent;
    try {
      return await rejectOnAbort(consent, signal);
    } catch (error) {
      // An answer to this question counts for nobody who asks later.
      this.#consent = this.#consent === consent ? undefined : this.#consent;
      throw error;
    }
  }

  get #key(): string {
    const { origin } = new URL(this.#url);
    return `unencrypted:${fingerprintOf({ id: storedId(this.#definition), origin })}`;
  }
}

const consentGiven = 'agreed';
