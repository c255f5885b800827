import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Message } from './hostilePeer.ts';

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const relatedTask = 'io.modelcontextprotocol/related-task';

/** A reply as the specification has it: one result or one error, with nothing of ours in it but words. */
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

/** `ElicitResult`. Source: MCP specification, client/elicitation, "Response Actions". */
export function checkResult(result: unknown, params: unknown): void {
  assert.ok(isObject(result) && isObject(params));
  const { action, content, _meta: meta = {}, ...others } = result;
  assert.deepEqual(others, {});
  const asked = isObject(params['_meta']) ? params['_meta'][relatedTask] : undefined;
  assert.ok(isObject(meta) && Object.keys(meta).every((name) => name === relatedTask));
  assert.deepEqual(meta[relatedTask], meta === result['_meta'] ? asked : undefined, 'a task that was not asked for');
  assert.ok(action === 'accept' || action === 'decline' || action === 'cancel');
  const isForm = action === 'accept' && params['mode'] !== 'url';
  assert.equal('content' in result, isForm);
  if (isForm) {
    assert.ok(isObject(content));
    for (const value of Object.values(content)) {
      const plain = ['string', 'number', 'boolean'].includes(typeof value);
      assert.ok(plain || (Array.isArray(value) && value.every((item) => typeof item === 'string')));
    }
    assert.ok(validates(params['requestedSchema'], content), 'an accept that does not validate');
  }
}

/** Whether content keeps a schema, by an ajv of our own that shares nothing with the product's but the library. */
function validates(schema: unknown, content: Fields): boolean {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    ownProperties: true,
    multipleOfPrecision: 9,
    code: { regExp: Object.assign(lenient, { code: '' }) },
  });
  addFormats.default(ajv);
  return ajv.compile(rulesOf(nameable(schema)))(nameable(content)) === true;
}

/** What ajv would act on but is no rule for content: promises, identifiers, and a dialect that it does not know. */
function rulesOf(schema: unknown): object {
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
    ...Object.fromEntries(lists.map(([keyword, list]) => [keyword, (list as unknown[]).map(rulesOf)])),
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, rulesOf(one)])) }
      : {}),
    ...(isObject(items) ? { items: rulesOf(items) } : {}),
  };
}

function lenient(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/**
 * Ajv passes over a property called `__proto__`, and can compile no name with half a character in it; under other names, which
 * nothing else has, it sees them. Values stay what they are.
 */
function nameable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(nameable);
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      otherName(name),
      name === 'required' && Array.isArray(one)
        ? one.map((of) => (typeof of === 'string' ? otherName(of) : of))
        : nameable(one),
    ]),
  );
}

function otherName(name: string): string {
  return name === '__proto__'
    ? '(proto)'
    : name.replace(/\p{Cs}/gu, (half) => `(half ${half.charCodeAt(0).toString(16)})`);
}
