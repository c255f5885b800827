// npm run conformance [-- SCENARIO...]: runs the official conformance suite against src/core and behind the proxy, or only these
// scenarios.
import { runConformance } from '#scripts/suites/conformance/runConformance.ts';

const { passed, failed } = await runConformance(process.argv.slice(2));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
