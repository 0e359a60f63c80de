export { type AcmeStandInOptions, startAcmeStandIn } from './server.ts';
