import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { TestConnection } from '#test/host/testConnection.ts';

/** The error -32042 with these elicitations. */
export const urlsRequired = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed', { elicitations });

/** A connection to a server that requires URLs. */
export class UrlRequiringConnection extends TestConnection {
  /** How often the call was sent. */
  sendCount = 0;

  /** Runs a call to which the server responds with `results` in turn, and then always with the last one. Errors are thrown. */
  runCall(...results: readonly unknown[]): Promise<unknown> {
    const result = throughRequiredUrls(async () => {
      this.sendCount += 1;
      const response = results[Math.min(this.sendCount, results.length) - 1];
      if (response instanceof Error) {
        throw response;
      }
      return response;
    }, this.context);
    result.catch(() => undefined);
    return result;
  }

  /** Reports pages as complete, by their elicitation ids. */
  complete(...ids: string[]): void {
    for (const id of ids) {
      this.elicitations.pages.completions.complete(id);
    }
  }
}
