import { ExtensionUi } from './extensionUi.ts';
import { RecordingServers } from './recordingServers.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** The texts of what is in front of the user, for the report of a failed test. */
async function textsInSight(workbench: Workbench): Promise<string> {
  const { quickInput, dialog, notifications } = workbench;
  const places = { 'the box at the top': quickInput, dialog, notifications, panel: workbench.panel().locator('body') };
  const lines = Object.entries(places).map(async ([place, locator]) => {
    const texts = await locator.filter({ visible: true }).allInnerTexts();
    return `      ${place}: ${texts.join(' | ').replaceAll(/\s+/g, ' ').slice(0, 1000)}`;
  });
  return (await Promise.all(lines)).join('\n');
}

/**
 * Opens one editor and one browser for all tests of a `describe`. Saves a picture of each failure, and adds to its error what the
 * window showed.
 * @param options the options, or a function that returns them, called before the first test
 * @returns a function that returns the workbench, for use within tests and hooks
 */
export function useWorkbench(options: WorkbenchOptions | (() => Promise<WorkbenchOptions>) = {}): () => Workbench {
  let workbench: Workbench | undefined;

  before(async function () {
    this.timeout(240_000);
    workbench = await openWorkbench(typeof options === 'function' ? await options() : options);
  });

  afterEach(async function () {
    if (!workbench || this.currentTest?.state !== 'failed') return;
    const { err } = this.currentTest;
    if (err) err.stack = `${err.stack}\n${await textsInSight(workbench)}`;
    const name = `failed-${this.currentTest.fullTitle().replace(/[^a-z0-9]+/gi, '-')}`;
    console.log(`      picture: ${await workbench.screenshot(name.slice(0, 150))}`);
  });

  after(() => workbench?.dispose());

  return () => {
    if (!workbench) throw new Error('There is no workbench before the tests run.');
    return workbench;
  };
}

/** The editor's window and the extension in it, shared by the tests of a `describe`. */
interface Fixture {
  readonly workbench: () => Workbench;
  readonly host: ExtensionUi;
}

/** Opens a workbench in which both demo servers run and no request waits. */
export function useDemo(): Fixture {
  const workbench = useWorkbench();
  const host = new ExtensionUi(workbench);
  before(() => host.startDemo());
  return { workbench, host };
}

/**
 * Opens a workbench with test servers that record what they receive. Without other `settings` there is one server, `asker`.
 * The recorded lines are cleared before each test.
 */
export function useRecordingServers(
  options: (asker: RecordingServers) => WorkbenchOptions | Promise<WorkbenchOptions> = () => ({}),
): Fixture & { readonly asker: RecordingServers } {
  const asker = new RecordingServers();
  const workbench = useWorkbench(async () => {
    await asker.clear();
    const { settings, ...otherOptions } = await options(asker);
    return { ...otherOptions, settings: { 'mcpElicitation.servers': { asker: asker.entry }, ...settings } };
  });
  beforeEach(() => asker.clear());
  after(() => asker.remove());
  return { workbench, host: new ExtensionUi(workbench), asker };
}
