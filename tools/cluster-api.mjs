// A real API server of Kubernetes with its etcd, on loopback and for one proof: it validates, admits and keeps what it is given. Nothing runs what
// it keeps: there are no nodes and no controllers.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clusterProgram, must, run } from './cluster-programs.mjs';

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;
const END_WITHIN_MS = 10_000;
const MAX_SAID = 4_000;

export class ClusterApi {
  /** @type {import('node:child_process').ChildProcess[]} */
  #children = [];
  #said = '';
  #kubeconfig;

  /** @param options {{ folder: string, ports: number[] }} three free ports */
  static async start({ folder, ports: [client, peer, api] }) {
    const cluster = new ClusterApi();
    const token = randomBytes(24).toString('base64url');
    const at = (name) => path.join(folder, name);
    mkdirSync(at('etcd'), { mode: 0o700 });
    writeFileSync(at('tokens.csv'), `${token},operator,operator,system:masters\n`, { mode: 0o600 });
    must('openssl', ['genpkey', '-algorithm', 'RSA', '-out', at('accounts.key')]);
    const urls = { client: `http://127.0.0.1:${client}`, peer: `http://127.0.0.1:${peer}` };
    cluster.#run(clusterProgram('etcd'), [
      `--data-dir=${at('etcd')}`,
      `--listen-client-urls=${urls.client}`,
      `--advertise-client-urls=${urls.client}`,
      `--listen-peer-urls=${urls.peer}`,
      `--initial-advertise-peer-urls=${urls.peer}`,
      `--initial-cluster=default=${urls.peer}`,
      '--unsafe-no-fsync',
    ]);
    cluster.#run(clusterProgram('kube-apiserver'), [
      `--etcd-servers=${urls.client}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${api}`,
      `--cert-dir=${at('certificates')}`,
      `--token-auth-file=${at('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.96.0.0/16',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${at('accounts.key')}`,
      `--service-account-signing-key-file=${at('accounts.key')}`,
    ]);
    cluster.#kubeconfig = at('kubeconfig');
    writeFileSync(
      cluster.#kubeconfig,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        // Its certificate is made at its start, by itself, and is known to nobody: this is loopback.
        clusters: [
          { name: 'c', cluster: { server: `https://127.0.0.1:${api}`, 'insecure-skip-tls-verify': true } },
        ],
        users: [{ name: 'u', user: { token } }],
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'c',
      }),
      { mode: 0o600 },
    );
    try {
      await cluster.#ready();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** @returns what kubectl says, with its exit code: 1 of `diff` is a difference */
  try(args, input) {
    return run('kubectl', [`--kubeconfig=${this.#kubeconfig}`, ...args], { input });
  }

  /** @throws where kubectl fails, or the API server warns */
  kubectl(args, input) {
    const { status, stdout, stderr } = this.try(args, input);
    if (status !== 0 || stderr.includes('Warning:')) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  async stop() {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const made = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(made);
    }
  }

  #run(program, args) {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.on('error', (error) => {
      this.#said += error.message;
    });
    child.stderr.on('data', (chunk) => {
      this.#said = (this.#said + chunk).slice(-MAX_SAID);
    });
    this.#children.push(child);
  }

  async #ready() {
    const until = Date.now() + READY_WITHIN_MS;
    while (this.try(['get', '--raw=/readyz']).status !== 0) {
      const hasEnded = this.#children.some(
        ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null,
      );
      if (hasEnded || Date.now() > until) throw new Error(`the API server does not get ready: ${this.#said}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}
