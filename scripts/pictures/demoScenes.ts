import type { PictureSession } from './pictureSession.ts';
import type { Scene } from './scene.ts';
import { tour } from './tour.ts';

/** Answers the first request of the story and fills in the second. */
async function fillAddressForm({ host }: PictureSession, { postcode = '1015 CJ' } = {}): Promise<void> {
  await host.runTool('Demo', 'change_delivery_address');
  await host.field('Tracking number').fill('RR123456785GB');
  await host.answer('Submit');
  await host.field('Street and number').fill('Keizersgracht 1');
  await host.field('Postcode').fill(postcode);
  await host.field('City').fill('Amsterdam');
  await host.field('Netherlands').check();
}

/** Opens the deployment form, which most pictures show, and fills it in. */
async function fillDeploymentForm({ host }: PictureSession): Promise<void> {
  await host.runTool('Demo', 'deploy_database');
  await host.field('Database name').fill('orders');
  await host.enabledButton('Run').click();
  await host.field('Instance type').fill('db.t4g.medium');
  await host.panel.getByLabel('Dublin (eu-west-1)').check();
  await host.waitUntilReady();
}

const everyField: Scene = {
  name: 'every-field',
  async take(session) {
    const { host } = session;
    await host.runTool('Demo', 'every_field');
    await host.waitUntilReady();
    await session.takeThemes('every-field', { height: 2700 });
    await host.field('E-mail address').fill('ada at example');
    await host.field('Whole number').fill('4000');
    await host.field('Text of 3 to 12 characters').fill('ab');
    await host.enabledButton('Review').click();
    await host.panel
      .getByText(/^Fix \d answers$/)
      .first()
      .waitFor();
    await session.takeThemes('every-field-mistakes', { height: 2900 });
  },
};

const calendar: Scene = {
  name: 'calendar',
  async take(session) {
    const { host } = session;
    await host.runTool('Demo', 'book_table');
    await host.waitUntilReady();
    const dialog = host.panel.getByRole('dialog');
    await session.takeThemes('calendar', {
      async afterResize() {
        if (!(await dialog.isVisible())) await host.panel.getByRole('button', { name: /^Choose a date for/ }).click();
        await dialog.waitFor();
      },
    });
  },
};

const form: Scene = {
  name: 'form',
  async take(session) {
    const { host, workbench } = session;
    await host.runTool('Demo', 'deploy_database');
    await host.field('Database name').waitFor();
    await session.takeThemes('arguments');
    await session.endAll();
    await fillDeploymentForm(session);
    await session.takeThemes('form');
    await session.takeForMedia('walkthrough/question', { width: 800, height: 560 });
    await session.showSideBar();
    await session.takeWindow('question-dark', { width: 1120, height: 700 });
    await session.hideSideBar();
    await host.openReview();
    await host.enabledButton('Submit').waitFor();
    await host.panel.getByText('Exact JSON').click();
    await session.takeThemes('review');
    await session.takeForMedia('walkthrough/review', { width: 800, height: 560 });
    await host.button('Edit Storage in GiB').click();
    await host.field('Storage in GiB').waitFor();
    await session.takeThemes('review-edit');
    await workbench.page.keyboard.press('Escape');
    await host.enabledButton('Submit').click();
    await host.field('Type orders to deploy it').fill('orders');
    await host.answer('Submit');
    await host.panel.getByRole('heading', { name: /on Demo/ }).waitFor();
    await host.enabledButton('Run Again').waitFor();
    await session.takeThemes('result-after-steps');
  },
};

const earlierSteps: Scene = {
  name: 'earlier-steps',
  async take(session) {
    const { host } = session;
    await fillAddressForm(session);
    await host.answer('Submit');
    await host.field('A note for the driver').waitFor();
    await host.waitUntilReady();
    await session.takeThemes('earlier-steps');
    await host.panel.getByText(/earlier steps/).click();
    await session.takeThemes('earlier-steps-open', { height: 1000 });
    await host.button('Stop the Call').click();
    await host.panel.getByText('The call was cancelled. There is no result.').waitFor();
    await session.takeThemes('result-cancelled');
  },
};

/** A form that the server requests again, with a message about the invalid answer. */
const rejectedAnswer: Scene = {
  name: 'rejected-answer',
  async take(session) {
    const { host } = session;
    await fillAddressForm(session, { postcode: 'nowhere' });
    await host.answer('Submit');
    await host.panel
      .getByText(/is not a postcode there/)
      .first()
      .waitFor();
    await host.waitUntilReady();
    await session.takeThemes('rejected-answer', { height: 1000 });
  },
};

const draft: Scene = {
  name: 'draft',
  async take(session) {
    const { host } = session;
    await host.runTool('Demo', 'enrol_patient');
    await host.field('Patient number').fill('PT-20417');
    await host.field('Age in years').fill('54');
    await host.waitUntilReady();
    await host.field('Age in years').press('Escape');
    await host.enabledButton('Run Again').waitFor();
    await host.runTool('Demo', 'enrol_patient');
    await host.panel.locator('.draft').waitFor();
    await host.waitUntilReady();
    await session.takeThemes('draft');
  },
};

const remembered: Scene = {
  name: 'remembered',
  async take(session) {
    const { host } = session;
    await fillAddressForm(session);
    await host.openReview();
    await host.enabledButton('Submit').waitFor();
    await host.panel.getByLabel('Use these answers next time').check();
    await session.takeThemes('remember', { height: 1000 });
    await host.enabledButton('Submit').click();
    await host.field('A note for the driver').waitFor();
    await session.endAll();
    await host.runTool('Demo', 'change_delivery_address');
    await host.field('Tracking number').fill('RR123456785GB');
    await host.answer('Submit');
    await host.field('Street and number').waitFor();
    await host.waitUntilReady();
    await session.takeThemes('remembered', { height: 1000 });
  },
};

const severalRequests: Scene = {
  name: 'several-requests',
  async take(session) {
    const { host } = session;
    await host.runTool('Demo', 'plan_event');
    await host.panel.getByText(/more questions of this call/).waitFor();
    await host.waitUntilReady();
    await session.takeThemes('several-waiting');
    await host.field('The garden').check();
    await host.answer('Submit');
    await host.field('A barbecue').check();
    await host.answer('Submit');
    await host.field('A DJ').waitFor();
    await host.answer('Decline');
    await host.enabledButton('Run Again').waitFor();
    await session.takeThemes('result-structured');
  },
};

const results: Scene = {
  name: 'result',
  async take(session) {
    const { host } = session;
    await host.runTool('Demo', 'show_seating_plan');
    await host.panel.getByRole('img', { name: /^Image from the server/ }).waitFor();
    await session.takeThemes('result');
    await session.takeForMedia('walkthrough/result', { width: 800, height: 500 });
  },
};

export const demoScenes: readonly Scene[] = [
  tour,
  everyField,
  calendar,
  form,
  earlierSteps,
  rejectedAnswer,
  draft,
  remembered,
  severalRequests,
  results,
];
