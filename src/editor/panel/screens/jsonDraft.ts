import type { DraftLabel } from '#bridge/messages.ts';
import type { FoundDraft, OpenDraft } from '#core/drafts/drafts.ts';
import { JsonSecrets } from '#core/drafts/jsonSecrets.ts';
import { isRecord, tryParseJson } from '#form/json.ts';

/** The draft of arguments in JSON while they are written, and the earlier draft that the editor begins with. */
export class JsonDraft {
  readonly #draft: OpenDraft;
  readonly #beginning: string;
  readonly #schema: unknown;
  readonly #secrets: JsonSecrets;
  readonly #earlierDraft: FoundDraft | undefined;
  /** The text that the editor begins with. */
  readonly first: string;
  #restorable: string | undefined;

  /** `beginning`: the text of the editor without a draft. `masked`: the names of its arguments that were masked before. */
  constructor(draft: OpenDraft, schema: unknown, beginning: string, masked: readonly string[] = []) {
    this.#draft = draft;
    this.#beginning = beginning;
    this.#schema = schema;
    this.#secrets = new JsonSecrets(schema, masked);
    const { found } = draft;
    const text = found?.content.kind === 'json' ? found.content.text : undefined;
    this.first = text ?? beginning;
    // Before the first edit, which may leave a part of a secret that nobody would recognise.
    this.#secrets.redact(beginning);
    this.#secrets.redact(this.first);
    this.#earlierDraft = text === undefined ? undefined : found;
    if (found && text === undefined) {
      draft.remove();
    }
  }

  /** The label of the draft; `undefined` if the editor did not begin with one. */
  get label(): DraftLabel | undefined {
    const { found } = this.#draft;
    const content = this.#earlierDraft?.content;
    const isWhole = content?.kind === 'json' && content.text !== content.open;
    return (
      this.#earlierDraft &&
      found && {
        minutes: found.minutes,
        isMessageDifferent: found.otherMessage,
        missing: isWhole ? [] : [...this.#earlierDraft.secrets],
        startedOver: this.#restorable !== undefined,
      }
    );
  }

  /** The names of the arguments in which only this editor knows all secrets: their names and shapes may no longer tell. */
  maskedIn(args: Readonly<Record<string, unknown>>): string[] {
    const json = JSON.stringify(args);
    const known = tryParseJson(this.#secrets.redact(json).text);
    const found = tryParseJson(new JsonSecrets(this.#schema).redact(json).text);
    return Object.keys(args).filter((name) => own(known, name) === undefined || own(known, name) !== own(found, name));
  }

  keep(text: string): void {
    if (text === this.#beginning) {
      this.#draft.remove();
      return;
    }
    const { text: open, secrets } = this.#secrets.redact(text);
    this.#draft.save({ kind: 'json', text, open }, secrets);
  }

  /** Sets the text aside for `undo`. Returns the text that the editor begins with without a draft. */
  startOver(text: string): string {
    this.#restorable ??= text;
    this.keep(this.#beginning);
    return this.#beginning;
  }

  /** Restores the text before the user started over; `undefined` if the user has not started over. */
  undo(): string | undefined {
    const restorable = this.#restorable;
    this.#restorable = undefined;
    if (restorable !== undefined) {
      this.keep(restorable);
    }
    return restorable;
  }
}

/** A property as JSON; `undefined` if there is none. */
function own(value: unknown, name: string): string | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? JSON.stringify(value[name]) : undefined;
}
