export const DASHBOARDS: Readonly<Record<string, { title: string }>>;
/** The dashboard's JSON, as it is committed. */
export function textOf(uid: string): string;
