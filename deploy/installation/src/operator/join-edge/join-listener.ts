// One machine hands another what its edge has to know, once:
//
//   admit-edge: certificate and secret made ─▶ token printed ─▶ TLS on a port ─┐
//   join-edge:  certificate is the token's? ─▶ says the secret ───────────────▶ settings, and the port is closed

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { selfSignedCertificate } from '../../config/certificates.ts';
import { newSigningKeys } from '../../config/keys.ts';
import type { Settings } from '../../config/settings.ts';
import { OperatorError } from '../base/operator-error.ts';
import { Callers } from './callers.ts';
import { digest, isSame, newToken, printedToken, SECRET_LENGTH, type Token } from './token.ts';

/** From the first byte to the last, for who asks. */
const ANSWER_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const pem = (kind: string, base64: string): string =>
  `-----BEGIN ${kind}-----\n${base64}\n-----END ${kind}-----\n`;

export interface Door {
  /** Printed, for the other machine. */
  token: string;
  port: number;
  /** Resolves with the address of who has been given the settings; rejects when the time is over. */
  taken: Promise<string>;
}

interface DoorOptions {
  bind: string;
  port: number;
  lifeMs: number;
  /** Somebody, of whom this is the address, came with a wrong secret for the first time. */
  onWrongWord?: (from: string) => void;
}

/**
 * A wrong secret closes the connection, and may be followed by another try: 32 bytes cannot be guessed, and a listener
 * that locked itself could be locked by anybody.
 * @param settings handed over once, within `lifeMs`
 */
export async function openJoinListener(
  settings: Settings,
  { bind, port, lifeMs, onWrongWord }: DoorOptions,
): Promise<Door> {
  const keys = newSigningKeys();
  const certificate = await selfSignedCertificate('admit-edge', keys);
  const token = newToken(Buffer.from(certificate, 'base64'));
  const server = createServer({
    key: pem('PRIVATE KEY', keys.privateKey),
    cert: pem('CERTIFICATE', certificate),
    minVersion: 'TLSv1.3',
  });
  const callers = new Callers();
  server.on('connection', (socket) => callers.admit(socket));
  server.listen(port, bind);
  await once(server, 'listening');
  const taken = new Promise<string>((resolve, reject) => {
    let isWrongReported = false;
    let isTaken = false;
    const over = setTimeout(
      () => close(refusal('token_expired', 'Nobody came with the token in time.', 'Run the command again.')),
      lifeMs,
    );
    const close = (outcome: OperatorError | string): void => {
      clearTimeout(over);
      server.close();
      if (typeof outcome === 'string') resolve(outcome);
      else reject(outcome);
    };
    server.on('secureConnection', (socket: TLSSocket) => {
      const from = socket.remoteAddress ?? '';
      void said(socket).then((word) => {
        if (word === null || isTaken) {
          socket.destroy();
        } else if (isSame(word, token.secret)) {
          isTaken = true;
          // Nobody comes any more for whom this one would have to give way.
          server.close();
          socket.end(JSON.stringify(settings), () => close(from));
        } else {
          socket.destroy();
          if (!isWrongReported) onWrongWord?.(from);
          isWrongReported = true;
        }
      });
    });
  });
  // It is awaited by who opens the door, who may have something to say first.
  taken.catch(() => undefined);
  return { token: printedToken(token), port: (server.address() as AddressInfo).port, taken };
}

/** The first bytes, as many as a secret has; null: it did not come to that. */
function said(socket: TLSSocket): Promise<Buffer | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(null));
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length >= SECRET_LENGTH) resolve(bytes);
    });
  });
}

/** Fetches the settings for a token; the secret is sent only to the machine that printed the token. */
export async function requestSettings(
  host: string,
  port: number,
  token: Token,
  withinMs = ANSWER_MS,
): Promise<Settings> {
  // nosemgrep: no-insecure-channel -- no CA knows the certificate: its hash is in the token, and is compared before the secret is sent
  const socket = connect({ host, port, rejectUnauthorized: false, minVersion: 'TLSv1.3' });
  const late = setTimeout(() => socket.destroy(new Error('no answer in time')), withinMs);
  try {
    await once(socket, 'secureConnect');
    if (!isSame(digest(socket.getPeerCertificate().raw), token.fingerprint))
      throw refusal(
        'door_unknown',
        `${host}:${port} is not the machine that printed the token.`,
        'Look at the address, and at what stands between.',
      );
    socket.write(token.secret);
    return readSettings(await answerOf(socket));
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw refusal(
      'door_closed',
      `${host}:${port} does not hand out anything.`,
      'A token works once, for a while: make another, and see that the port is open.',
      cause,
    );
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

async function answerOf(socket: TLSSocket): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    if (bytes.length > MAX_ANSWER_BYTES) throw new Error('too long an answer');
  }
  return bytes.toString('utf8');
}

function readSettings(text: string): Settings {
  const settings = JSON.parse(text) as unknown;
  const isSetting = ([name, value]: [string, unknown]): boolean =>
    /^PALISADE_[A-Z0-9_]{1,100}$/.test(name) && typeof value === 'string';
  if (typeof settings !== 'object' || settings === null || !Object.entries(settings).every(isSetting))
    throw new Error('no settings');
  return settings as Settings;
}

const refusal = (code: string, detail: string, todo: string, cause?: unknown): OperatorError =>
  new OperatorError(code, detail, todo, { cause });
