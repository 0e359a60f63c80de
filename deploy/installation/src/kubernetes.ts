import { type InstallationSecrets, SERVICES } from './secrets.ts';
import { edgeSecretSettings, type Settings, secretSettings } from './settings.ts';
import { type Databases, serversOf } from './volumes.ts';

const NAMESPACE = 'palisade';

const secret = (name: string, stringData: Settings) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: NAMESPACE, labels: { 'app.kubernetes.io/part-of': 'palisade' } },
  type: 'Opaque',
  stringData,
});

/** A Secret per service, named like it, whose keys are the settings that the service alone may know. */
export function kubernetesSecrets(secrets: InstallationSecrets, databases: Databases) {
  const servers = serversOf(databases, secrets);
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [
      ...SERVICES.map((name) => secret(name, secretSettings(name, secrets, servers))),
      secret('edge', edgeSecretSettings(secrets, servers)),
    ],
  };
}
