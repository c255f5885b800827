// npm run arguments: writes docs/arguments.md, the table of how each argument of the tools in test/data/tools.json is drawn.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsPage, type ToolsOfServer } from '#scripts/lib/argumentsTable.ts';
import { root } from '#scripts/lib/process.mjs';

const servers: Readonly<Record<string, ToolsOfServer>> = JSON.parse(
  readFileSync(join(root, 'test/data/tools.json'), 'utf8'),
);
writeFileSync(join(root, 'docs/arguments.md'), argumentsPage(Object.values(servers)));
