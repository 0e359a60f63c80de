import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import type { AcmeDnsChallenges } from './dns-challenges.ts';
import { CLASS, encodeName, record, TYPE, textData, uint16 } from './dns-wire.ts';
import { isSignedAnswer, signMessage, type TsigKey } from './tsig.ts';

const TTL = 30;
const TIMEOUT_MS = 10_000;
const UPDATE = 5 << 11;
const RCODES: Readonly<Record<number, string>> = {
  1: 'FORMERR',
  2: 'SERVFAIL',
  4: 'NOTIMP',
  5: 'REFUSED',
  9: 'NOTAUTH',
  10: 'NOTZONE',
};

export interface Rfc2136Options {
  /** host:port of the zone's primary server. */
  server: string;
  /** The zone of ours that challenges are delegated to. */
  zone: string;
  key: TsigKey;
}

/** Puts TXT records into a zone by dynamic updates, as BIND, Knot, PowerDNS and others take them. */
export class Rfc2136Challenges implements AcmeDnsChallenges {
  private readonly host: string;
  private readonly port: number;
  private readonly zone: string;
  private readonly key: TsigKey;

  constructor({ server, zone, key }: Rfc2136Options) {
    const at = server.lastIndexOf(':');
    this.host = server.slice(0, at).replace(/^\[|\]$/g, '');
    this.port = Number(server.slice(at + 1));
    this.zone = zone;
    this.key = key;
  }

  delegatedName(verificationToken: string): string {
    return `${verificationToken}.${this.zone}`;
  }

  put(name: string, value: string): Promise<void> {
    return this.update(record(name, TYPE.TXT, CLASS.IN, TTL, textData(value)));
  }

  remove(name: string, value: string): Promise<void> {
    return this.update(record(name, TYPE.TXT, CLASS.NONE, 0, textData(value)));
  }

  private async update(change: Buffer): Promise<void> {
    const message = Buffer.concat([
      ...[randomInt(0x10000), UPDATE, 1, 0, 1, 0].map(uint16),
      encodeName(this.zone),
      uint16(TYPE.SOA),
      uint16(CLASS.IN),
      change,
    ]);
    const { signed, mac } = signMessage(message, this.key, Date.now());
    const answer = await this.exchange(signed);
    const rcode = answer.readUInt16BE(2) & 0x0f;
    if (rcode !== 0) throw new Error(`the name server answers ${RCODES[rcode] ?? `code ${rcode}`}`);
    if (
      answer.readUInt16BE(0) !== message.readUInt16BE(0) ||
      !isSignedAnswer(answer, this.key, mac, Date.now())
    ) {
      throw new Error('the name server’s answer is not signed with our key');
    }
  }

  /** Over TCP, where a message has its length in front. */
  private exchange(message: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: this.host, port: this.port });
      let received = Buffer.alloc(0);
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the name server does not answer')));
      socket.on('connect', () => socket.write(Buffer.concat([uint16(message.length), message])));
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
        resolve(received.subarray(2, 2 + received.readUInt16BE(0)));
        socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the name server closed the connection')));
    });
  }
}
