import 'reflect-metadata';
import { randomBytes, X509Certificate } from 'node:crypto';
import { certificateNumber } from '@palisade/site-policy';
import { X509Certificate as ReadCertificate } from '@peculiar/x509';
import { generate } from 'selfsigned';

export interface Identity {
  readonly cert: string;
  readonly key: string;
}

interface Signed {
  /** Null: self-signed. */
  by?: Identity | null;
  isAuthority?: boolean;
  /** Alternative names of hosts. */
  hosts?: readonly string[];
  days?: number;
  /** What it may be used for; a client's by default. */
  forServers?: boolean;
  subject?: readonly { name: string; value: string }[];
}

/** A certificate of a client, or of who signs those. */
export async function identity(
  commonName: string,
  { by = null, isAuthority = false, hosts = [], days = 30, forServers = false, subject = [] }: Signed = {},
): Promise<Identity> {
  const now = Date.now();
  const pems = await generate([{ name: 'commonName', value: commonName }, ...subject], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 60 * 86_400_000),
    notAfterDate: new Date(now + days * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      ...(isAuthority
        ? ([{ name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }] as const)
        : ([{ name: 'extKeyUsage', clientAuth: !forServers, serverAuth: forServers }] as const)),
      ...(hosts.length === 0
        ? []
        : [
            {
              name: 'subjectAltName' as const,
              altNames: hosts.map((value) => ({ type: 2 as const, value })),
            },
          ]),
    ],
    ...(by !== null && { ca: { key: by.key, cert: by.cert } }),
  });
  return { cert: pems.cert, key: pems.private };
}

/** DER: a tag, how long it is, and what it holds. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const time = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

/** A revocation list as the edge reads it: whether it is signed is for the control plane to see. */
export function revocationListOf(revoked: readonly Identity[]): string {
  const numbers = revoked.map(({ cert }) => certificateNumber(new X509Certificate(cert).raw)!);
  const entries = numbers.map(({ serial }) => {
    const hex = serial.length % 2 === 0 ? serial : `0${serial}`;
    return der(0x30, der(0x02, Buffer.from(hex, 'hex')), time(new Date()));
  });
  const signed = der(
    0x30,
    der(0x02, Buffer.from([1])),
    der(0x30),
    new Uint8Array(new ReadCertificate(revoked[0]!.cert).issuerName.toArrayBuffer()),
    time(new Date()),
    time(new Date(Date.now() + 86_400_000)),
    der(0x30, ...entries),
  );
  const list = der(0x30, signed, der(0x30), der(0x03, randomBytes(64)));
  return `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----\n`;
}
