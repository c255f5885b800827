import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ThirdParty } from '#demo/pages/thirdParty.ts';
import { callStates, modernServer } from './modernServer.ts';

/** A person may take a day over a question. */
const STATE_TTL_SECONDS = 24 * 60 * 60;

const states = callStates(STATE_TTL_SECONDS);
const thirdParty = new ThirdParty();

// A client of an earlier era is told so: the SDK would put the questions to it in its own way.
serveStdio(() => modernServer(states, thirdParty), { legacy: 'reject' });
