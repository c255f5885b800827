import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { t } from '@vscode/l10n';
import { lendingErrorCode, userRequiredReason } from '#agentProtocol/agentMessages.ts';
import { errorText } from '#core/common/errors.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { escapeInvisibleInBlock, inOneLine, withoutQuotationMarks } from '#form/text.ts';
import type { ServerLaunch } from './serverLaunch.ts';

/** What an agent would see of a server. */
export type TrialResult =
  | {
      readonly kind: 'started';
      /** What the server calls itself. */
      readonly name: string;
      readonly version: string;
      readonly protocolVersion: string;
      readonly toolCount: number;
    }
  /** A lent server that has to ask the user before it can be used. */
  | { readonly kind: 'needsUser' }
  | {
      readonly kind: 'failed';
      /** A sentence for the user. */
      readonly reason: string;
      /** The last lines that the server wrote on stderr. */
      readonly lastLines: string;
    };

const trialMs = 5000;
const endMs = 1000;
const maxStdoutLength = 8 * 1024 * 1024;
const maxStderrLength = 4000;
const maxPages = 50;

/**
 * Starts a server once as an agent does, asks for its tools, and ends it. Resolves when its process has ended.
 * @param variables the environment that the agent runs in
 */
export async function tryServer(
  launch: ServerLaunch,
  variables: Readonly<Record<string, string | undefined>>,
  timeoutMs = trialMs,
): Promise<TrialResult> {
  let trial: Trial;
  try {
    trial = new Trial(launch, variables);
  } catch (error) {
    // For example NUL characters in the command.
    return { kind: 'failed', reason: couldNotStart(error), lastLines: '' };
  }
  const timer = setTimeout(() => {
    trial.fail(t('The server did not answer within {0} seconds.', timeoutMs / 1000));
  }, timeoutMs);
  try {
    return await trial.result;
  } finally {
    clearTimeout(timer);
    await trial.end();
  }
}

function couldNotStart(error: unknown): string {
  return t('The server could not be started: {0}', errorText(error, 300));
}

function needsUser({ code, data }: Readonly<Record<string, unknown>>): boolean {
  return code === lendingErrorCode && isRecord(data) && data['reason'] === userRequiredReason;
}

class Trial {
  readonly result: Promise<TrialResult>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  readonly #settle: (result: TrialResult) => void;
  #rest = '';
  #received = 0;
  #stderr = '';
  #info = { name: '', version: '', protocolVersion: '' };
  #toolCount = 0;
  #pages = 0;

  constructor(
    { command, args, environment, folder }: ServerLaunch,
    variables: Readonly<Record<string, string | undefined>>,
  ) {
    let settle: (result: TrialResult) => void = () => {};
    this.result = new Promise((resolve) => {
      settle = resolve;
    });
    this.#settle = settle;
    this.#child = spawn(command, args, {
      env: { ...variables, ...environment },
      cwd: folder,
      // A group of its own, so that everything that it starts can be ended.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const { stdin, stdout, stderr } = this.#child;
    // It ends when it likes; its exit says more than a broken pipe.
    stdin.on('error', () => {});
    stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderrLength);
    });
    this.#ended = new Promise((ended) => {
      this.#child.on('error', (error) => {
        this.fail(couldNotStart(error));
        ended();
      });
      this.#child.on('close', (code, signal) => {
        this.fail(t('The server ended: {0}.', signal ?? t('exit code {0}', code ?? 0)));
        ended();
      });
    });
    this.#request(0, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'connect-trial', version: '1' },
    });
  }

  fail(reason: string): void {
    this.#settle({ kind: 'failed', reason, lastLines: escapeInvisibleInBlock(this.#stderr.trim()) });
  }

  /** Ends the process the way agents do: the end of its input, then signals. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await this.#endsWithin(endMs)) return;
      this.#kill(signal);
    }
    await this.#endsWithin(endMs);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  #endsWithin(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#ended.then(() => {
        clearTimeout(timer);
        resolve(true);
      }, resolve);
    });
  }

  #kill(signal: NodeJS.Signals): void {
    try {
      if (this.#child.pid !== undefined && process.platform !== 'win32') {
        process.kill(-this.#child.pid, signal);
      } else {
        this.#child.kill(signal);
      }
    } catch {
      // It has ended.
    }
  }

  #read(text: string): void {
    this.#received += text.length;
    if (this.#received > maxStdoutLength) {
      this.fail(t('The server sent more than {0} MiB.', maxStdoutLength / 2 ** 20));
      return;
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = tryParseJson(line);
      if (isRecord(message)) this.#receive(message);
    }
  }

  #receive(message: Readonly<Record<string, unknown>>): void {
    const { id, method, error, result } = message;
    if (typeof method === 'string') {
      if (id !== undefined) this.#replyTo(id, method);
    } else if (id === this.#pages) {
      if (isRecord(error) && needsUser(error)) {
        this.#settle({ kind: 'needsUser' });
      } else if (isRecord(error)) {
        this.fail(
          t(
            'The server answered with an error: “{0}”',
            withoutQuotationMarks(inOneLine(String(error['message'] ?? ''), 300)),
          ),
        );
      } else if (isRecord(result)) {
        this.#useResult(result);
      }
    }
  }

  #useResult(result: Readonly<Record<string, unknown>>): void {
    if (this.#pages === 0) {
      const info = isRecord(result['serverInfo']) ? result['serverInfo'] : {};
      const line = (value: unknown) => (typeof value === 'string' ? inOneLine(value, 100) : '');
      const protocolVersion = line(result['protocolVersion']);
      this.#info = { name: line(info['name']), version: line(info['version']), protocolVersion };
      this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      if (isRecord(result['capabilities']) && !('tools' in result['capabilities'])) {
        this.#succeed();
        return;
      }
    } else {
      this.#toolCount += Array.isArray(result['tools']) ? result['tools'].length : 0;
    }
    const cursor = result['nextCursor'];
    if (this.#pages === 0 || (typeof cursor === 'string' && this.#pages < maxPages)) {
      this.#pages++;
      this.#request(this.#pages, 'tools/list', this.#pages === 1 ? {} : { cursor });
    } else {
      this.#succeed();
    }
  }

  #succeed(): void {
    this.#settle({ kind: 'started', ...this.#info, toolCount: this.#toolCount });
  }

  #replyTo(id: unknown, method: string): void {
    const body = method === 'ping' ? { result: {} } : { error: { code: -32601, message: 'Method not found' } };
    this.#send({ jsonrpc: '2.0', id, ...body });
  }

  #request(id: number, method: string, params: object): void {
    this.#send({ jsonrpc: '2.0', id, method, params });
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
