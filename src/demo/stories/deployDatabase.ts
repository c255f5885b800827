import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { defineStory, type RefusedAction, type StoryContext } from './story.ts';
import { textResult, titleOf } from './storyText.ts';

const regions = [
  { const: 'eu-central-1', title: 'Frankfurt (eu-central-1)' },
  { const: 'eu-west-1', title: 'Dublin (eu-west-1)' },
  { const: 'us-east-1', title: 'Virginia (us-east-1)' },
  { const: 'ap-northeast-1', title: 'Tokyo (ap-northeast-1)' },
];

/** The price of one instance by its size, in US dollars a month. */
const prices: Readonly<Record<string, number>> = { micro: 12, small: 24, medium: 48, large: 96, xlarge: 192 };
/** The price of a GiB of storage, in US dollars a month. */
const priceOfGib = 0.12;

const progressMessages = [
  'Reserving the network',
  'Allocating storage',
  'Starting the instance',
  'Scheduling backups',
  'Running health checks',
];
/** Long enough to read each message. */
const progressStepMs = 700;

/** A form with limits of every kind, a confirmation by typing a name, and progress notifications. */
export const deployDatabase = defineStory({
  name: 'deploy_database',
  title: 'Deploy a database',
  description:
    'A demo: nothing is created or billed. Plans a managed database with you, shows its price, and reports progress.',
  inputSchema: z.object({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{2,30}$/)
      .meta({
        title: 'Database name',
        description: '3 to 31 small letters, digits and hyphens, such as orders-db.',
      }),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run({ name }, context) {
    const plan = await context.elicitForm({
      key: 'plan',
      message: `Where should ${name} run, and how large should it be?`,
      properties: {
        region: { type: 'string', title: 'Region', oneOf: regions },
        instanceType: {
          type: 'string',
          title: 'Instance type',
          description: 'db, a family and a size (micro to xlarge), such as db.t4g.medium.',
          pattern: '^db\\.[a-z0-9]+\\.(micro|small|medium|large|xlarge)$',
        },
        storageGib: {
          type: 'number',
          title: 'Storage in GiB',
          minimum: 20,
          maximum: 16384,
          default: 100,
        },
        retentionDays: {
          type: 'integer',
          title: 'Keep backups for, in days',
          minimum: 1,
          maximum: 35,
          default: 7,
        },
        multiAz: {
          type: 'boolean',
          title: 'Standby in a second zone',
          description: 'Survives the loss of a data centre. Doubles the price of the instance.',
          default: false,
        },
      },
      required: ['region', 'instanceType', 'storageGib', 'retentionDays'],
      check: ({ instanceType, multiAz }) =>
        multiAz && instanceType.endsWith('.micro')
          ? `${instanceType} cannot have a standby. Choose a larger size, or do without the standby.`
          : undefined,
    });
    if (plan.action !== 'accept') {
      return notDeployedResult(plan.action, name, 'No plan was made');
    }

    const { region, instanceType, storageGib, retentionDays, multiAz = false } = plan.content;
    const size = instanceType.split('.').at(-1) ?? '';
    const price = Math.round((prices[size] ?? 0) * (multiAz ? 2 : 1) + storageGib * priceOfGib);
    const summary = [
      `${instanceType} in ${titleOf(regions, region)}`,
      `${storageGib} GiB of storage`,
      `backups kept for ${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}`,
      multiAz ? 'with a standby in a second zone' : 'without a standby',
    ];

    const confirmation = await context.elicitForm({
      key: 'confirmation',
      message: [`${name} would cost about $${price} a month:`, '', ...summary].join('\n'),
      properties: {
        confirmName: {
          type: 'string',
          title: `Type ${name} to deploy it`,
          pattern: `^${name}$`,
        },
      },
      required: ['confirmName'],
    });
    if (confirmation.action !== 'accept') {
      return notDeployedResult(confirmation.action, name, `The plan for about $${price} a month was dropped`);
    }

    await provision(context);
    return textResult(
      `${name} would now be running: ${summary.join(', ')}, for about $${price} a month. This was a demo: nothing was created and nothing is billed.`,
    );
  },
});

function notDeployedResult(action: RefusedAction, name: string, consequence: string) {
  return textResult(
    action === 'decline'
      ? `${name} was not deployed, because you declined. ${consequence}; nothing was created and nothing is billed.`
      : `${name} is not deployed yet: you closed the form before the end. ${consequence}; nothing was created. Run deploy_database again to start over.`,
  );
}

async function provision({ report, signal }: StoryContext): Promise<void> {
  for (const [index, message] of progressMessages.entries()) {
    await report({ progress: index + 1, total: progressMessages.length, message });
    await setTimeout(progressStepMs, undefined, { signal });
  }
}
