import { ExtensionUi } from './extensionUi.ts';
import { RecordingServers } from './recordingServers.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/**
 * Gives the tests of a `describe` one editor and one browser, which they share, and a picture of each failure.
 * @param options or what makes them, when they are known only as the tests begin
 * @returns the workbench, for use within tests and hooks
 */
export function useWorkbench(options: WorkbenchOptions | (() => Promise<WorkbenchOptions>) = {}): () => Workbench {
  let workbench: Workbench | undefined;

  before(async function () {
    this.timeout(240_000);
    workbench = await openWorkbench(typeof options === 'function' ? await options() : options);
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const name = `failed-${this.currentTest.fullTitle().replace(/[^a-z0-9]+/gi, '-')}`;
    console.log(`      picture: ${await workbench?.screenshot(name.slice(0, 150))}`);
  });

  after(() => workbench?.dispose());

  return () => {
    if (!workbench) throw new Error('There is no workbench before the tests run.');
    return workbench;
  };
}

/** What the tests of a `describe` share: the editor's window, and the extension in it. */
interface Fixture {
  readonly workbench: () => Workbench;
  readonly host: ExtensionUi;
}

/** The same with the demo: both its servers are there, and nothing waits. */
export function useDemo(): Fixture {
  const workbench = useWorkbench();
  const host = new ExtensionUi(workbench);
  before(() => host.startDemo());
  return { workbench, host };
}

/**
 * The same with servers that record what they receive: `asker` alone unless the options have others. What they received
 * counts from the beginning of each test.
 */
export function useRecordingServers(
  options: (asker: RecordingServers) => WorkbenchOptions | Promise<WorkbenchOptions> = () => ({}),
): Fixture & { readonly asker: RecordingServers } {
  const asker = new RecordingServers();
  const workbench = useWorkbench(async () => {
    await asker.clear();
    const { settings, ...more } = await options(asker);
    return { ...more, settings: { 'mcpElicitation.servers': { asker: asker.entry }, ...settings } };
  });
  beforeEach(() => asker.clear());
  after(() => asker.remove());
  return { workbench, host: new ExtensionUi(workbench), asker };
}
