import * as z from 'zod';
import { defineStory, type RefusedAction } from './story.ts';
import { textResult, titleOf } from './storyText.ts';

const countries = [
  { const: 'FR', title: 'France', postcode: /^\d{5}$/, example: '75011' },
  { const: 'DE', title: 'Germany', postcode: /^\d{5}$/, example: '10115' },
  { const: 'NL', title: 'Netherlands', postcode: /^\d{4} ?[A-Z]{2}$/i, example: '1012 AB' },
  { const: 'ES', title: 'Spain', postcode: /^\d{5}$/, example: '28013' },
  { const: 'GB', title: 'United Kingdom', postcode: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i, example: 'SW1A 1AA' },
  { const: 'US', title: 'United States', postcode: /^\d{5}(-\d{4})?$/, example: '10001' },
];

const oldAddress = '4 Mill Lane, Cambridge CB2 1RX, United Kingdom';

/** Three forms, each using the answers of the one before: which parcel, which address, confirmation. */
export const changeDeliveryAddress = defineStory({
  name: 'change_delivery_address',
  title: 'Change a delivery address',
  description: 'A demo: no parcel moves. Sends a parcel that is on its way to another address, in three steps.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run(_, { elicitForm }) {
    const parcel = await elicitForm({
      key: 'parcel',
      message: 'Which parcel should go somewhere else?',
      properties: {
        trackingNumber: {
          type: 'string',
          title: 'Tracking number',
          description: 'Two letters, nine digits and two letters, such as RR123456785GB.',
          pattern: '^[A-Z]{2}\\d{9}[A-Z]{2}$',
        },
      },
      required: ['trackingNumber'],
    });
    if (parcel.action !== 'accept') {
      return textResult(
        parcel.action === 'decline'
          ? 'No parcel was looked up, because you declined to name one. Every delivery goes on as planned.'
          : 'You closed the form before naming a parcel, so there was nothing to change. Run it again when you have the tracking number.',
      );
    }

    const { trackingNumber } = parcel.content;
    const destination = await elicitForm({
      key: 'destination',
      message: `${trackingNumber} is on its way to ${oldAddress}. Where should it go instead?`,
      properties: {
        street: { type: 'string', title: 'Street and number', minLength: 3, maxLength: 80 },
        line2: {
          type: 'string',
          title: 'Flat, floor or company',
          description: 'Leave it empty if there is none.',
          maxLength: 80,
        },
        postcode: { type: 'string', title: 'Postcode', minLength: 4, maxLength: 10 },
        city: { type: 'string', title: 'City', minLength: 2, maxLength: 60 },
        country: { type: 'string', title: 'Country', oneOf: countries.map(titled) },
      },
      required: ['street', 'postcode', 'city', 'country'],
      check: ({ postcode, country }) => postcodeProblem(postcode, country),
    });
    if (destination.action !== 'accept') {
      return unchangedResult(destination.action, trackingNumber, 'the new address');
    }

    const { street, line2, postcode, city, country } = destination.content;
    const place = titleOf(countries, country);
    const address = [street, line2, `${postcode} ${city}`, place].filter(Boolean);
    const confirmation = await elicitForm({
      key: 'confirmation',
      message: `${trackingNumber} will be sent to ${address.join(', ')}, and no longer to ${oldAddress}.`,
      properties: {
        note: {
          type: 'string',
          title: 'A note for the driver',
          description: 'For instance which bell to ring.',
          maxLength: 120,
        },
      },
    });
    if (confirmation.action !== 'accept') {
      return unchangedResult(confirmation.action, trackingNumber, 'the confirmation');
    }

    const { note } = confirmation.content;
    return textResult(
      `${trackingNumber} would now be on its way to ${address.join(', ')}${note ? `, with the note “${note}”` : ''}. This was a demo: no parcel was redirected.`,
    );
  },
});

function titled({ const: value, title }: (typeof countries)[number]) {
  return { const: value, title };
}

function postcodeProblem(postcode: string, country: string): string | undefined {
  const rules = countries.find((each) => each.const === country);
  return rules && !rules.postcode.test(postcode)
    ? `${rules.title}: ${postcode} is not a postcode there. One looks like ${rules.example}.`
    : undefined;
}

function unchangedResult(action: RefusedAction, trackingNumber: string, stage: string) {
  return textResult(
    action === 'decline'
      ? `The address of ${trackingNumber} was not changed: you declined ${stage}. It still goes to ${oldAddress}.`
      : `You closed the form at ${stage}, so the change to ${trackingNumber} is unfinished and was not kept. For now it still goes to ${oldAddress}.`,
  );
}
