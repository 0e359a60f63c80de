import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A row of `report_settings`. */
export interface ReportSettingsRow {
  owner_id: string;
  weekly: boolean;
  monthly: boolean;
  together: boolean;
  site_ids: string[];
  with_pdf: boolean;
  brand_name: string;
  brand_colour: string;
  logo: Buffer | null;
  logo_type: 'png' | 'jpeg' | null;
}
export type ReportChoices = Omit<ReportSettingsRow, 'logo' | 'logo_type'>;

/** Defaults of accounts without settings. */
const defaults = (ownerId: string): ReportSettingsRow => ({
  owner_id: ownerId,
  weekly: true,
  monthly: false,
  together: true,
  site_ids: [],
  with_pdf: true,
  brand_name: '',
  brand_colour: '',
  logo: null,
  logo_type: null,
});

const CHOICES = 'owner_id, weekly, monthly, together, site_ids, with_pdf, brand_name, brand_colour';
const OWNERS_AT_ONCE = 1_000;

/** Owners' report settings. */
@Injectable()
export class ReportSettingsRepository {
  constructor(private readonly database: DataSource) {}

  async of(ownerId: string): Promise<ReportSettingsRow> {
    const [row]: ReportSettingsRow[] = await this.database.query(
      'SELECT * FROM report_settings WHERE owner_id = $1',
      [ownerId],
    );
    return row ?? defaults(ownerId);
  }

  /** Without images. */
  async ofMany(ownerIds: readonly string[]): Promise<(ownerId: string) => ReportChoices> {
    const known = new Map<string, ReportChoices>();
    for (let start = 0; start < ownerIds.length; start += OWNERS_AT_ONCE) {
      const rows: ReportChoices[] = await this.database.query(
        `SELECT ${CHOICES} FROM report_settings WHERE owner_id = ANY($1::uuid[])`,
        [ownerIds.slice(start, start + OWNERS_AT_ONCE)],
      );
      for (const row of rows) known.set(row.owner_id, row);
    }
    return (ownerId) => known.get(ownerId) ?? defaults(ownerId);
  }

  /** @param logo undefined: unchanged; null: none */
  async write(
    choices: ReportChoices,
    logo: Pick<ReportSettingsRow, 'logo' | 'logo_type'> | null | undefined,
  ): Promise<void> {
    const values = logo === undefined ? choices : { ...choices, logo: null, logo_type: null, ...logo };
    const columns = Object.keys(values);
    await this.database.query(
      `INSERT INTO report_settings (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})
       ON CONFLICT (owner_id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      Object.values(values),
    );
  }

  async forget(ownerId: string): Promise<void> {
    await this.database.query('DELETE FROM report_settings WHERE owner_id = $1', [ownerId]);
  }
}
