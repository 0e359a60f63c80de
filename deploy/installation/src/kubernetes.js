import { processSettings } from './config/settings.ts';
import { serversOf } from './config/volumes.ts';

const NAMESPACE = 'palisade';
const secret = (name, stringData) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: NAMESPACE, labels: { 'app.kubernetes.io/part-of': 'palisade' } },
  type: 'Opaque',
  stringData,
});
/** A Secret per process, named like it, whose keys are the settings that the process alone may know. */
export function kubernetesSecrets(secrets, databases) {
  const servers = serversOf(databases, secrets);
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: Object.entries(processSettings(secrets, servers)).map(([name, told]) => secret(name, told)),
  };
}
