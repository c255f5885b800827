/** The modern demo, with states that have expired as soon as they are made. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { modernServer, requestStateCodec } from '#demo/modernServer.ts';
import { ThirdParty } from '#demo/pages/thirdParty.ts';

const states = requestStateCodec(-1);

serveStdio(() => modernServer(states, new ThirdParty()), { legacy: 'reject' });
