import * as z from 'zod';
import { defineStory, type RefusedAction } from './story.ts';
import { dateFrom, longDate, textResult, titleOf } from './storyText.ts';

const arms = [
  { const: 'standard', title: 'Standard dose' },
  { const: 'low', title: 'Low dose' },
  { const: 'observation', title: 'Observation only' },
];

/** Three forms with answers that take the user a while: a long justification, a code from a colleague, a signed consent. */
export const enrolPatient = defineStory({
  name: 'enrol_patient',
  title: 'Enrol a patient in a trial',
  description:
    'A demo: there is no trial and no record is made. Enrols a patient in a clinical trial, with justification, approval code and consent.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run(_, { elicitForm, startedAt }) {
    const patient = await elicitForm({
      key: 'patient',
      message: 'Who joins the HORIZON-3 trial?',
      properties: {
        patientId: {
          type: 'string',
          title: 'Patient number',
          description: 'PT, a hyphen and five digits, such as PT-20417. No names, please.',
          pattern: '^PT-\\d{5}$',
        },
        age: { type: 'integer', title: 'Age in years', minimum: 18, maximum: 75 },
        arm: { type: 'string', title: 'Trial arm', oneOf: arms },
      },
      required: ['patientId', 'age', 'arm'],
    });
    if (patient.action !== 'accept') {
      return notEnrolledResult(patient.action, 'The patient', 'the patient’s details');
    }

    const { patientId, age } = patient.content;
    const arm = titleOf(arms, patient.content.arm).toLowerCase();
    const approval = await elicitForm({
      key: 'approval',
      message: `Why should ${patientId} (${age}, ${arm}) join, and who approved it?`,
      properties: {
        justification: {
          type: 'string',
          title: 'Medical justification',
          description: 'The ethics board reads this: what was tried, and why the trial is the better choice.',
          minLength: 50,
          maxLength: 1000,
        },
        approvalCode: {
          type: 'string',
          title: 'Approval code',
          description: 'From the letter of approval, such as APR-2031-KM.',
          pattern: '^APR-\\d{4}-[A-Z]{2}$',
        },
      },
      required: ['justification', 'approvalCode'],
    });
    if (approval.action !== 'accept') {
      return notEnrolledResult(approval.action, patientId, 'the justification');
    }

    const consent = await elicitForm({
      key: 'consent',
      message: `Last step: the consent of ${patientId}.`,
      properties: {
        signed: {
          type: 'boolean',
          title: 'Signed consent is on file',
          description: 'Without it the patient is not enrolled.',
        },
        consentDate: { type: 'string', title: 'Date of the signature', format: 'date' },
      },
      required: ['signed', 'consentDate'],
      // One day later is accepted: in the user's time zone it may already be tomorrow.
      check: ({ consentDate }) =>
        consentDate > dateFrom(startedAt, 1)
          ? `${longDate(consentDate)} is still to come. When was it signed?`
          : undefined,
    });
    if (consent.action !== 'accept') {
      return notEnrolledResult(consent.action, patientId, 'the consent');
    }

    const { signed, consentDate } = consent.content;
    const { justification, approvalCode } = approval.content;
    if (!signed) {
      return textResult(`${patientId} was not enrolled, because there is no signed consent. Nothing was recorded.`);
    }
    return textResult(
      [
        `${patientId}, aged ${age}, would now be enrolled (${arm}) under ${approvalCode}, with consent signed on ${longDate(consentDate)}.`,
        `Justification: ${justification}`,
        'This was a demo: there is no trial, and nothing was recorded.',
      ].join('\n\n'),
    );
  },
});

function notEnrolledResult(action: RefusedAction, who: string, stage: string) {
  return textResult(
    action === 'decline'
      ? `${who} was not enrolled: you declined to give ${stage}. Nothing was recorded, and the board was not told.`
      : `The enrolment stopped at ${stage}, because the form was closed. ${who} is not enrolled and no draft was kept; run enrol_patient to begin again.`,
  );
}
