import {
  type Challenge,
  type HelloBody,
  maxHelloBytes,
  oldestProtocolVersion,
  protocolVersion,
  servingProtocolVersion,
  type Welcome,
} from '#agentProtocol/agentMessages.ts';
import { clientMac, createNonce, isSameMac, windowMac } from '#agentProtocol/handshake.ts';
import { readChallenge, readWelcome, readWindowMessage } from '#agentProtocol/readMessages.ts';

/** Who connects, without what changes from window to window. */
export type ClientIdentity = Omit<HelloBody, 'protocol' | 'nonce'>;

/**
 * Why there is no link. `absent`: there is no socket of this user's, as seen from here. `ended`: nothing listens on the socket.
 * `silent`: the window does not reply in time. `closed`: the window ends the connection because it closes, or has no room now.
 * `unanswered`: it ends the connection after the hello without a word, because it closes, or does not know the key. `refused`: it does not
 * accept this client, or does not prove that it has the key. `older`, `newer`: it speaks another version of the protocol.
 */
export type LinkFailure = 'absent' | 'ended' | 'silent' | 'closed' | 'unanswered' | 'refused' | 'older' | 'newer';

/** What to do about a window that speaks another version. */
export function updateText(failure: 'older' | 'newer'): string {
  const what =
    failure === 'older' ? 'the extension in the editor' : 'this program: switch agents off and on in the editor';
  return `The editor window and this program do not understand each other. Update ${what}.`;
}

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

  /** What it means if the connection ends now. */
  get endOfConnection(): LinkFailure {
    return this.#challenge ? 'unanswered' : 'closed';
  }

  receive(line: string): HandshakeStep {
    if (this.#challenge) return this.#welcomed(line, this.#challenge);
    this.#challenge = readChallenge(line);
    if (!this.#challenge) return 'refused';
    const isServing = this.#identity.kind === 'serve' || this.#identity.kind === 'upstream';
    if (this.#challenge.protocol < (isServing ? servingProtocolVersion : oldestProtocolVersion)) return 'older';
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

  #welcomed(line: string, { nonce }: Challenge): HandshakeStep {
    const welcome = readWelcome(line);
    if (welcome) return isSameMac(welcome.mac, windowMac(this.#key, nonce, this.#nonce)) ? { welcome } : 'refused';
    const message = readWindowMessage(line);
    return message?.type === 'closing' && message.reason === 'window' ? 'closed' : 'refused';
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
