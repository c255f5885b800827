import type { ServerDefinition } from '#core/model/definition.ts';
import { tool } from '#test/host/samples.ts';
import { nodeSpec, scriptedTasks } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';

/** A test host, and a test server whose tools create the tasks of a script. */
export class TaskTestBed {
  readonly host: TestHost = createTestHost();

  /** Creates the test server. @param args its command line: see `test/servers/scriptedTasks.ts` */
  server(args: readonly string[] = [], definition?: ServerDefinition, limits?: Parameters<TestHost['server']>[2]) {
    return this.host.server(
      nodeSpec(scriptedTasks, [...args], { env: { WIRE_FILE: this.host.wireFile } }),
      definition,
      limits,
    );
  }

  /** Calls a tool of a new test server with this script. */
  run(script: object, { name = 'run', args = [] }: { name?: string; args?: readonly string[] } = {}): Promise<unknown> {
    return this.server(args).call(tool(name, { ...script }), { origin: 'user' });
  }

  /** The messages with this method that the test server has received. */
  sent(method: string) {
    return this.host.receivedMessages.filter((message) => message.method === method);
  }

  end(): Promise<void> {
    return this.host.end();
  }
}
