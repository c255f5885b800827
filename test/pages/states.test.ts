import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { axeFindings, loadAxe } from '#test/pages/checks/axe.ts';
import { keyboardFindings } from '#test/pages/checks/keyboard.ts';
import { layoutFindings, panelSizes, targetFindings } from '#test/pages/checks/layout.ts';
import { motionFindings } from '#test/pages/checks/motion.ts';
import { allowedShare, measuredSizes, preambleShare } from '#test/pages/checks/preamble.ts';
import type { PageName } from '#test/pages/harness/documentServer.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { matchSnapshot, snapshotPath } from '#test/pages/harness/snapshots.ts';
import { openPage, usualSize, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { openState, type PageState } from '#test/pages/states/pageState.ts';

describe('the panel in every state', () => {
  const states = allStates.filter((state) => state.page === 'panel');
  checkAll('panel', states);

  describe('above the first element that the user acts on', () => {
    const panel = usePanel();
    for (const state of states) {
      it(`leaves room in ${state.name}`, async () => {
        await panel().resize(measuredSizes.wide);
        await openState(panel(), state);
        for (const size of ['wide', 'narrow'] as const) {
          await panel().resize(measuredSizes[size]);
          const share = await preambleShare(panel().page, state);
          const allowed = allowedShare(state, size);
          assert.ok(
            share <= allowed,
            `${size}: ${Math.round(share * 100)} % of the height, at most ${allowed * 100} %`,
          );
        }
      });
    }
  });
});

describe('the history in every state', () => {
  checkAll(
    'history',
    allStates.filter((state) => state.page === 'history'),
  );
});

describe('the accessibility snapshots', () => {
  it('exist for exactly the states', () => {
    const snapshotNames = readdirSync(dirname(snapshotPath('any'))).map((file) => file.replace(/\.yml$/, ''));
    assert.deepEqual(snapshotNames.sort(), allStates.map(({ name }) => name).sort());
  });
});

function checkAll<P extends PageName>(name: P, all: readonly PageState<P>[]): void {
  let opened: WebviewPage<P>;
  /** A second page for axe, which takes as long as all other checks and runs in parallel. */
  let axePage: WebviewPage<P>;
  before(async () => {
    [opened, axePage] = await Promise.all([openPage(name), openPage(name)]);
    await loadAxe(axePage);
  });
  after(() => Promise.all([opened?.close(), axePage?.close()]));

  for (const state of all) {
    describe(state.name, () => {
      let axeFound: Promise<string[]>;
      before(async () => {
        await Promise.all([opened, axePage].map((page) => openState(page, state)));
        axeFound = axeFindings(axePage);
        // The rejection is reported by the test that awaits it.
        axeFound.catch(() => undefined);
      });

      it('is drawn without an error', () => {
        assert.deepEqual(opened.errors, []);
      });

      it('matches its accessibility snapshot', async () => {
        await matchSnapshot(state.name, await opened.page.locator('body').ariaSnapshot());
      });

      it('fits every panel width and zoom', async () => {
        const findings: string[] = [];
        for (const [size, viewport] of Object.entries(panelSizes)) {
          await opened.resize(viewport);
          findings.push(...(await layoutFindings(opened.page)).map((finding) => `${size}: ${finding}`));
          findings.push(...(await targetFindings(opened.page)).map((finding) => `${size}: ${finding}`));
        }
        await opened.resize(usualSize);
        assert.deepEqual(findings, []);
      });

      it('does not move with reduced motion', async () => {
        await opened.page.emulateMedia({ reducedMotion: 'reduce' });
        const findings = await motionFindings(opened.page);
        await opened.page.emulateMedia({ reducedMotion: null });
        assert.deepEqual(findings, []);
      });

      it('can be used by keyboard, with a visible focus', async () => {
        assert.deepEqual(await keyboardFindings(opened.page), []);
      });

      it('can be used by keyboard in forced colors', async () => {
        await opened.page.emulateMedia({ forcedColors: 'active' });
        const findings = await keyboardFindings(opened.page);
        await opened.page.emulateMedia({ forcedColors: null });
        assert.deepEqual(findings, []);
      });

      it('has no axe violations in any theme', async () => {
        assert.deepEqual(await axeFound, []);
      });
    });
  }
}
