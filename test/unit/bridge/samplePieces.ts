import type { ShownEarlierSteps, ShownUrl } from '#bridge/messages.ts';

export const sampleUrl: ShownUrl = {
  pieces: [
    { kind: 'before', text: 'https://' },
    { kind: 'domain', text: 'example.com' },
    { kind: 'after', text: '/?a=%2B' },
  ],
  site: 'example.com',
  hostname: 'example.com',
  unicodeHostname: 'example.com',
};

export const sampleEarlierSteps: ShownEarlierSteps = {
  revision: 3,
  steps: [
    {
      index: 0,
      message: 'Who?',
      state: 'accept',
      answers: [{ label: 'Name', value: 'Ada' }, { label: 'Password' }],
      more: 1,
    },
    { index: 1, message: '', state: 'withdrawn', answers: [], more: 0 },
  ],
  forgotten: 0,
};
