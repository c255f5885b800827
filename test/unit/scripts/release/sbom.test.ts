import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { billOfMaterials } from '#scripts/lib/release/sbom.ts';

const vsix = Buffer.from('the package');
const subject = { publisher: 'acme', name: 'host', version: '1.2.3', license: 'MIT', vsix, commitTime: 1_700_000_000 };
const packages = [
  { name: '@a/b', version: '2.0.0', license: 'MIT', texts: [] },
  { name: 'c', version: '3.0.0', license: '(MIT OR Apache-2.0)', texts: [] },
  { name: 'Data', license: 'MPL-2.0', texts: [] },
];
const locked = {
  'node_modules/@a/b': { version: '1.0.0', integrity: 'sha512-AAAA' },
  'node_modules/x/node_modules/@a/b': { version: '2.0.0', integrity: 'sha512-/+8=' },
};
const bill = JSON.parse(billOfMaterials(subject, packages, locked));

describe('the bill of materials', () => {
  it('is about the VSIX, by its hash and at the time of the commit', () => {
    assert.equal(bill.bomFormat, 'CycloneDX');
    assert.equal(bill.metadata.timestamp, '2023-11-14T22:13:20.000Z');
    assert.deepEqual(bill.metadata.component, {
      type: 'application',
      'bom-ref': 'acme.host@1.2.3',
      group: 'acme',
      name: 'host',
      version: '1.2.3',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(vsix).digest('hex') }],
    });
  });

  it('lists each package with its licence and, if the lockfile has it, the hash of its version', () => {
    assert.deepEqual(bill.components, [
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40a/b@2.0.0',
        name: '@a/b',
        version: '2.0.0',
        purl: 'pkg:npm/%40a/b@2.0.0',
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: 'ffef' }],
      },
      {
        type: 'library',
        'bom-ref': 'pkg:npm/c@3.0.0',
        name: 'c',
        version: '3.0.0',
        purl: 'pkg:npm/c@3.0.0',
        licenses: [{ expression: '(MIT OR Apache-2.0)' }],
      },
      { type: 'data', 'bom-ref': 'Data', name: 'Data', licenses: [{ license: { id: 'MPL-2.0' } }] },
    ]);
    assert.deepEqual(bill.dependencies, [
      { ref: 'acme.host@1.2.3', dependsOn: ['pkg:npm/%40a/b@2.0.0', 'pkg:npm/c@3.0.0', 'Data'] },
    ]);
  });

  it('is the same for the same input', () => {
    assert.equal(billOfMaterials(subject, packages, locked), billOfMaterials(subject, packages, locked));
  });
});
