import { KAFKA_SERVICES } from './config/kafka-users.ts';
import type { InstallationSecrets } from './config/secrets.ts';
import { processSettings, type Settings } from './config/settings.ts';
import { type Databases, serversOf } from './config/volumes.ts';

const NAMESPACE = 'palisade';
/** Namespace of the databases. */
const DATA_NAMESPACE = 'data';

const secret = (name: string, stringData: Settings, namespace = NAMESPACE) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace, labels: { 'app.kubernetes.io/part-of': 'palisade' } },
  type: 'Opaque',
  stringData,
});

/** A Secret per process, named like it, whose keys are the settings that the process alone may know. */
export function kubernetesSecrets(secrets: InstallationSecrets, databases: Databases) {
  const servers = serversOf(databases, secrets);
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: Object.entries(processSettings(secrets, servers)).map(([name, values]) => secret(name, values)),
  };
}

/** Passwords of the services' users, for k8s/operators/strimzi/users.yaml. */
export const kafkaPasswords = ({ kafkaPasswords: passwords }: InstallationSecrets) =>
  secret(
    'kafka-passwords',
    Object.fromEntries(KAFKA_SERVICES.map((user) => [user, passwords[user]])),
    DATA_NAMESPACE,
  );
