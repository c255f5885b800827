import assert from 'node:assert/strict';
import { acceptWith, DemoClient, resultText } from '#test/unit/demo/demoClient.ts';
import { describeRefusals } from '#test/unit/demo/refusalCases.ts';

const parcel = { trackingNumber: 'RR123456785GB' };
const address = { street: 'Torstraße 1', line2: '3rd floor', postcode: '10119', city: 'Berlin', country: 'DE' };
const answers = [parcel, address, { note: 'Ring twice' }];

describe('demo: change_delivery_address', () => {
  let client: DemoClient;
  before(async () => {
    client = await DemoClient.start();
  });
  after(() => client.close());

  it('returns the new address of the parcel', async () => {
    const result = await client.call('change_delivery_address', {}, answers.map(acceptWith));
    assert.equal(
      resultText(result),
      'RR123456785GB would now be on its way to Torstraße 1, 3rd floor, 10119 Berlin, Germany, with the note “Ring twice”. This was a demo: no parcel was redirected.',
    );
  });

  it('accepts answers without the second line and the note', async () => {
    const { line2: _, ...short } = address;
    const result = await client.call('change_delivery_address', {}, [parcel, short, {}].map(acceptWith));
    assert.match(resultText(result), /to Torstraße 1, 10119 Berlin, Germany\. This was a demo/);
  });

  it('shows each answer in the next form', async () => {
    await client.call('change_delivery_address', {}, answers.map(acceptWith));
    assert.match(client.requests[1]?.message ?? '', /^RR123456785GB is on its way to 4 Mill Lane/);
    assert.match(client.requests[2]?.message ?? '', / Torstraße 1, 3rd floor, 10119 Berlin, Germany, /);
  });

  it('repeats the request for a postcode of another country, with the answers as defaults', async () => {
    const elsewhere = { ...address, country: 'NL' };
    await client.call('change_delivery_address', {}, [parcel, elsewhere, address, {}].map(acceptWith));
    const repeatedRequest = client.requests[2];
    assert.match(
      repeatedRequest?.message ?? '',
      /^Netherlands: 10119 is not a postcode there\. One looks like 1012 AB\./,
    );
    assert.equal(repeatedRequest?.requestedSchema.properties['street']?.['default'], 'Torstraße 1');
  });

  describeRefusals(
    {
      tool: 'change_delivery_address',
      arguments: {},
      answers,
      undone: /goes on as planned|nothing to change|still goes to 4 Mill Lane/,
    },
    () => client,
  );
});
