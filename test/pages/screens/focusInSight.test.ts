import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { openState, type PanelState } from '#test/pages/states/pageState.ts';

/** More tab stops than any of the states has. */
const maxStops = 150;

describe('a field that gets the focus', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));
  const names = [
    'form-every-field',
    'form-problems',
    'form-secrets',
    'form-second-step',
    'arguments-problems',
    'form-covering-problem',
  ];
  const states = allStates.filter((state): state is PanelState => state.page === 'panel' && names.includes(state.name));

  /** The focused control and the help line of its field, in relation to the header and the footer; `undefined` outside of the fields. */
  const focused = () =>
    panel().page.evaluate(() => {
      const control = document.activeElement;
      const field = control?.closest('main .fields > *');
      if (!control || !field) {
        return undefined;
      }
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const help = (control.closest('.field') ?? field).querySelector(':scope > .help');
      const isGroup = control.matches('input[type=radio], input[type=checkbox], button, [role=listbox]');
      // A long text is higher than its line.
      const helpBottoms = [help, ...(help?.children ?? [])].map((one) => one?.getBoundingClientRect().bottom ?? 0);
      const own = control.getBoundingClientRect();
      return {
        name: `${control.localName} ${control.id} ${control.textContent?.slice(0, 20) ?? ''}`,
        top: own.top,
        // The help line of a group is below all its options, which can be higher than the panel.
        bottom: Math.max(own.bottom, ...(isGroup ? [] : helpBottoms)),
        headerBottom: edge('.panel-header')?.bottom ?? 0,
        footerTop: edge('footer.actions')?.top ?? Number.NaN,
      };
    });

  for (const state of states) {
    it(`is between the header and the footer with its help line in ${state.name}`, async () => {
      const findings: string[] = [];
      for (const width of [900, 420]) {
        await panel().resize({ width, height: 650 });
        await openState(panel(), state);
        await panel().page.locator('h1').focus();
        for (const key of ['Tab', 'Shift+Tab']) {
          let seen = 0;
          for (let stop = 0; stop < maxStops; stop += 1) {
            await panel().press(key);
            const found = await focused();
            if (found) {
              seen += 1;
              const { name, top, bottom, headerBottom, footerTop } = found;
              if (top < headerBottom - 1 || bottom > footerTop + 1) {
                findings.push(
                  `${width} ${key}: ${name} is from ${top} to ${bottom}, not between ${headerBottom} and ${footerTop}`,
                );
              }
            } else if (seen > 0) {
              break;
            }
          }
          assert.ok(seen > 0, `${key} reaches no field`);
        }
      }
      assert.deepEqual(findings, []);
    });
  }
});
