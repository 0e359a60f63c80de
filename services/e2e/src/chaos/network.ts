import { spawnSync } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Of the addresses for benchmarks (RFC 2544), which no network of a test's machine should have. */
const PREFIX = '198.19';
/** Every other route comes before it. */
const LAST_RESORT = '4294967295';

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`);
}

/** Whether this machine lets us make namespaces of its network. */
export function canMakeNetworks(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['--net', 'ip', 'link']).status === 0;
}

interface Cable {
  /** Its end here, and its end in the namespace. */
  here: string;
  there: string;
  name: string;
}

/** A machine of its own, as far as its network goes: a namespace with two cables to this one, of which each can be cut. */
export class SeparateMachine {
  readonly outside: Cable;
  readonly inside: Cable;
  private readonly name: string;
  private readonly network: string;

  constructor() {
    const id = process.pid % 10_000;
    this.network = `${PREFIX}.${id % 250}.0/24`;
    this.name = `palisade-${id}`;
    this.outside = { name: `pal-${id}-o`, here: `${PREFIX}.${id % 250}.1`, there: `${PREFIX}.${id % 250}.2` };
    this.inside = { name: `pal-${id}-i`, here: `${PREFIX}.${id % 250}.5`, there: `${PREFIX}.${id % 250}.6` };
    ip('netns', 'add', this.name);
    ip('-n', this.name, 'link', 'set', 'lo', 'up');
    // While a cable is out, what is sent to its other end is not to leave by this machine's way out.
    ip('route', 'add', 'blackhole', this.network, 'metric', LAST_RESORT);
    for (const cable of [this.outside, this.inside]) this.lay(cable);
  }

  /** What to run a program by, to have it there. */
  get within(): readonly string[] {
    return ['ip', 'netns', 'exec', this.name];
  }

  /** Packets from there are dropped without an error. */
  cut({ name }: Cable): void {
    ip('link', 'set', name, 'down');
  }

  mend({ name }: Cable): void {
    ip('link', 'set', name, 'up');
  }

  /** For those here who ask a server there: it is cut off, and what they send arrives nowhere. */
  cutThere({ name }: Cable): void {
    ip('-n', this.name, 'link', 'set', `${name}p`, 'down');
  }

  mendThere({ name }: Cable): void {
    ip('-n', this.name, 'link', 'set', `${name}p`, 'up');
  }

  remove(): void {
    ip('route', 'del', 'blackhole', this.network, 'metric', LAST_RESORT);
    ip('netns', 'del', this.name);
  }

  private lay({ name, here, there }: Cable): void {
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}p`, 'netns', this.name);
    ip('addr', 'add', `${here}/30`, 'dev', name);
    ip('link', 'set', name, 'up');
    ip('-n', this.name, 'addr', 'add', `${there}/30`, 'dev', `${name}p`);
    ip('-n', this.name, 'link', 'set', `${name}p`, 'up');
  }
}

/** Takes connections for a server that callers cannot reach. Runs as it is written, too: a machine may want one within. */
export class Relay {
  readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(to: { host: string; port: number }) {
    this.server = createServer((caller) => this.join(caller, connect(to.port, to.host)));
  }

  /** @returns the port */
  async listen(host: string, port = 0): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(caller: Socket, server: Socket): void {
    for (const [one, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
