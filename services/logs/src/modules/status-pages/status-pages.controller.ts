import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { StatusIncidentsService } from './status-incidents.service.ts';
import {
  type IncidentInput,
  incidentInputSchema,
  ownerPageSchema,
  type PageInput,
  pageInputSchema,
  type UpdateInput,
  updateInputSchema,
} from './status-page.schema.ts';
import { StatusPagesService } from './status-pages.service.ts';

/** Id or name. */
const domainParameter = z.string().min(1).max(253);
const uuid = z.uuid();

@ApiTags('status')
@ApiBearerAuth()
@Controller('status-pages')
export class StatusPagesController {
  constructor(
    private readonly pages: StatusPagesService,
    private readonly incidents: StatusIncidentsService,
  ) {}

  /** A site's status page and its contents; it is not public until its owner publishes it. */
  @Get(':domain')
  @Authenticated('domains:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: ownerPageSchema })
  statusPage(
    @CurrentUser() { userId }: UserCaller,
    @Param('domain', { schema: domainParameter }) domain: string,
  ) {
    return this.pages.read(userId, domain);
  }

  @Put(':domain')
  @Authenticated('domains:write')
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: ownerPageSchema })
  saveStatusPage(
    @CurrentUser() { userId }: UserCaller,
    @Param('domain', { schema: domainParameter }) domain: string,
    @Body({ schema: pageInputSchema }) body: PageInput,
  ) {
    return this.pages.save(userId, domain, body);
  }

  /** A current incident, or planned maintenance. The page must have been saved before. */
  @Post(':domain/incidents')
  @Authenticated('domains:write')
  @HttpCode(200)
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: ownerPageSchema })
  openStatusIncident(
    @CurrentUser() { userId }: UserCaller,
    @Param('domain', { schema: domainParameter }) domain: string,
    @Body({ schema: incidentInputSchema }) body: IncidentInput,
  ) {
    return this.incidents.open(userId, domain, body);
  }

  /** Adds an update, which may resolve the incident. */
  @Post(':domain/incidents/:id/updates')
  @Authenticated('domains:write')
  @HttpCode(200)
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: ownerPageSchema })
  updateStatusIncident(
    @CurrentUser() { userId }: UserCaller,
    @Param('domain', { schema: domainParameter }) domain: string,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: updateInputSchema }) body: UpdateInput,
  ) {
    return this.incidents.update(userId, domain, id, body);
  }

  @Delete(':domain/incidents/:id')
  @Authenticated('domains:write')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: ownerPageSchema })
  deleteStatusIncident(
    @CurrentUser() { userId }: UserCaller,
    @Param('domain', { schema: domainParameter }) domain: string,
    @Param('id', { schema: uuid }) id: string,
  ) {
    return this.incidents.remove(userId, domain, id);
  }
}
