import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * Stands in for Speech Dispatcher, to which Orca sends what it speaks: a silent server of its protocol SSIP. The real one needs a
 * sound card and blocks Orca without one.
 */
export class SpeechServer {
  readonly #server: Server;
  readonly #spoken: string[];

  private constructor(server: Server, spoken: string[]) {
    this.#server = server;
    this.#spoken = spoken;
  }

  static async listen(path: string): Promise<SpeechServer> {
    const spoken: string[] = [];
    const server = createServer((socket) => {
      /** The lines of the message that is being received. */
      let message: string[] | undefined;
      const reply = (line: string) => socket.write(`${line}\r\n`);
      socket.on('error', () => undefined);
      createInterface(socket).on('line', (line) => {
        if (message && line === '.') {
          spoken.push(plainText(message.join(' ')));
          message = undefined;
          reply(`225-${spoken.length}\r\n225 OK MESSAGE QUEUED`);
        } else if (message) {
          message.push(line);
        } else if (/^speak\b/i.test(line)) {
          message = [];
          reply('230 OK RECEIVING DATA');
        } else if (/^(char|key|sound_icon)\b/i.test(line)) {
          spoken.push(line);
          reply(`225-${spoken.length}\r\n225 OK MESSAGE QUEUED`);
        } else if (/^history get client_id/i.test(line)) {
          reply('245-1\r\n245 OK CLIENT ID SENT');
        } else if (/^list output_modules/i.test(line)) {
          reply('250-silent\r\n250 OK MODULE LIST SENT');
        } else if (/^(list|get)\b/i.test(line)) {
          reply('249-silent en none\r\n249 OK LIST SENT');
        } else {
          reply('200 OK');
        }
      });
    });
    server.listen(path);
    await once(server, 'listening');
    return new SpeechServer(server, spoken);
  }

  /** The number of messages that were spoken. */
  get count(): number {
    return this.#spoken.length;
  }

  /** What was spoken since the last call. */
  take(): string[] {
    return this.#spoken.splice(0);
  }

  close(): void {
    this.#server.close();
  }
}

/** The words of a message in SSML. */
function plainText(message: string): string {
  return message
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}
