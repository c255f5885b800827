import { type McpServer, type ProtocolEra, ResourceTemplate } from '@modelcontextprotocol/server';
import { png } from './content.ts';

export function addResources(server: McpServer, era: ProtocolEra): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'A text.', mimeType: 'text/plain' },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    }),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'An image.', mimeType: 'image/png' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: png }] }),
  );
  server.registerResource(
    'watched-resource',
    'test://watched-resource',
    { description: 'Can be subscribed to.', mimeType: 'text/plain' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: 'Watched resource content' }] }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data for an id.', mimeType: 'application/json' },
    ({ href: uri }, { id }) => {
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return { contents: [{ uri, mimeType: 'application/json', text }] };
    },
  );
  if (era === 'legacy') {
    const subscriptions = new Set<string>();
    server.server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscriptions.add(params.uri);
      return {};
    });
    server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscriptions.delete(params.uri);
      return {};
    });
  }
}
