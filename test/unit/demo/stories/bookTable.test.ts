import assert from 'node:assert/strict';
import { acceptWith, DemoClient, type FormContent, resultText } from '#test/unit/demo/demoClient.ts';
import { describeRefusals } from '#test/unit/demo/refusalCases.ts';

const friday = '2099-05-15';
const monday = '2099-05-18';

const when = { partySize: 4, date: friday, time: '19:30' };
const wishes = { seating: 'quiet', dietary: ['vegan', 'nut-allergy'] };
const contact = { email: 'ana@example.com' };
const answers: FormContent[] = [when, wishes, contact, {}];

describe('demo: book_table', () => {
  let client: DemoClient;
  before(async () => {
    client = await DemoClient.start();
  });
  after(() => client.close());

  it('returns the booking as text and as structured content', async () => {
    const result = await client.call('book_table', {}, answers.map(acceptWith));
    assert.match(
      resultText(result),
      /^Casa Limón would now hold a table for 4 people on Friday 15 May 2099 at 19:30, in a quiet corner \(vegan and nut allergy\), and write to ana@example\.com\. This was a demo/,
    );
    assert.deepEqual(result.structuredContent, {
      outcome: 'booked',
      restaurant: 'Casa Limón',
      booking: { ...when, ...wishes, ...contact },
    });
  });

  it('returns a link to the menu', async () => {
    const result = await client.call('book_table', {}, answers.map(acceptWith));
    assert.ok(result.content.some((part) => part.type === 'resource_link' && part.uri === 'demo://menu'));
  });

  it('shows the whole booking in a last form without fields', async () => {
    await client.call('book_table', {}, answers.map(acceptWith));
    const last = client.requests.at(-1);
    assert.equal(
      last?.message,
      'Shall we book this?\n\nCasa Limón\nFriday 15 May 2099 at 19:30\n4 people, in a quiet corner\nKitchen: vegan and nut allergy\nConfirmation to ana@example.com',
    );
    assert.deepEqual(last?.requestedSchema.properties, {});
  });

  it('accepts an answer without dietary needs', async () => {
    const simple: FormContent[] = [when, { seating: 'bar' }, contact, {}];
    const result = await client.call('book_table', {}, simple.map(acceptWith));
    assert.match(resultText(result), /at the bar \(no dietary needs\)/);
  });

  it('repeats the request for an e-mail address that it cannot use, with an example', async () => {
    const replies = [when, wishes, { email: 'ann@example' }, contact, {}].map(acceptWith);
    const result = await client.call('book_table', {}, replies);
    const { message, requestedSchema } = client.requests[3] ?? {};
    assert.equal(message, 'Please correct: E-mail (for example ann@example.com).\n\nWhere should the confirmation go?');
    assert.equal(requestedSchema?.properties['email']?.['default'], 'ann@example');
    assert.match(resultText(result), /write to ana@example\.com/);
  });

  it('repeats the request if the restaurant is closed on that day, with the other answers as defaults', async () => {
    const replies = [{ ...when, date: monday }, ...answers].map(acceptWith);
    const result = await client.call('book_table', {}, replies);
    const repeatedRequest = client.requests[1];
    assert.match(repeatedRequest?.message ?? '', /^Monday 18 May 2099 is a Monday, and we are closed\./);
    assert.equal(repeatedRequest?.requestedSchema.properties['time']?.['default'], '19:30');
    assert.match(resultText(result), /Friday 15 May 2099/);
  });

  it('repeats the request for a day that has passed', async () => {
    await client.call('book_table', {}, [{ ...when, date: '2001-05-15' }, ...answers].map(acceptWith));
    assert.match(client.requests[1]?.message ?? '', /^Tuesday 15 May 2001 has passed\./);
  });

  describeRefusals({ tool: 'book_table', arguments: {}, answers, undone: /No table was|holds no table/ }, () => client);

  it('returns a decline also as structured content', async () => {
    const result = await client.call('book_table', {}, [{ action: 'decline' }]);
    assert.deepEqual(result.structuredContent, { outcome: 'declined', restaurant: 'Casa Limón' });
  });
});
