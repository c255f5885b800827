import assert from 'node:assert/strict';
import { KnownNames } from '#core/guard/knownNames.ts';

describe('a name that looks like another', () => {
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
      assert.equal(new KnownNames(['else', name, other]).lookAlike(name), other);
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
      assert.equal(new KnownNames([name, ...others]).lookAlike(name), undefined);
    });
  }

  it('is claimed by a server that calls itself what another is called', () => {
    const known = new KnownNames(['bank', 'my tools']);
    assert.equal(known.claimed('Bank', 'my tools'), 'bank');
    assert.equal(known.claimed('bаnk', 'my tools'), 'bank');
    assert.equal(known.claimed('Bank', 'bank'), undefined);
    assert.equal(known.claimed('My Tools', 'my-tools'), undefined);
    assert.equal(known.claimed('weather', 'my tools'), undefined);
    assert.equal(known.claimed('b'.repeat(1_000_000), 'my tools'), undefined);
  });
});
