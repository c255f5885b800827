// npm run l10n: collects the translatable messages of the sources into `l10n/bundle.l10n.json`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundleOfSources, bundlePath } from '#scripts/lib/messageBundle.ts';

const bundle = await bundleOfSources();
mkdirSync(dirname(bundlePath), { recursive: true });
writeFileSync(bundlePath, bundle);
console.log(`${Object.keys(JSON.parse(bundle)).length} messages in l10n/bundle.l10n.json`);
