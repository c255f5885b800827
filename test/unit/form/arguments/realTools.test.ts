import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ValidationEngine } from '#core/validation/validationEngine.ts';
import { evaluate } from '#form/evaluate.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import { fillArguments } from '#form/inputs/fillArguments.ts';
import { isRecord } from '#form/json.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { restBox } from '#form/schema/readBox.ts';
import { argumentsPage, type ToolsOfServer } from '#scripts/lib/argumentsTable.ts';
import { root } from '#scripts/lib/process.mjs';
import { samplesFor } from './toolSamples.ts';

const servers: Readonly<Record<string, ToolsOfServer>> = JSON.parse(
  readFileSync(join(root, 'test/data/tools.json'), 'utf8'),
);

describe('the arguments of real tools', () => {
  it('are drawn as docs/arguments.md says (otherwise run `npm run arguments`)', () => {
    assert.equal(readFileSync(join(root, 'docs/arguments.md'), 'utf8'), argumentsPage(Object.values(servers)));
  });

  for (const { package: server, tools } of Object.values(servers)) {
    describe(server, () => {
      for (const { name, inputSchema } of tools) {
        it(`${name} has a field for each argument, and sends back what was filled in`, () => {
          const reading = readArgumentsSchema(inputSchema);
          assert.ok(reading.ok, reading.ok ? '' : reading.message);
          assert.ok(isRecord(inputSchema));
          const { properties = {}, required = [] } = inputSchema as {
            properties?: Record<string, unknown>;
            required?: string[];
          };
          assert.deepEqual(
            reading.form.fields.map((field) => field.name),
            Object.keys(properties),
          );
          assert.deepEqual(
            reading.form.fields
              .filter((field) => field.required)
              .map((field) => field.name)
              .sort(),
            [...required].sort(),
          );
          for (const args of samplesFor(inputSchema)) {
            assert.equal(
              new ValidationEngine().check('server', JSON.stringify(inputSchema), args).kind,
              'valid',
              JSON.stringify(args),
            );
            const { form, inputs } = fillArguments(reading.form, args, restBox(false));
            assert.ok(inputsMatchForm(form, inputs));
            const { content, problems } = evaluate(form, inputs);
            assert.deepEqual({ content, problems }, { content: { ...content, ...args }, problems: [] });
            assert.deepEqual(
              Object.keys(args).filter((key) => !Object.hasOwn(content, key)),
              [],
            );
          }
        });
      }
    });
  }
});
