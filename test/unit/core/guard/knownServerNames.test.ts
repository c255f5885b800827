import assert from 'node:assert/strict';
import { KnownServerNames } from '#core/guard/knownServerNames.ts';

describe('KnownServerNames', () => {
  for (const [name, other] of [
    ['gіthub', 'github'],
    ['GITHUB', 'github'],
    ['git-hub', 'github'],
    ['git hub', 'git_hub'],
    ['paypa1', 'paypal'],
    ['rnail', 'mail'],
    ['ｍａｉｌ', 'mail'],
    ['mail\u200b', 'mail'],
    ['données', 'donnees'],
  ] as const) {
    it(`finds that the name ${name} looks like ${other}`, () => {
      assert.equal(new KnownServerNames(['else', name, other]).lookAlikeName(name), other);
    });
  }

  for (const [name, others] of [
    ['github', ['github']],
    ['mail', ['mail 2', 'mailer']],
    ['天気', ['地図']],
    ['---', ['...']],
    ['work', []],
  ] as const) {
    it(`does not find that the name ${name} looks like ${others.join() || 'another'}`, () => {
      assert.equal(new KnownServerNames([name, ...others]).lookAlikeName(name), undefined);
    });
  }

  it('finds the name of another server in the name that a server reports', () => {
    const known = new KnownServerNames(['bank', 'my tools']);
    assert.equal(known.impersonatedName('Bank', 'my tools'), 'bank');
    assert.equal(known.impersonatedName('bаnk', 'my tools'), 'bank');
    assert.equal(known.impersonatedName('Bank', 'bank'), undefined);
    assert.equal(known.impersonatedName('My Tools', 'my-tools'), undefined);
    assert.equal(known.impersonatedName('weather', 'my tools'), undefined);
    assert.equal(known.impersonatedName('b'.repeat(1_000_000), 'my tools'), undefined);
  });
});
