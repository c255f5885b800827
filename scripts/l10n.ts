// npm run l10n: collects the translatable messages of the sources into `l10n/bundle.l10n.json`, brings the translations into
// its order, without messages that no longer exist, and lists what is to be translated.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundleOfSources, bundlePath } from '#scripts/lib/messageBundle.ts';
import { allTranslationProblems, arrangeTranslations } from '#scripts/lib/translations.ts';

const bundle = await bundleOfSources();
mkdirSync(dirname(bundlePath), { recursive: true });
writeFileSync(bundlePath, bundle);
console.log(`${Object.keys(JSON.parse(bundle)).length} messages in l10n/bundle.l10n.json`);
arrangeTranslations();
for (const problem of allTranslationProblems()) console.log(problem);
