import { type ContentBlock, completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { png } from './content.ts';

function messages(...contents: readonly ContentBlock[]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user' as const, content })) };
}

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const cities = ['paris', 'park', 'party'];

export function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A prompt without arguments.' }, () =>
    messages(text('This is a simple prompt for testing.')),
  );
  const argsSchema = z.object({
    arg1: completable(z.string().describe('First test argument'), (value) =>
      cities.filter((city) => city.startsWith(value)),
    ),
    arg2: z.string().describe('Second test argument'),
  });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'A prompt with two arguments.', argsSchema },
    ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    {
      description: 'A prompt with a resource.',
      argsSchema: z.object({ resourceUri: z.string().describe('URI of the resource to embed') }),
    },
    ({ resourceUri: uri }) =>
      messages(
        {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with an image.' }, () =>
    messages({ type: 'image', data: png, mimeType: 'image/png' }, text('Please analyze the image above.')),
  );
}
