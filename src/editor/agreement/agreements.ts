import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { isFromWorkspace } from '#core/model/definition.ts';
import { heldBackError } from '#core/trust/trust.ts';
import { plainName } from '#editor/common/plainText.ts';
import { foldersOnDisk } from '#editor/trust/workspaceTrust.ts';
import type { ServerStarter } from '#editor/window/serverStarter.ts';
import { agreementContent, type LaunchFacts } from './agreementRows.ts';
import { type AgreementRequest, agreementText } from './agreementText.ts';

/**
 * Decides whether a server may start. An entry of the user settings may always start. An entry of a workspace may start only in a
 * trusted workspace, and after the user agreed to the whole entry; after any change the user is asked again.
 */
export class Agreements {
  readonly #memento: vscode.Memento;
  readonly #askUser: (request: AgreementRequest) => Promise<boolean>;
  readonly #serverStarter: ServerStarter;

  /** @param memento The workspace's memento: an agreement is valid in one workspace only. */
  constructor(
    memento: vscode.Memento,
    askUser: (request: AgreementRequest) => Promise<boolean>,
    serverStarter: ServerStarter,
  ) {
    this.#memento = memento;
    this.#askUser = askUser;
    this.#serverStarter = serverStarter;
  }

  /** True if the user has agreed to any version of this entry. */
  hasEarlierAgreement(definition: ServerDefinition): boolean {
    return this.#agreedFingerprint(definition) !== undefined;
  }

  /** True if the server may start without asking the user. */
  isAgreed(definition: ServerDefinition, facts: LaunchFacts): boolean {
    return (
      !isFromWorkspace(definition.scope) ||
      (vscode.workspace.isTrusted &&
        this.#agreedFingerprint(definition) === fingerprintOf(agreementContent(definition.entry, facts)))
    );
  }

  /**
   * Asks the user, if the entry needs agreement. Throws `ServerNotAllowed` if the user does not agree to exactly this entry, and
   * the signal's reason if `signal` is aborted.
   */
  async require(definition: ServerDefinition, facts: LaunchFacts, signal?: AbortSignal): Promise<void> {
    if (this.isAgreed(definition, facts)) {
      return;
    }
    const server = plainName(definition.name);
    if (!vscode.workspace.isTrusted) {
      throw heldBackError(definition.name, { kind: 'workspaceServer' });
    }
    signal?.throwIfAborted();
    const request = {
      definition,
      changed: this.#agreedFingerprint(definition) !== undefined,
      isRequestedByUser: this.#serverStarter.isStartRequested(definition.id),
      purpose: 'start' as const,
      ...agreementText(definition.entry, facts, foldersOnDisk()),
      signal,
    };
    const isAgreed = await this.#serverStarter.whileAsking(definition.id, () => this.#askUser(request));
    signal?.throwIfAborted();
    if (!isAgreed) {
      throw new HostError({
        name: 'ServerNotAllowed',
        summary: vscode.l10n.t('{0} was not started: the entry of this workspace has not been allowed.', server),
        remedy: vscode.l10n.t('Start the server again to look at its entry.'),
      });
    }
    await this.#memento.update(keyOf(definition), fingerprintOf(agreementContent(definition.entry, facts)));
  }

  #agreedFingerprint(definition: ServerDefinition): string | undefined {
    return this.#memento.get<string>(keyOf(definition));
  }
}

function keyOf(definition: ServerDefinition): string {
  return JSON.stringify(['agreement', definition.id]);
}
