import assert from 'node:assert/strict';
import { packEnvironment, unpackEnvironment } from '#core/transport/stdio/launcherProtocol.ts';

describe("the launcher's environment", () => {
  it('contains the environment of the server unchanged, without effect in the launcher', () => {
    const server = { PATH: '/bin', NODE_OPTIONS: '--inspect', ELECTRON_RUN_AS_NODE: '0', EMPTY: '' };
    const launcherVariables = { ELECTRON_RUN_AS_NODE: '1' };
    const launcher = packEnvironment(server, launcherVariables);
    assert.equal(launcher['NODE_OPTIONS'], undefined);
    assert.equal(launcher['ELECTRON_RUN_AS_NODE'], '1');
    assert.deepEqual(unpackEnvironment(launcher), server);
    assert.deepEqual(unpackEnvironment(packEnvironment({}, launcherVariables)), {});
  });
});
