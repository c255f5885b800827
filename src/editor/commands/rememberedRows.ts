import { t } from '@vscode/l10n';
import type { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { RememberedField } from '#core/remembered/rememberedField.ts';
import { plainName } from '#editor/common/plainText.ts';
import { formatNumber, language } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';

/** One row of the list of remembered answers. Picking it forgets its answers, or restores them. */
export interface RememberedRow {
  /** `group`: a heading. */
  readonly kind: 'group' | 'field' | 'server' | 'all';
  readonly label: string;
  readonly description: string;
  /** True if all answers of the row are forgotten. */
  readonly forgotten: boolean;
}

interface OneServer {
  readonly title: string;
  readonly entries: readonly Entry[];
}

type Entry = readonly [id: string, field: RememberedField];

/** The remembered answers as rows of a list. A forgotten answer stays in the list so that the user can restore it. */
export class RememberedRows {
  readonly #remembered: RememberedAnswers;
  readonly #servers: readonly OneServer[];

  constructor(remembered: RememberedAnswers) {
    this.#remembered = remembered;
    this.#servers = byServer([...remembered.all]);
  }

  get isEmpty(): boolean {
    return this.#servers.length === 0;
  }

  /** The current rows. Their number and order never change. */
  get rows(): readonly (RememberedRow & { toggle(): void })[] {
    const { all } = this.#remembered;
    const row = (line: Omit<RememberedRow, 'forgotten'>, entries: readonly Entry[]) => {
      const forgotten = entries.every(([id]) => !all.has(id));
      return { ...line, forgotten, toggle: () => this.#toggle(entries, forgotten) };
    };
    const everything = this.#servers.flatMap(({ entries }) => entries);
    const servers = this.#servers.flatMap(({ title, entries }) => [
      ...[...byTarget(entries)].flatMap(([target, fields]) => [
        row({ kind: 'group', label: target === '' ? title : t('{0}: {1}', title, target), description: '' }, fields),
        ...fields.map((entry) =>
          row({ kind: 'field', label: plainName(entry[1].label), description: about(entry[1]) }, [entry]),
        ),
      ]),
      row({ kind: 'server', label: t('Forget All of {0}', title), description: amount(entries.length) }, entries),
    ]);
    return [
      ...servers,
      row({ kind: 'group', label: t('All Servers'), description: '' }, everything),
      row({ kind: 'all', label: t('Forget All'), description: amount(everything.length) }, everything),
    ];
  }

  #toggle(entries: readonly Entry[], forgotten: boolean): void {
    if (forgotten) {
      this.#remembered.restore(entries.map(([, field]) => field));
    } else {
      this.#remembered.forget(entries.map(([id]) => id));
    }
  }
}

function byServer(all: readonly Entry[]): OneServer[] {
  const servers = grouped(all, ([, { server, workspace }]) => JSON.stringify([server, workspace ?? null]));
  return [...servers.values()]
    .map((entries) => ({ title: titleOf(entries), entries }))
    .sort((one, other) => one.title.localeCompare(other.title, language()));
}

function byTarget(entries: readonly Entry[]): Map<string, Entry[]> {
  const sorted = [...entries].sort(
    ([, one], [, other]) =>
      targetOf(one).localeCompare(targetOf(other), language()) || one.label.localeCompare(other.label, language()),
  );
  return grouped(sorted, ([, field]) => targetOf(field));
}

function titleOf([first]: readonly Entry[]): string {
  const [, field] = first ?? [];
  const name = plainName(field?.serverName ?? '');
  const folder = field?.workspace?.split('/').at(-1);
  return folder ? t('{0} (workspace {1})', name, plainName(safelyDecoded(folder))) : name;
}

function targetOf({ target }: RememberedField): string {
  return target ? plainName(target.name) : '';
}

/** "Ada · 3/10/2026" */
function about({ said, at }: RememberedField): string {
  const when = new Date(at).toLocaleDateString(language());
  return [inOneLine(said), when].filter(Boolean).join(' · ');
}

function amount(answers: number): string {
  return answers === 1 ? t('1 answer') : t('{0} answers', formatNumber(answers));
}

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** In the order of their first items. */
function grouped(entries: readonly Entry[], by: (entry: Entry) => string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(by(entry)) ?? [];
    groups.set(by(entry), group);
    group.push(entry);
  }
  return groups;
}
