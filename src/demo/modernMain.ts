import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ThirdParty } from '#demo/pages/thirdParty.ts';
import { modernServer, requestStateCodec } from './modernServer.ts';

/** A day, so that the user can take their time. */
const stateTtlSeconds = 24 * 60 * 60;

const states = requestStateCodec(stateTtlSeconds);
const thirdParty = new ThirdParty();

// Rejects clients of the earlier era: for them the SDK would push the elicitations in a way of its own.
serveStdio(() => modernServer(states, thirdParty), { legacy: 'reject' });
