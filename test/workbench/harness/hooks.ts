import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/**
 * Gives the tests of a `describe` one editor and one browser, which they share, and a picture of each failure.
 * @param options or what makes them, when they are known only as the tests begin
 * @returns the workbench, for use within tests and hooks
 */
export function useWorkbench(options: WorkbenchOptions | (() => Promise<WorkbenchOptions>) = {}): () => Workbench {
  let workbench: Workbench | undefined;

  before(async function () {
    this.timeout(120_000);
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
