import assert from 'node:assert/strict';
import type { ToWebview } from '#bridge/messages.ts';
import { type CompleteArgument, CompletionRequests } from '#editor/panel/screens/completionRequests.ts';
import type { FormInputs, FormModel } from '#form/model.ts';

const field = (name: string) => ({ kind: 'text', name, label: name, required: false }) as const;
const form: FormModel = {
  fields: [field('city'), field('__proto__'), { kind: 'boolean', name: 'sure', label: 'sure', required: false }],
};
const text = (value: string) => ({ kind: 'text', text: value, touched: true }) as const;
const inputs: FormInputs = [text('Par'), text('France'), { kind: 'boolean', value: true }];
const completeMessage = (index: number, revision = 1) =>
  ({ type: 'complete', screen: 's', field: index, revision, text: 'Par' }) as const;

describe('suggestions while the user types', () => {
  const replies: ToWebview[] = [];
  const reply = (message: ToWebview) => void replies.push(message);
  beforeEach(() => {
    replies.length = 0;
  });

  it('are requested with the values of the other fields, and posted with their revision', async () => {
    const requested: unknown[] = [];
    const complete: CompleteArgument = async (argument, others) => {
      requested.push(argument, Object.entries(others));
      return ['Paris'];
    };
    await new CompletionRequests('s', complete).request(completeMessage(0, 7), form, inputs, new Set(), reply);
    assert.deepEqual(requested, [{ name: 'city', value: 'Par' }, [['__proto__', 'France']]]);
    assert.deepEqual(replies, [{ type: 'completions', screen: 's', field: 0, revision: 7, values: ['Paris'] }]);
  });

  describe('if fields contain secrets', () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const secretForm: FormModel = { fields: [field('city'), field('api_key'), field('note'), field('country')] };
    const filled: FormInputs = [text('Par'), text('abc-123'), text(token), text('France')];
    const requestsFor = async (index: number, typed: string, masked: ReadonlySet<number> = new Set()) => {
      const requested: unknown[] = [];
      const complete: CompleteArgument = async (argument, others) => {
        requested.push({ argument, others });
        return [];
      };
      const message = { ...completeMessage(index), text: typed };
      await new CompletionRequests('s', complete).request(message, secretForm, filled, masked, reply);
      return requested;
    };

    it('are requested without the secrets', async () => {
      assert.deepEqual(await requestsFor(0, 'Par'), [
        { argument: { name: 'city', value: 'Par' }, others: { country: 'France' } },
      ]);
    });

    it('are requested without the rest of a secret, and not for it', async () => {
      assert.deepEqual(await requestsFor(0, 'Par', new Set([3])), [
        { argument: { name: 'city', value: 'Par' }, others: {} },
      ]);
      assert.deepEqual(await requestsFor(3, 'Fra', new Set([3])), []);
    });

    it('are not requested for a sensitive field', async () => assert.deepEqual(await requestsFor(1, 'abc-123'), []));

    it('are not requested for a field while its typed text is a secret', async () => {
      assert.deepEqual(await requestsFor(0, token), []);
      assert.equal((await requestsFor(2, 'hello')).length, 1);
    });
  });

  it('are not posted for a request before the last one', async () => {
    const responses: ((values: string[]) => void)[] = [];
    const signals: AbortSignal[] = [];
    const complete: CompleteArgument = (_argument, _others, signal) => {
      signals.push(signal);
      return new Promise((resolve) => responses.push(resolve));
    };
    const completing = new CompletionRequests('s', complete);
    const first = completing.request(completeMessage(0, 1), form, inputs, new Set(), reply);
    const second = completing.request(completeMessage(0, 2), form, inputs, new Set(), reply);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
    responses[1]?.(['new']);
    responses[0]?.(['old']);
    await Promise.all([first, second]);
    assert.deepEqual(replies, [{ type: 'completions', screen: 's', field: 0, revision: 2, values: ['new'] }]);
  });

  it('are not posted after a stop, or for a field that is not text', async () => {
    const completing = new CompletionRequests('s', async () => ['x']);
    const requested = completing.request(completeMessage(0), form, inputs, new Set(), reply);
    completing.stop();
    await requested;
    await completing.request(completeMessage(2), form, inputs, new Set(), reply);
    await completing.request(completeMessage(9), form, inputs, new Set(), reply);
    assert.deepEqual(replies, []);
  });
});
