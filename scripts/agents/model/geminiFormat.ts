import { membersOf, objectsIn, stringOf, textIn } from './jsonParts.ts';
import type { ModelFormat, ModelReply } from './turns.ts';

/** Gemini's `generateContent` and `streamGenerateContent`. */
export const geminiFormat: ModelFormat = {
  isTurn: (path) => /:(?:stream)?generateContent$/i.test(path),
  isStreamed: (path) => path.endsWith(':streamGenerateContent'),
  read(body) {
    const { tools, contents } = membersOf(body);
    const parts = objectsIn(contents).flatMap((content) => objectsIn(content['parts']));
    return {
      tools: objectsIn(tools).flatMap(({ functionDeclarations }) =>
        objectsIn(functionDeclarations).map(({ name }) => stringOf(name)),
      ),
      results: parts
        .filter(({ functionResponse }) => functionResponse !== undefined)
        .map(({ functionResponse }) => textIn(membersOf(functionResponse)['response'])),
    };
  },
  whole: (reply) => responseOf(reply),
  stream: (reply) => [{ data: responseOf(reply) }],
  other: (path) => (path.endsWith(':countTokens') ? { totalTokens: 1 } : undefined),
};

function responseOf(reply: ModelReply): unknown {
  const part =
    reply.kind === 'text'
      ? { text: reply.text }
      : { functionCall: { id: reply.id, name: reply.name, args: JSON.parse(reply.json) } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'scripted',
    responseId: 'response-1',
  };
}
