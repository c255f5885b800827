import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { UrlRequest } from '#core/model/elicitationRequest.ts';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nodeSpec, Rig, textOf, tool, until } from '#test/host/harness.ts';
import { fromRoot } from '#test/root.ts';

/** One of the demos in the host, and a person who opens pages. */
export class Connecting {
  readonly rig = new Rig();
  readonly server: Server;

  /** `file`: of `src/demo`. */
  constructor(file: string, url = true) {
    const script = fromRoot(`src/demo/${file}`);
    this.server = this.rig.server(nodeSpec(script), definitionOf('mine', { elicitation: { form: true, url } }));
  }

  /** @returns the text of the result */
  async call(name: string, signal?: AbortSignal): Promise<string> {
    return textOf(await this.server.call(tool(name), { origin: 'person', ...(signal && { signal }) }));
  }

  /** The page that the person is asked to open now. */
  async asked(): Promise<UrlRequest> {
    const question = await this.rig.question();
    if (question.mode !== 'url') {
      throw new Error('not a page');
    }
    return question;
  }

  /** Answers the question for a page. @returns its address */
  async decide(action: 'accept' | 'decline' | 'cancel'): Promise<string> {
    const { url } = await this.asked();
    await this.rig.decide({ action });
    return url;
  }

  /** The card of the call that waits for pages, once the server was asked this often in vain. */
  async held(attempts = 0): Promise<SuspendedCall> {
    await until(() => this.rig.holds.all.some((hold) => hold.attempts === attempts && !hold.trying));
    const [hold] = this.rig.holds.all;
    if (!hold) {
      throw new Error('not held');
    }
    return hold;
  }

  /** Says that the pages are done, where the host cannot know. */
  goOn(): void {
    for (const { id, resends } of this.rig.holds.all) {
      if (resends) {
        this.rig.holds.continue(id);
      }
    }
  }
}
