// The software bill of materials of the VSIX, in the format CycloneDX 1.6 (ECMA-424), as JSON.
import { createHash } from 'node:crypto';
import type { ShippedPackage } from '#scripts/lib/notices.ts';

/** What a bill of materials is about. */
interface Subject {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly vsix: Buffer;
  /** Seconds since 1970. */
  readonly commitTime: number;
}

/** The part of package-lock.json that has the hashes of the packages, by their folders. */
type LockedPackages = Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;

/**
 * Lists the packages whose code or data is in the VSIX: those that the bundler copied, and copies that such a package contains.
 * @returns JSON; the same for the same input
 */
export function billOfMaterials(subject: Subject, packages: readonly ShippedPackage[], locked: LockedPackages): string {
  const { publisher, name, version, license, vsix, commitTime } = subject;
  const subjectId = `${publisher}.${name}@${version}`;
  const components = packages.map((shipped) => component(shipped, locked));
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(commitTime * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': subjectId,
        group: publisher,
        name,
        version,
        licenses: licensesOf(license),
        hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(vsix).digest('hex') }],
      },
    },
    components,
    dependencies: [{ ref: subjectId, dependsOn: components.map((one) => one['bom-ref']) }],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function component({ name, version, license }: ShippedPackage, locked: LockedPackages) {
  const licenses = license === undefined ? {} : { licenses: licensesOf(license) };
  if (version === undefined) return { type: 'data', 'bom-ref': name, name, ...licenses };
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const integrity = Object.entries(locked).find(
    ([folder, entry]) => folder.endsWith(`node_modules/${name}`) && entry.version === version,
  )?.[1].integrity;
  const sha512 = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  const hashes = sha512 && {
    hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
  };
  return { type: 'library', 'bom-ref': purl, name, version, purl, ...licenses, ...hashes };
}

/** @param license an SPDX identifier or expression */
function licensesOf(license: string) {
  return /[\s(]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}
