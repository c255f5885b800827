import type { Call } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { CallReference, FormRequest, UrlRequest } from '#core/model/elicitationRequest.ts';
import type { FieldInput, FormModel } from '#form/model.ts';
import { readingOf } from './samples.ts';

export const cityForm: FormModel = { fields: [{ kind: 'text', name: 'city', label: 'City', required: true }] };
export const textInputs = (text: string) => [{ kind: 'text' as const, text, touched: true }];
/** The changes of an `edit` message that set the inputs of a form's first fields. */
export const fieldChanges = (inputs: readonly FieldInput[]) => inputs.map((input, field) => ({ field, input }));

export const weatherServer: ServerDefinition = {
  id: 'user:weather',
  name: 'weather',
  scope: { kind: 'user' },
  entry: { type: 'http', url: 'http://127.0.0.1/', headers: {}, enabled: true, elicitation: { form: true, url: true } },
};

const server = { id: weatherServer.id, name: weatherServer.name };

/** A running call of `weatherServer`. */
export const runningCall: Call = {
  id: 'c1',
  serverId: weatherServer.id,
  serverName: 'weather',
  request: { kind: 'tool', name: 'forecast', arguments: { days: 3 } },
  origin: 'user',
  startedAt: 0,
};
/** The reference to `runningCall` in its requests. */
export const callContext: CallReference = { id: runningCall.id, request: runningCall.request };

export function formRequest(id: string, message = 'Where?', more: Partial<FormRequest> = {}): FormRequest {
  return {
    id,
    server,
    isStartedByUser: false,
    mode: 'form',
    message,
    form: cityForm,
    schema: {},
    sensitive: [],
    ...more,
  };
}

export function urlRequest(id: string, more: Partial<UrlRequest> = {}): UrlRequest {
  const url = more.url ?? 'https://example.com/in?x=%2B';
  return {
    id,
    server,
    isStartedByUser: false,
    mode: 'url',
    message: 'Sign in.',
    url,
    parsedUrl: readingOf(url),
    findings: [],
    ...more,
  };
}
