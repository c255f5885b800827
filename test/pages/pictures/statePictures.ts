import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { axeFindings, loadAxe } from '#test/pages/checks/axe.ts';
import type { Language } from '#test/pages/harness/documentServer.ts';
import { type Theme, themes } from '#test/pages/harness/editorThemes.ts';
import { openPage, type PanelSize, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { type HistoryState, openState, type PanelState } from '#test/pages/states/pageState.ts';

type State = PanelState | HistoryState;

/** The states of which pictures are taken by default: each kind of screen, and the states in which it has most to show. */
export const pictureStates = [
  // Forms.
  'form-text',
  'form-every-field',
  'form-filled',
  'form-problems',
  'form-covering-problem',
  'form-destructive',
  'form-secrets',
  'form-second-step',
  'form-no-fields',
  'form-yes-no',
  'form-yes-no-destructive',
  'form-hostile',
  'form-right-to-left',
  'field-date-calendar',
  'field-one-of-many-found',
  'remembered-filled',
  // A later step, and a draft.
  'form-after-one',
  'form-after-six',
  'form-draft',
  // Several requests, and everything else that can stand above the screen.
  'waiting-of-two-servers',
  'waiting-behind-form',
  'waiting-together',
  'waiting-menu',
  'waiting-hostile-names',
  'everything-above',
  'notices',
  'rate-limited',
  'rate-limited-muted',
  // Reviews.
  'review-form',
  'review-json',
  'review-long',
  'review-second-step',
  // URLs, and calls that run or wait.
  'url-calm',
  'url-warning',
  'url-severe',
  'url-second-step',
  'suspended',
  'running-progress',
  'agreement',
  // Arguments.
  'arguments',
  'arguments-problems',
  'arguments-lists',
  'arguments-record',
  'arguments-box',
  'arguments-box-suggestions',
  'arguments-shown-json',
  'json-arguments',
  // Results.
  'welcome',
  'welcome-with-results',
  'results',
  'results-empty',
  'result-every-part',
  'result-long',
  'result-after-steps',
  'result-error',
  'result-beside-others',
  // Answers that were not delivered, and screens that cannot be drawn.
  'answer-refused',
  'answer-lost-without-call',
  'could-not-be-shown',
  // The history.
  'history-list',
  'history-filtered',
  'history-nothing-matches',
  'history-details',
  'history-empty',
  'history-failed',
];

/** A panel alone in the window, and one beside a text editor. In CSS pixels without zoom. */
const sizes: readonly PanelSize[] = [
  { width: 900, height: 650 },
  { width: 420, height: 650 },
];
const zooms = [1, 2];
/** A height in which no state scrolls, in CSS pixels. */
const unscrolledHeight = 4000;

/** One picture: a state in a theme, a size and a zoom. */
interface Shot {
  readonly state: State;
  readonly theme: Theme;
  readonly size: PanelSize;
  readonly zoom: number;
}

/** These states, by default `pictureStates`, in every theme, size and zoom. */
export function allShots(names: readonly string[] = pictureStates): Shot[] {
  return names.flatMap((name) =>
    sizes.flatMap((size) =>
      zooms.flatMap((zoom) => themes.map((theme) => ({ state: stateNamed(name), theme, size, zoom }))),
    ),
  );
}

/** These states, by default `pictureStates`, in every size, for a reader of a translation: in one theme, without zoom. */
export function shotsOfLanguage(names?: readonly string[]): Shot[] {
  return allShots(names).filter(({ theme, zoom }) => theme === themes[0] && zoom === 1);
}

/** One picture of each of these states. Together they have every combination of theme, size and zoom. */
export function sampleShots(): Shot[] {
  return pictureStates.flatMap((name, index) => {
    const shots = allShots([name]);
    // 7 has no divisor in common with the number of combinations, so that neighbours differ in all three.
    return shots.slice((index * 7) % shots.length).slice(0, 1);
  });
}

/** The file name of a picture without its ending. */
export function shotName({ state, theme, size, zoom }: Shot): string {
  return [
    state.name,
    theme.label.toLowerCase().replaceAll(' ', '-'),
    size.width,
    ...(zoom > 1 ? [`zoom-${zoom}`] : []),
  ].join('-');
}

/** Takes pictures of page states, without an editor, and lets axe look at what is in them. */
export class StatePictures {
  readonly #folder: string;
  readonly #language: Language;
  readonly #pages = new Map<string, Promise<WebviewPage>>();

  /** `folder`: where the pictures are written. `language`: of the pages; English by default. */
  constructor(folder: string, language: Language = {}) {
    this.#folder = folder;
    this.#language = language;
  }

  /** Takes a picture. Returns its path, and what axe finds in the state as it is drawn there. */
  async take(shot: Shot): Promise<{ path: string; findings: string[] }> {
    const { state, theme, size, zoom } = shot;
    const page = await this.#page(state.page, size, zoom);
    await page.applyTheme(theme);
    await (state.page === 'panel'
      ? openState(page as WebviewPage<'panel'>, state)
      : openState(page as WebviewPage<'history'>, state));
    await page.applyTheme(theme);
    const path = join(this.#folder, `${shotName(shot)}.png`);
    await mkdir(this.#folder, { recursive: true });
    await page.page.screenshot({ path, animations: 'disabled' });
    // In a low panel, controls that are scrolled out of sight lie behind the buttons, which axe would take for neighbours.
    await page.resize({ width: size.width / zoom, height: unscrolledHeight });
    const findings = await axeFindings(page, [theme]);
    await page.resize({ width: size.width / zoom, height: size.height / zoom });
    return { path, findings };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pages.values()].map(async (page) => (await page).close()));
  }

  /** A page in this size. A zoom halves the size in CSS pixels, and doubles the pixels of each. */
  #page(name: State['page'], size: PanelSize, zoom: number): Promise<WebviewPage> {
    const key = [name, size.width, zoom].join();
    const zoomed = { width: size.width / zoom, height: size.height / zoom };
    const page =
      this.#pages.get(key) ??
      openPage(name, { size: zoomed, pixelRatio: zoom, ...this.#language }).then(async (opened) => {
        await loadAxe(opened);
        return opened;
      });
    this.#pages.set(key, page);
    return page;
  }
}

function stateNamed(name: string): State {
  const state = allStates.find((each) => each.name === name);
  if (!state) {
    throw new Error(`There is no state ${name} in test/pages/states.`);
  }
  return state;
}
