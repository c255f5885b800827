import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Message } from './hostilePeer.ts';

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const relatedTask = 'io.modelcontextprotocol/related-task';

/** Checks that a reply has either a result or an error, and that the error has no internals of the host. */
export function checkReply(reply: Message, params: unknown): void {
  assert.equal(Number('result' in reply) + Number('error' in reply), 1);
  if (reply.result) {
    checkResult(reply.result, params);
    return;
  }
  assert.ok(isObject(reply.error));
  const { code, message, data, ...others } = reply.error;
  assert.deepEqual(others, {});
  assert.ok(Number.isSafeInteger(code) && typeof message === 'string' && message !== '');
  assert.doesNotMatch(`${message} ${JSON.stringify(data)}`, /\n\s+at |src\/core|node_modules|ENOSPC|\/home\//);
}

/** Checks an `ElicitResult`. Source: MCP specification, client/elicitation, "Response Actions". */
export function checkResult(result: unknown, params: unknown): void {
  assert.ok(isObject(result) && isObject(params));
  const { action, content, _meta: meta = {}, ...others } = result;
  assert.deepEqual(others, {});
  const requestedTask = isObject(params['_meta']) ? params['_meta'][relatedTask] : undefined;
  assert.ok(isObject(meta) && Object.keys(meta).every((name) => name === relatedTask));
  assert.deepEqual(
    meta[relatedTask],
    meta === result['_meta'] ? requestedTask : undefined,
    'a task that the request did not name',
  );
  assert.ok(action === 'accept' || action === 'decline' || action === 'cancel');
  const isForm = action === 'accept' && params['mode'] !== 'url';
  assert.equal('content' in result, isForm);
  if (isForm) {
    assert.ok(isObject(content));
    for (const value of Object.values(content)) {
      const isPrimitive = ['string', 'number', 'boolean'].includes(typeof value);
      assert.ok(isPrimitive || (Array.isArray(value) && value.every((item) => typeof item === 'string')));
    }
    assert.ok(validates(params['requestedSchema'], content), 'an accept that does not validate');
  }
}

/** True if `content` is valid, by an ajv that is configured independently of the host's. */
function validates(schema: unknown, content: Fields): boolean {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    ownProperties: true,
    multipleOfPrecision: 9,
    code: { regExp: Object.assign(compilePattern, { code: '' }) },
  });
  addFormats.default(ajv);
  return ajv.compile(withoutIdentifiers(withCheckableNames(schema)))(withCheckableNames(content)) === true;
}

/** The schema without the keywords that constrain no content but change how ajv works: `$async`, identifiers, the dialect. */
function withoutIdentifiers(schema: unknown): object {
  if (!isObject(schema)) {
    return {};
  }
  const { $async: _, $schema: __, $id: ___, $anchor: ____, $dynamicAnchor: _____, ...rules } = schema;
  const { properties, items } = rules;
  const lists = Object.entries(rules).filter(
    ([keyword, list]) => ['oneOf', 'anyOf'].includes(keyword) && Array.isArray(list),
  );
  return {
    ...rules,
    ...Object.fromEntries(lists.map(([keyword, list]) => [keyword, (list as unknown[]).map(withoutIdentifiers)])),
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, withoutIdentifiers(one)]),
          ),
        }
      : {}),
    ...(isObject(items) ? { items: withoutIdentifiers(items) } : {}),
  };
}

function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/**
 * Renames the properties that ajv cannot check: it ignores `__proto__`, and cannot compile a name with a lone surrogate.
 * The other names are unique. Values are not changed.
 */
function withCheckableNames(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withCheckableNames);
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      checkableName(name),
      name === 'required' && Array.isArray(one)
        ? one.map((item) => (typeof item === 'string' ? checkableName(item) : item))
        : withCheckableNames(one),
    ]),
  );
}

function checkableName(name: string): string {
  return name === '__proto__'
    ? '(proto)'
    : name.replace(/\p{Cs}/gu, (half) => `(half ${half.charCodeAt(0).toString(16)})`);
}
