/** Tools that send requests to a client of the legacy era while they run. */
import type { ElicitRequestFormParams, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { onlyText } from './content.ts';

const titled = (titles: readonly string[]) => titles.map((title, index) => ({ const: `value${index + 1}`, title }));
const options = ['option1', 'option2', 'option3'];

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

const defaults: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const choices: Properties = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) } },
};

const person: Properties = {
  username: { type: 'string', description: "User's response" },
  email: { type: 'string', description: "User's email address" },
};

export function addAskingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Requests sampling.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return onlyText(`LLM response: ${'text' in content ? content.text : JSON.stringify(content)}`);
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks for a user name.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const requestedSchema = { type: 'object', properties: person, required: Object.keys(person) } as const;
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
      return onlyText(`User response: ${JSON.stringify({ action, content })}`);
    },
  );
  const forms = { test_elicitation_sep1034_defaults: defaults, test_elicitation_sep1330_enums: choices };
  for (const [name, properties] of Object.entries(forms)) {
    server.registerTool(name, { description: 'Asks with a form.' }, async ({ mcpReq }) => {
      const requestedSchema = { type: 'object', properties } as const;
      const { action, content } = await mcpReq.elicitInput({ message: 'Please fill in the form.', requestedSchema });
      return onlyText(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
    });
  }
  server.registerTool('test_missing_capability', { description: 'Needs sampling.' }, () =>
    onlyText('The client supports sampling.'),
  );
}
