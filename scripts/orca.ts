// npm run orca: prints what the screen reader Orca speaks while a form is filled in by keyboard, reviewed and submitted, below
// what the tests expect to be announced. Needs the Debian packages orca, at-spi2-core, xvfb and dbus-daemon. Orca does not receive the keys, only their effects.

import { runInTerminal } from '#scripts/lib/process.mjs';
import { findOnPath } from '#scripts/lib/systemPackages.ts';

const missing = ['orca', 'Xvfb', 'dbus-run-session'].filter((program) => findOnPath(program) === undefined);
if (missing.length > 0) throw new Error(`Install ${missing.join(', ')}.`);
process.exitCode = await runInTerminal('dbus-run-session', ['--', process.execPath, 'test/pages/orca/main.ts']);
