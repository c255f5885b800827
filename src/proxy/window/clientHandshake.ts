import {
  type Challenge,
  type HelloBody,
  maxHelloBytes,
  oldestProtocolVersion,
  protocolVersion,
  type Welcome,
} from '#agentProtocol/agentMessages.ts';
import { clientMac, createNonce, isSameMac, windowMac } from '#agentProtocol/handshake.ts';
import { readChallenge, readWelcome } from '#agentProtocol/readMessages.ts';

/** Who connects, without what changes from window to window. */
export type ClientIdentity = Omit<HelloBody, 'protocol' | 'nonce'>;

/**
 * Why there is no link. `absent`: nothing listens. `refused`: the window does not accept this client, does not prove that it has
 * the key, or is too slow. `older`, `newer`: the window speaks another version of the protocol.
 */
export type LinkFailure = 'absent' | 'refused' | 'older' | 'newer';

type HandshakeStep = LinkFailure | { readonly hello: string } | { readonly welcome: Welcome };

/** The client's side of the handshake: challenge in, hello out, welcome in. */
export class ClientHandshake {
  readonly #key: Buffer;
  readonly #identity: ClientIdentity;
  readonly #nonce = createNonce();
  #challenge: Challenge | undefined;

  constructor(key: Buffer, identity: ClientIdentity) {
    this.#key = key;
    this.#identity = identity;
  }

  receive(line: string): HandshakeStep {
    if (this.#challenge) return this.#welcomed(readWelcome(line), this.#challenge);
    this.#challenge = readChallenge(line);
    if (!this.#challenge) return 'refused';
    if (this.#challenge.protocol < oldestProtocolVersion) return 'older';
    if (this.#challenge.oldestProtocol > protocolVersion) return 'newer';
    return { hello: this.#hello(this.#challenge) };
  }

  #hello({ nonce }: Challenge): string {
    const bodies = shortened(this.#identity).map((identity) =>
      JSON.stringify({ ...identity, protocol: protocolVersion, nonce: this.#nonce } satisfies HelloBody),
    );
    const lines = bodies.map(
      (body) => `${JSON.stringify({ type: 'hello', body, mac: clientMac(this.#key, nonce, body) })}\n`,
    );
    return lines.find((line) => Buffer.byteLength(line) <= maxHelloBytes) ?? '\n';
  }

  #welcomed(welcome: Welcome | undefined, { nonce }: Challenge): HandshakeStep {
    const isProved = welcome && isSameMac(welcome.mac, windowMac(this.#key, nonce, this.#nonce));
    return isProved ? { welcome } : 'refused';
  }
}

/** The identity, then shorter ones: the texts are for the user to read, and a hello has little room. */
function shortened(identity: ClientIdentity): readonly ClientIdentity[] {
  const lengths = [800, 200, 50, 0];
  return lengths.map((length) => ({
    ...identity,
    commandLine: cut(identity.commandLine, length),
    folder: length === 0 ? '' : identity.folder,
    server: identity.server.slice(0, 200),
    reportedName: identity.reportedName && cut(identity.reportedName, length),
    reportedVersion: identity.reportedVersion && cut(identity.reportedVersion, length),
  }));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}\u2026` : text;
}
