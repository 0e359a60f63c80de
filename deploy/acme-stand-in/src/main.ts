import { startAcmeStandIn } from './server.ts';

if (process.env.PALISADE_PROFILE === 'production') {
  throw new Error('the stand-in for a certificate authority does not run in production');
}
const [port, edgeHttpPort, folder] = [
  Number(process.argv[2]),
  Number(process.argv[3]),
  String(process.argv[4]),
];
const standIn = await startAcmeStandIn({ port, edgeHttpPort, folder });
process.stdout.write(`certificate authority of the demo on ${standIn.directory}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void standIn.stop());
