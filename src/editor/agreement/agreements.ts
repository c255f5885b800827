import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { isFromWorkspace } from '#core/model/definition.ts';
import { heldBackError } from '#core/trust/trust.ts';
import { plainName } from '#editor/common/plainText.ts';
import { foldersOnDisk } from '#editor/trust/workspaceTrust.ts';
import type { ServerStarter } from '#editor/window/serverStarter.ts';
import { agreedTo, type LaunchFacts } from './agreementRows.ts';
import { type AgreementRequest, agreementText } from './agreementText.ts';

/**
 * Decides whether a server may start. The user's own entries always may. An entry that came with a workspace may start
 * only in a trusted workspace, and after the user agreed to the whole of it; any change asks again.
 */
export class Agreements {
  readonly #kept: vscode.Memento;
  readonly #askUser: (request: AgreementRequest) => Promise<boolean>;
  readonly #starts: ServerStarter;

  /** @param kept The workspace's memento: an agreement is valid in one workspace only. */
  constructor(kept: vscode.Memento, askUser: (request: AgreementRequest) => Promise<boolean>, starts: ServerStarter) {
    this.#kept = kept;
    this.#askUser = askUser;
    this.#starts = starts;
  }

  /** True if the user has agreed to any version of this entry. */
  wasAgreedOnce(definition: ServerDefinition): boolean {
    return this.#agreed(definition) !== undefined;
  }

  /** True if the server may start without asking the user. */
  isAgreed(definition: ServerDefinition, facts: LaunchFacts): boolean {
    return (
      !isFromWorkspace(definition.scope) ||
      (vscode.workspace.isTrusted && this.#agreed(definition) === fingerprintOf(agreedTo(definition.entry, facts)))
    );
  }

  /**
   * Asks the user if the entry needs agreement. Throws `ServerNotAllowed` unless the user agrees to exactly this entry, and
   * the signal's reason when `signal` fires.
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
      changed: this.#agreed(definition) !== undefined,
      askedFor: this.#starts.isStartedByUser(definition.id),
      purpose: 'start' as const,
      ...agreementText(definition.entry, facts, foldersOnDisk()),
      signal,
    };
    const agreed = await this.#starts.whileAsking(definition.id, () => this.#askUser(request));
    signal?.throwIfAborted();
    if (!agreed) {
      throw new HostError({
        name: 'ServerNotAllowed',
        summary: vscode.l10n.t('{0} was not started: nobody agreed to what this workspace wants to run.', server),
        remedy: vscode.l10n.t('Start the server again to look at its entry.'),
      });
    }
    await this.#kept.update(keyOf(definition), fingerprintOf(agreedTo(definition.entry, facts)));
  }

  #agreed(definition: ServerDefinition): string | undefined {
    return this.#kept.get<string>(keyOf(definition));
  }
}

function keyOf(definition: ServerDefinition): string {
  return JSON.stringify(['agreement', definition.id]);
}
