/** The modern demo server, whose request states expire immediately. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { modernServer, requestStateCodec } from '#demo/modernServer.ts';
import { ThirdParty } from '#demo/pages/thirdPartySite.ts';

const states = requestStateCodec(-1);

serveStdio(() => modernServer(states, new ThirdParty()), { legacy: 'reject' });
