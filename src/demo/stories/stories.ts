import { bookTable } from './bookTable.ts';
import { changeDeliveryAddress } from './changeDeliveryAddress.ts';
import { connectAccount } from './connectAccount.ts';
import { copyCalendar } from './copyCalendar.ts';
import { deleteFiles } from './deleteFiles.ts';
import { deployDatabase } from './deployDatabase.ts';
import { enrolPatient } from './enrolPatient.ts';
import { everyField } from './everyField.ts';
import { planEvent } from './planEvent.ts';
import { showSeatingPlan } from './showSeatingPlan.ts';
import type { Story } from './story.ts';

/** The demo's name and version, in both eras. */
export const serverInfo = { name: 'elicitation-demo', title: 'Elicitation demo', version: '1.0.0' };

export const instructions =
  'A demo of MCP elicitation. Every tool only tells a story: nothing real is booked, created or deleted.';

export const stories: readonly Story[] = [
  bookTable,
  deployDatabase,
  deleteFiles,
  changeDeliveryAddress,
  enrolPatient,
  planEvent,
  connectAccount,
  copyCalendar,
  everyField,
  showSeatingPlan,
];
