import * as z from 'zod';
import { defineStory } from './story.ts';
import { textResult } from './storyText.ts';

const fileCount = 47;

const somePaths = [
  'reports/2024/january.xlsx',
  'reports/2024/february.xlsx',
  'reports/2024/drafts/budget (old).docx',
  'photos/office-move/IMG_0412.jpg',
  'photos/office-move/IMG_0413.jpg',
];

const pathList = [...somePaths, `and ${fileCount - somePaths.length} more`].map((path) => `  ${path}`).join('\n');

/** Two forms for an action that cannot be undone: a required boolean without a default, then a word to type. */
export const deleteFiles = defineStory({
  name: 'delete_files',
  title: 'Delete 47 files',
  description:
    'A demo: the files do not exist and nothing is deleted. Clears out 47 old files, and asks twice before it does.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  async run(_, { elicitForm }) {
    const choice = await elicitForm({
      key: 'choice',
      message: `${fileCount} files have not been opened for a year:\n\n${pathList}\n\nShould they be deleted for good?`,
      properties: {
        permanently: {
          type: 'boolean',
          title: 'Delete for good',
          description: 'Yes: they cannot be restored. No: they go to the trash for 30 days.',
        },
      },
      required: ['permanently'],
    });
    if (choice.action === 'decline') {
      return textResult(
        `All ${fileCount} files stay where they are. You declined to delete them; none was moved or changed.`,
      );
    }
    if (choice.action === 'cancel') {
      return textResult(`You closed the form without choosing, so all ${fileCount} files stay where they are for now.`);
    }

    const { permanently } = choice.content;
    const word = permanently ? 'DELETE' : 'TRASH';
    const confirmation = await elicitForm({
      key: 'confirmation',
      message: permanently
        ? `${fileCount} files will be gone for good. There is no undo.`
        : `${fileCount} files will go to the trash and can be restored for 30 days.`,
      properties: { word: { type: 'string', title: `Type ${word} to go ahead`, pattern: `^${word}$` } },
      required: ['word'],
    });
    const intent = permanently ? 'delete them for good' : 'move them to the trash';
    if (confirmation.action === 'decline') {
      return textResult(
        `You chose to ${intent}, then declined at the last step. All ${fileCount} files are still there.`,
      );
    }
    if (confirmation.action === 'cancel') {
      return textResult(
        `You chose to ${intent}, but closed the last form, so it did not happen. All ${fileCount} files are still there; run delete_files again to decide.`,
      );
    }
    return textResult(
      permanently
        ? `${fileCount} files would now be gone for good. This was a demo: no file was touched.`
        : `${fileCount} files would now be in the trash for 30 days. This was a demo: no file was touched.`,
    );
  },
});
