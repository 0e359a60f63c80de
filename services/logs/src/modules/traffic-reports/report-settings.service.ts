import { Inject, Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { type PictureRefusal, PictureRefused, readPicture } from '@palisade/pdf';
import { DataSource } from 'typeorm';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import type { ReportBrand } from './report-figures.types.ts';
import { dayText } from './report-period.rules.ts';
import { ReportSettingsRepository } from './report-settings.repository.ts';
import {
  MAX_SITE_REPORTS,
  type ReportSettingsChange,
  type ReportSettingsView,
} from './report-settings.schema.ts';

/** Every paid plan includes reports under the owner's own brand. */
const UNPAID = 'free';
const NO_BRAND: ReportBrand = { name: '', colour: '', logo: null };

const REFUSED_LOGOS: Readonly<Record<PictureRefusal, string>> = {
  not_a_picture: 'The logo must be a PNG or JPEG picture.',
  too_large: 'The logo can have at most 40 kB and 1,000 pixels per side.',
  damaged: 'This picture cannot be read. Please save it as a PNG again.',
  interlaced: 'This picture is interlaced. Please save it as a PNG without interlacing.',
};

/** Owners' report settings and brand. */
@Injectable()
export class ReportSettingsService {
  constructor(
    private readonly database: DataSource,
    private readonly settings: ReportSettingsRepository,
    private readonly owned: OwnedSitesService,
    private readonly directory: DomainDirectoryService,
    @Inject(DOMAINS_CLIENT) private readonly domains: DomainsClient,
  ) {}

  async view(ownerId: UserId): Promise<ReportSettingsView> {
    const [row, mayBrand, firstDay] = await Promise.all([
      this.settings.of(ownerId),
      this.mayBrand(ownerId),
      this.firstDay(ownerId),
    ]);
    const { owner_id: _owner, logo, logo_type, ...choices } = row;
    return {
      ...choices,
      logo: logo === null ? null : `data:image/${logo_type};base64,${logo.toString('base64')}`,
      may_brand: mayBrand,
      max_sites: MAX_SITE_REPORTS,
      first_day: firstDay,
    };
  }

  /** @throws DomainError `domain_not_found`, `logo_refused`, `upgrade_required` */
  async change(ownerId: UserId, { logo, ...choices }: ReportSettingsChange): Promise<ReportSettingsView> {
    const own = new Set((await this.directory.domainsOf(ownerId)).map(({ id }) => id));
    if (choices.site_ids.some((id) => !own.has(id)))
      throw new DomainError('not_found', 'domain_not_found', 'Domain not found');
    const before = await this.settings.of(ownerId);
    // Settings from an earlier plan are kept.
    const isRebranded =
      choices.brand_name !== before.brand_name ||
      choices.brand_colour !== before.brand_colour ||
      logo != null;
    if (isRebranded && !(await this.mayBrand(ownerId))) {
      const detail = 'Upgrade required: reports with your own brand are part of paid plans.';
      throw new DomainError('payment_required', 'upgrade_required', detail);
    }
    const values = { owner_id: ownerId, ...choices, site_ids: [...new Set(choices.site_ids)] };
    await this.settings.write(values, logo == null ? logo : readLogo(logo));
    return await this.view(ownerId);
  }

  /** As the current plan allows: settings from before a downgrade are kept but not used. */
  async brandOf(ownerId: UserId): Promise<ReportBrand> {
    const { brand_name: name, brand_colour: colour, logo } = await this.settings.of(ownerId);
    const isBranded = name !== '' || colour !== '' || logo !== null;
    return isBranded && (await this.mayBrand(ownerId)) ? { name, colour, logo } : NO_BRAND;
  }

  private async mayBrand(ownerId: UserId): Promise<boolean> {
    const { entitlements } = await this.domains.getOwnerPlan({ userId: ownerId });
    return entitlements !== undefined && entitlements.planSlug !== UNPAID;
  }

  private async firstDay(ownerId: UserId): Promise<string | null> {
    const { numbers } = await this.owned.sitesOf(ownerId, null);
    const [row]: { hour: Date | null }[] = await this.database.query(
      'SELECT min(hour) AS hour FROM traffic_hours WHERE site_no = ANY($1)',
      [numbers],
    );
    return row?.hour == null ? null : dayText(row.hour.getTime());
  }
}

/** @throws DomainError `logo_refused` */
function readLogo(base64: string) {
  try {
    const { type, bytes } = readPicture(Buffer.from(base64, 'base64'));
    return { logo: bytes, logo_type: type };
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw new DomainError('invalid', 'logo_refused', REFUSED_LOGOS[error.code], { cause: error });
  }
}
