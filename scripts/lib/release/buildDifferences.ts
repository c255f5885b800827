import { readZip } from '#scripts/lib/zip.ts';
import type { ReleaseFiles } from './buildInClone.ts';

/** The names of files that two builds do not have in common, or with other bytes; of a VSIX also the differing files in it. */
export function buildDifferences(first: ReleaseFiles, second: ReleaseFiles): string[] {
  return namesIn(first, second).flatMap((name) => {
    const [one, other] = [first.get(name), second.get(name)];
    if (one && other?.equals(one)) return [];
    const inside = one && other && name.endsWith('.vsix') ? buildDifferences(readZip(one), readZip(other)) : [];
    return [name, ...inside.map((path) => `  ${path}`)];
  });
}

function namesIn(first: ReleaseFiles, second: ReleaseFiles): string[] {
  return [...new Set([...first.keys(), ...second.keys()])];
}
