import { t } from '@vscode/l10n';
import type { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { RememberedField } from '#core/remembered/rememberedField.ts';
import { plainName } from '#editor/common/plainText.ts';
import { formatNumber, language } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';

/** One row of the list of remembered answers. The user picks it to forget its answers, or to restore them. */
export interface RememberedRow {
  /** `group`: a heading. */
  readonly kind: 'group' | 'field' | 'server' | 'all';
  readonly label: string;
  readonly description: string;
  /** True if all answers of the row are forgotten. */
  readonly forgotten: boolean;
}

interface ServerAnswers {
  readonly title: string;
  readonly answers: readonly Answer[];
}

type Answer = readonly [id: string, field: RememberedField];

/** The remembered answers as rows of a list. A forgotten answer stays in the list so that the user can restore it. */
export class RememberedRows {
  readonly #remembered: RememberedAnswers;
  readonly #servers: readonly ServerAnswers[];

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
    const row = (line: Omit<RememberedRow, 'forgotten'>, answers: readonly Answer[]) => {
      const forgotten = answers.every(([id]) => !all.has(id));
      return { ...line, forgotten, toggle: () => this.#toggle(answers, forgotten) };
    };
    const allAnswers = this.#servers.flatMap(({ answers }) => answers);
    const servers = this.#servers.flatMap(({ title, answers }) => [
      ...[...byTarget(answers)].flatMap(([target, fields]) => [
        row({ kind: 'group', label: target === '' ? title : t('{0}: {1}', title, target), description: '' }, fields),
        ...fields.map((answer) =>
          row({ kind: 'field', label: plainName(answer[1].label), description: answerSummary(answer[1]) }, [answer]),
        ),
      ]),
      row(
        { kind: 'server', label: t('Forget All of {0}', title), description: answerCountText(answers.length) },
        answers,
      ),
    ]);
    return [
      ...servers,
      row({ kind: 'group', label: t('All Servers'), description: '' }, allAnswers),
      row({ kind: 'all', label: t('Forget All'), description: answerCountText(allAnswers.length) }, allAnswers),
    ];
  }

  #toggle(answers: readonly Answer[], forgotten: boolean): void {
    if (forgotten) {
      this.#remembered.restore(answers.map(([, field]) => field));
    } else {
      this.#remembered.forget(answers.map(([id]) => id));
    }
  }
}

function byServer(all: readonly Answer[]): ServerAnswers[] {
  const servers = groupBy(all, ([, { server, workspace }]) => JSON.stringify([server, workspace ?? null]));
  return [...servers.values()]
    .map((answers) => ({ title: titleOf(answers), answers }))
    .sort((one, other) => one.title.localeCompare(other.title, language()));
}

function byTarget(answers: readonly Answer[]): Map<string, Answer[]> {
  const sorted = [...answers].sort(
    ([, one], [, other]) =>
      targetOf(one).localeCompare(targetOf(other), language()) || one.label.localeCompare(other.label, language()),
  );
  return groupBy(sorted, ([, field]) => targetOf(field));
}

function titleOf([first]: readonly Answer[]): string {
  const [, field] = first ?? [];
  const name = plainName(field?.serverName ?? '');
  const folder = field?.workspace?.split('/').at(-1);
  return folder ? t('{0} (workspace {1})', name, plainName(decodeIfPossible(folder))) : name;
}

function targetOf({ target }: RememberedField): string {
  return target ? plainName(target.name) : '';
}

/** The remembered answer and its date: "Ada · 3/10/2026". */
function answerSummary({ said, at }: RememberedField): string {
  const when = new Date(at).toLocaleDateString(language());
  return [inOneLine(said), when].filter(Boolean).join(' · ');
}

function answerCountText(count: number): string {
  return count === 1 ? t('1 answer') : t('{0} answers', formatNumber(count));
}

function decodeIfPossible(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Groups the answers by key, in the order in which the keys first occur. */
function groupBy(answers: readonly Answer[], keyOf: (answer: Answer) => string): Map<string, Answer[]> {
  const groups = new Map<string, Answer[]>();
  for (const answer of answers) {
    const group = groups.get(keyOf(answer)) ?? [];
    groups.set(keyOf(answer), group);
    group.push(answer);
  }
  return groups;
}
