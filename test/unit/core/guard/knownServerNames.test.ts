import assert from 'node:assert/strict';
import { KnownServerNames } from '#core/guard/knownServerNames.ts';

describe('a server name that looks like another', () => {
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
    it(`is ${name}, for ${other}`, () => {
      assert.equal(new KnownServerNames(['else', name, other]).lookAlike(name), other);
    });
  }

  for (const [name, others] of [
    ['github', ['github']],
    ['mail', ['mail 2', 'mailer']],
    ['天気', ['地図']],
    ['---', ['...']],
    ['work', []],
  ] as const) {
    it(`is not ${name}, for ${others.join()}`, () => {
      assert.equal(new KnownServerNames([name, ...others]).lookAlike(name), undefined);
    });
  }

  it('is found in the name that a server gives itself', () => {
    const known = new KnownServerNames(['bank', 'my tools']);
    assert.equal(known.impersonated('Bank', 'my tools'), 'bank');
    assert.equal(known.impersonated('bаnk', 'my tools'), 'bank');
    assert.equal(known.impersonated('Bank', 'bank'), undefined);
    assert.equal(known.impersonated('My Tools', 'my-tools'), undefined);
    assert.equal(known.impersonated('weather', 'my tools'), undefined);
    assert.equal(known.impersonated('b'.repeat(1_000_000), 'my tools'), undefined);
  });
});
