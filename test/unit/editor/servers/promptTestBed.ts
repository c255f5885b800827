import type { InputDefinition } from '#core/configuration/inputDefinitions.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { InputValueStore } from '#editor/servers/inputValueStore.ts';
import { definitionOf } from '#test/host/samples.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';
import { StubStore, stubStores } from './stubStores.ts';

interface ShownBox {
  readonly title: string;
  /** Resolves the box, as if the user had typed `value`. */
  type(value: string): void;
}

/** The prompts for inputs of the user settings, in an editor whose boxes only the test answers. */
export interface PromptTestBed {
  readonly secrets: StubStore;
  readonly values: InputValueStore;
  readonly prompts: import('#editor/servers/inputPrompts.ts').InputPrompts;
  /** The boxes that were shown. */
  readonly boxes: readonly ShownBox[];
}

export const passwordInput = (id: string): InputDefinition => ({
  type: 'promptString',
  id,
  description: id,
  password: true,
});

export function passwordId(id: string) {
  return { scope: { kind: 'user' }, id, password: true } as const;
}

/** A server of the user settings that uses an input. */
export function serverWith(id: string): ServerDefinition {
  return definitionOf(`server of ${id}`, { command: 'run', args: [`\${input:${id}}`] });
}

/** @param closesBoxes False for an editor that leaves a box open although the host has cancelled it. */
export function withPrompts(action: (bed: PromptTestBed) => Promise<void>, closesBoxes = true): Promise<void> {
  return withVscodeStub(async () => {
    const stub = await import('#test/unit/editor/dialogs.ts');
    const boxes: ShownBox[] = [];
    const showInputBox = (
      { title }: { title: string },
      { onCancellationRequested }: InstanceType<typeof stub.CancellationTokenSource>['token'],
    ) =>
      new Promise<string | undefined>((resolve) => {
        boxes.push({ title, type: resolve });
        onCancellationRequested(() => {
          if (closesBoxes) {
            resolve(undefined);
          }
        });
      });
    Object.assign(stub.window, { showInputBox });
    const { InputPrompts } = await import('#editor/servers/inputPrompts.ts');
    const secrets = new StubStore();
    const values = new InputValueStore(stubStores(secrets), 'here');
    await action({ secrets, values, prompts: new InputPrompts(values), boxes });
  });
}
