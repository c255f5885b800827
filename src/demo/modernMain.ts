import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ThirdParty } from '#demo/pages/thirdPartySite.ts';
import { modernServer, requestStateCodec } from './modernServer.ts';

/** The time in which the user has to answer, in seconds: a day. */
const stateTtlSeconds = 24 * 60 * 60;

const states = requestStateCodec(stateTtlSeconds);
const thirdParty = new ThirdParty();

// Rejects clients of the legacy era, for which the SDK would convert the elicitations into pushed requests.
serveStdio(() => modernServer(states, thirdParty), { legacy: 'reject' });
