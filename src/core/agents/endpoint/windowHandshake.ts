import {
  type Challenge,
  type HelloBody,
  oldestProtocolVersion,
  protocolVersion,
  type Welcome,
} from '#agentProtocol/agentMessages.ts';
import { clientMac, createNonce, isSameMac, windowMac } from '#agentProtocol/handshake.ts';
import { type HomeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { readHello } from '#agentProtocol/readMessages.ts';

/** A client that has proved that it has its key. */
interface AuthenticatedClient {
  readonly body: HelloBody;
  /** The part of the reply that proves that the window has the key too. */
  readonly welcome: Pick<Welcome, 'type' | 'protocol' | 'mac'>;
}

/** The window's end of the handshake on one connection. */
export class WindowHandshake {
  readonly #home: HomeFolder;
  readonly #nonce = createNonce();

  constructor(home: HomeFolder) {
    this.#home = home;
  }

  /** The same for every client, so that nobody learns which clients exist. */
  get challenge(): Challenge {
    return { type: 'challenge', protocol: protocolVersion, oldestProtocol: oldestProtocolVersion, nonce: this.#nonce };
  }

  /**
   * Checks the client's first line. `undefined` if it is not a hello, the versions do not meet, or the client has no key or another
   * one: the connection is closed without a word. A client that does not exist is checked with a random key.
   * @param onClaim is called with the client that the line names, before its key is read
   */
  async authenticate(line: string, onClaim: (client: string) => void): Promise<AuthenticatedClient | undefined> {
    const read = readHello(line);
    if (!read) {
      return undefined;
    }
    const { hello, body } = read;
    onClaim(body.client);
    const known = await readClientKey(this.#home, body.client);
    const key = known ?? Buffer.from(createNonce(), 'base64url');
    const isProved = isSameMac(clientMac(key, this.#nonce, hello.body), hello.mac);
    const protocol = Math.min(body.protocol, protocolVersion);
    if (!known || !isProved || protocol < oldestProtocolVersion) {
      return undefined;
    }
    return { body, welcome: { type: 'welcome', protocol, mac: windowMac(key, this.#nonce, body.nonce) } };
  }
}
