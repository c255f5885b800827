import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#scripts/lib/process.mjs';

const tsc = join(root, 'node_modules/typescript/bin/tsc');

describe('the TypeScript projects', () => {
  it('are all referenced by the tsconfig.json of the root folder', () => {
    const projectFiles = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', '*/tsconfig.json'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    const folders = projectFiles.split('\n').flatMap((path) => (path ? [path.replace('/tsconfig.json', '')] : []));
    const shown = execFileSync(process.execPath, [tsc, '-p', '.', '--showConfig'], { cwd: root, encoding: 'utf8' });
    const { references }: { references: { path: string }[] } = JSON.parse(shown);
    assert.deepEqual(references.map(({ path }) => path.replace(/^\.\//, '')).sort(), folders.sort());
  });

  it('are found by a language server for files outside of their folders', async function () {
    this.timeout(60_000);
    const problems = await diagnostics([
      ['src/extension.ts', 'typescript'],
      ['src/host.ts', 'typescript'],
      ['esbuild.mjs', 'javascript'],
    ]);
    assert.deepEqual(problems, { 'src/extension.ts': [], 'src/host.ts': [], 'esbuild.mjs': [] });
  });
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: { readonly items?: readonly { readonly message: string }[] };
}

/** The messages of the problems that TypeScript's language server reports for opened files, by path. */
async function diagnostics(files: readonly (readonly [path: string, languageId: string])[]) {
  const server = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  const replies = new Map<number, (message: Message) => void>();
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const ask = (method: string, params: object) =>
    new Promise<Message>((resolve) => {
      replies.set(replies.size, resolve);
      send({ id: replies.size - 1, method, params });
    });
  let unread = Buffer.alloc(0);
  server.stdout.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const start = unread.indexOf('\r\n\r\n') + 4;
      const end = start + Number(/Content-Length: (\d+)/i.exec(unread.toString('latin1', 0, start))?.[1]);
      if (start < 4 || unread.length < end) return;
      const message: Message = JSON.parse(unread.toString('utf8', start, end));
      unread = unread.subarray(end);
      if (message.id === undefined) continue;
      // The server requests settings and notifications of changed files. There are none of either.
      if (message.method) send({ id: message.id, result: message.params?.items?.map(() => null) ?? null });
      else replies.get(message.id)?.(message);
    }
  });
  try {
    const rootUri = pathToFileURL(root).href;
    const capabilities = { textDocument: { diagnostic: {} } };
    await ask('initialize', { processId: process.pid, rootUri, capabilities });
    send({ method: 'initialized', params: {} });
    const problems: Record<string, readonly string[]> = {};
    for (const [path, languageId] of files) {
      const uri = pathToFileURL(join(root, path)).href;
      const text = readFileSync(join(root, path), 'utf8');
      send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId, version: 1, text } } });
      const { result } = await ask('textDocument/diagnostic', { textDocument: { uri } });
      problems[path] = result?.items?.map(({ message }) => message) ?? ['no diagnostics'];
    }
    return problems;
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}
