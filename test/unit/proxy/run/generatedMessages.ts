import fc from 'fast-check';
import { type GapContents, gap, type Members, maybe, member, objectText } from '#test/unit/proxy/wire/gappedTexts.ts';
import { keyText, lineEnd, members, space, stringText, valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

/** The methods of calls that can ask the user. */
export const callMethods = ['tools/call', 'prompts/get', 'resources/read'];

const none: Members = fc.constant([]);
const text = (json: string) => fc.constant(json);
export const nameText = stringText.map((name) => `"n${name.slice(1)}`);

function line(message: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(message, lineEnd).map((parts) => parts.join(''));
}

/** A request of the agent's. `id` stands in the gap of this name. */
export function requestLine(
  id: string,
  methods: readonly string[],
  params: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const method = fc.constantFrom(...methods).map((name) => JSON.stringify(name));
  return line(
    objectText([
      maybe('jsonrpc', text('"2.0"')),
      member('id', text(gap('id', id))),
      member('method', method),
      member('params', params),
    ]),
  );
}

/** A response of the server's. `id` stands in the gap of this name. */
export function responseLine(id: string, key: 'result' | 'error', value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return line(objectText([maybe('jsonrpc', text('"2.0"')), member('id', text(gap('id', id))), member(key, value)]));
}

export function generatedNotification(method: string, params: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return line(objectText([member('method', text(`"${method}"`)), member('params', params)]));
}

export const anyResult: fc.Arbitrary<string> = objectText([
  maybe('resultType', text('"complete"')),
  maybe('_meta', valueText),
  maybe('content', valueText),
]);

export const anyError: fc.Arbitrary<string> = objectText([member('code', text('-32602')), maybe('data', valueText)]);

/** The contents of the gaps in which elicitation is declared. */
export function declaring(elicitation: string): GapContents {
  const declaration = `"elicitation":${elicitation}`;
  const capabilities = `"capabilities":{${declaration}}`;
  return {
    ...{ elicitation, elicitationMember: `${declaration},`, elicitationMemberOnly: declaration, taskElicitation: '' },
    ...{ capabilities: `{${declaration}}`, capabilitiesMember: `${capabilities},` },
  };
}

const declaredByAgent = valueText.map((value) => gap('elicitation', value));

export function initializeLine(id: string): fc.Arbitrary<string> {
  const taskRequests = objectText([maybe('elicitation', valueText, 'taskElicitation'), maybe('sampling', valueText)]);
  const tasks = objectText([maybe('requests', taskRequests), maybe('list', valueText)]);
  const others = [maybe('roots', valueText), maybe('tasks', tasks)];
  const capabilities = fc.oneof(
    objectText([...others, member('elicitation', declaredByAgent)]),
    objectText(others, ['elicitationMember']),
    text(gap('capabilities', 'null')),
  );
  const about = [member('protocolVersion', text('"2025-11-25"')), maybe('clientInfo', valueText)];
  const params = fc.oneof(
    objectText([...about, member('capabilities', capabilities)]),
    objectText(about, ['capabilitiesMember']),
  );
  return requestLine(id, ['initialize'], params);
}

/** The `_meta` of a request of 2026-07-28. `token` stands in the gap of this name. */
export function modernMeta(token: string): fc.Arbitrary<string> {
  const others = [maybe('extensions', text('{"io.example/x":1.0}'))];
  const capabilities = fc.oneof(
    objectText([...others, member('elicitation', declaredByAgent)]),
    objectText(others, ['elicitationMember']),
    // The server may ask for several things at once: what the agent declares is left to it.
    objectText([...others, member('roots', text('{}')), maybe('elicitation', valueText)]),
  );
  return objectText([
    member('io.modelcontextprotocol/clientCapabilities', capabilities),
    maybe('io.modelcontextprotocol/protocolVersion', text('"2026-07-28"')),
    maybe('io.modelcontextprotocol/clientInfo', valueText),
    maybe('progressToken', text(gap('token', token))),
  ]);
}

/** The `_meta` of a request of 2025-11-25. */
export function legacyMeta(token: string): fc.Arbitrary<string> {
  return objectText([member('progressToken', text(gap('token', token))), maybe('io.example/x', valueText)]);
}

/** What the server asks for in a response, and what the user's answer changes in the call that is repeated. */
interface AskingResponse {
  readonly line: string;
  /** `undefined`: a list of required URLs. */
  readonly round: { readonly state: string | undefined } | undefined;
}

function roundLine(id: string): fc.Arbitrary<AskingResponse> {
  const params = objectText([member('message', nameText), maybe('mode', text('"form"'))]);
  const elicitation = objectText([member('method', text('"elicitation/create"')), member('params', params)]);
  const inputRequests = members(fc.array(fc.tuple(keyText, elicitation), { minLength: 1, maxLength: 2 }));
  return fc.option(stringText, { nil: undefined }).chain((state) => {
    const result = objectText([
      member('resultType', text('"input_required"')),
      member('inputRequests', inputRequests),
      state === undefined ? none : member('requestState', text(state)),
    ]);
    return responseLine(id, 'result', result).map((sent) => ({ line: sent, round: { state } }));
  });
}

function urlsRequiredLine(id: string): fc.Arbitrary<AskingResponse> {
  const url = text('[{"mode":"url","url":"https://a.example","elicitationId":"e"}]');
  const data = objectText([member('elicitations', url)]);
  const error = objectText([member('code', text('-32042')), member('data', data)]);
  return responseLine(id, 'error', error).map((sent) => ({ line: sent, round: undefined }));
}

interface AskingCall {
  readonly sent: string;
  readonly asking: readonly AskingResponse[];
  readonly last: string;
}

/** A call that asks in its responses, in gaps whatever its repetitions may change. */
export function askingCall(id: string, token: string): fc.Arbitrary<AskingCall> {
  return fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()).chain(([hasResponses, hasState, isModern]) => {
    const params = objectText(
      [
        ...[member('name', nameText), member('uri', nameText), maybe('arguments', valueText)],
        isModern ? member('_meta', modernMeta(token)) : none,
        hasResponses ? member('inputResponses', text(gap('responses', '{"old":1.0}'))) : none,
        hasState ? member('requestState', text('"old"'), 'state') : none,
      ],
      [...(hasState ? [] : ['stateMember']), ...(hasResponses ? [] : ['responsesMember'])],
    );
    return fc.record({
      sent: requestLine(id, callMethods, params),
      asking: fc.array(isModern ? roundLine(id) : urlsRequiredLine(id), { minLength: 1, maxLength: 3 }),
      last: responseLine(id, 'result', anyResult),
    });
  });
}

/** What a repeated call has in the gaps of an `askingCall`. */
export function repeating({ round }: AskingResponse, responses: string): GapContents {
  if (!round) return {};
  const { state } = round;
  return {
    ...{ responses, responsesMember: `"inputResponses":${responses},` },
    state: (original) => (state === undefined ? '' : original.replace('"old"', () => state)),
    stateMember: state === undefined ? '' : `"requestState":${state},`,
  };
}

/** A result of a tool, with a gap before the first block of its content: `block`, or `blockOnly` if it is empty. */
export const toolResult: fc.Arbitrary<string> = fc
  .tuple(fc.array(valueText, { maxLength: 2 }), space)
  .map(
    ([blocks, gapText]) => `[${gap(blocks.length > 0 ? 'block' : 'blockOnly')}${gapText}${blocks.join(`${gapText},`)}]`,
  )
  .chain((content) =>
    objectText([member('content', text(content)), maybe('isError', text('true')), maybe('x', valueText)]),
  );
