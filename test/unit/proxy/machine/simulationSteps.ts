import fc from 'fast-check';

/** One thing that the agent, the server, the window or the clock does. `pick` chooses among what is there. */
export type Step =
  | { readonly type: 'call'; readonly kind: number; readonly hasToken: boolean }
  /** `isLate`: a minute after the call. */
  | { readonly type: 'cancel'; readonly pick: number; readonly hasTimedOut: boolean; readonly isLate: boolean }
  | {
      readonly type: 'ask' | 'takeBack' | 'respond' | 'round' | 'urls' | 'answer' | 'stale' | 'stop';
      readonly pick: number;
    }
  | { readonly type: 'openWindow' | 'notFound' }
  | { readonly type: 'closeWindow'; readonly isDisabled: boolean }
  | { readonly type: 'wait'; readonly seconds: number };

const pick = fc.nat(9);
const pickTypes = fc.constantFrom(
  'ask',
  'ask',
  'takeBack',
  'respond',
  'respond',
  'round',
  'urls',
  'answer',
  'answer',
  'stale',
  'stop',
);

export const stepsOf: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant('call' as const), kind: fc.nat(2), hasToken: fc.boolean() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('cancel' as const),
        pick,
        hasTimedOut: fc.boolean(),
        isLate: fc.boolean(),
      }),
    },
    { weight: 8, arbitrary: fc.record({ type: pickTypes as fc.Arbitrary<'ask'>, pick }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('openWindow' as const, 'notFound' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('closeWindow' as const), isDisabled: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('wait' as const), seconds: fc.constantFrom(1, 12, 31, 57, 130) }),
    },
  ),
  { minLength: 5, maxLength: 60 },
);
