// The users of a Kafka of ours and what each may do, for the operator's `main.js kafka-users`.
import kafkajs, { type AclEntry, type Admin } from 'kafkajs';
import { openKafka } from '../kafka/client.ts';
import type { KafkaConnectionOptions } from '../kafka/options.ts';
import { setScramPasswords } from '../kafka/scram-credentials.ts';
import { readKafkaConnection } from '../settings/bus-settings.ts';

export interface KafkaUserToMake {
  name: string;
  password: string;
  rights: readonly {
    resource: 'topic' | 'group';
    name: string;
    operations: readonly ('Create' | 'Delete' | 'Read' | 'Write')[];
  }[];
}

// What Node does not find among the names that it exports.
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const RESOURCES = { topic: AclResourceTypes.TOPIC, group: AclResourceTypes.GROUP } as const;
const OPERATIONS = {
  Create: AclOperationTypes.CREATE,
  Delete: AclOperationTypes.DELETE,
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
} as const;

/**
 * Gives each user its password and exactly those permissions: former ones are revoked.
 * @param environment PALISADE_BUS_KAFKA_*, of a user who may do so, by PLAIN
 * @throws BusError `bus_unavailable`
 */
export async function makeKafkaUsers(
  environment: Readonly<Record<string, unknown>>,
  users: readonly KafkaUserToMake[],
): Promise<void> {
  const settings = readKafkaConnection(environment);
  await setScramPasswords(settings, new Map(users.map(({ name, password }) => [name, password])));
  await withAdmin(settings, async (admin) => {
    const wanted = users.flatMap(aclsOf);
    await admin.createAcls({ acl: wanted });
    const known = new Set(wanted.map(nameOf));
    for (const { name } of users) {
      const surplus = (await aclsThere(admin, name)).filter((acl) => !known.has(nameOf(acl)));
      if (surplus.length > 0) await admin.deleteAcls({ filters: surplus });
    }
  });
}

const principalOf = (name: string): string => `User:${name}`;

const aclsOf = ({ name: user, rights }: KafkaUserToMake): AclEntry[] =>
  rights.flatMap(({ resource, name, operations }) =>
    operations.map((operation) => ({
      principal: principalOf(user),
      host: '*',
      permissionType: AclPermissionTypes.ALLOW,
      operation: OPERATIONS[operation],
      resourceType: RESOURCES[resource],
      resourceName: name,
      resourcePatternType: ResourcePatternTypes.LITERAL,
    })),
  );

const nameOf = (acl: AclEntry): string =>
  JSON.stringify([
    acl.principal,
    acl.host,
    acl.permissionType,
    acl.operation,
    acl.resourceType,
    acl.resourceName,
    acl.resourcePatternType,
  ]);

async function aclsThere(admin: Admin, user: string): Promise<AclEntry[]> {
  const { resources } = await admin.describeAcls({
    principal: principalOf(user),
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return resources.flatMap(({ acls, resourceType, resourceName, resourcePatternType }) =>
    acls.map((acl) => ({ ...acl, resourceType, resourceName, resourcePatternType })),
  );
}

async function withAdmin(
  settings: KafkaConnectionOptions,
  work: (admin: Admin) => Promise<void>,
): Promise<void> {
  const client = openKafka(settings, 'palisade-operator');
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    await work(admin);
  } finally {
    await admin.disconnect().catch(() => undefined);
    client.close();
  }
}
