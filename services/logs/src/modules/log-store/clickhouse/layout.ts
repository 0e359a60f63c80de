/** Where ClickHouse keeps request logs. Empty names: one server, and its usual disks. */
export interface ClickhouseLayout {
  /** Servers that share the tables, as `remote_servers` of their configuration calls them. */
  cluster: string;
  /** Of `storage_configuration`, such as one that moves older parts to object storage. */
  storagePolicy: string;
}

export const ONE_SERVER: ClickhouseLayout = { cluster: '', storagePolicy: '' };

/** The table that has the parts: on a cluster the one behind the distributed table, on each server. */
export const storedTable = (table: string, { cluster }: ClickhouseLayout): string =>
  cluster === '' ? table : `${table}_shard`;

/** Behind a table's name, where a statement is for every server. */
export const onCluster = ({ cluster }: ClickhouseLayout): string =>
  cluster === '' ? '' : ` ON CLUSTER ${cluster}`;

/** Which parts there are, on whichever server. */
export const partsSource = ({ cluster }: ClickhouseLayout): string =>
  cluster === '' ? 'system.parts' : `clusterAllReplicas(${cluster}, system.parts)`;
