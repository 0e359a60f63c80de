import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import {
  type EdgeControlsUpdate,
  edgeControlsSchema,
  edgeControlsUpdateSchema,
} from './edge-controls.schema.ts';
import { EdgeControlsService } from './edge-controls.service.ts';

@ApiTags('admin-edge')
@ApiBearerAuth()
@Controller('admin/edge/controls')
@AdminOnly()
export class EdgeControlsController {
  constructor(private readonly controls: EdgeControlsService) {}

  /** Kill switches and the share of requests that a candidate rule set judges, as all edge nodes have been told. */
  @Get()
  @ApiOkResponse({ standardSchema: edgeControlsSchema })
  getEdgeControls() {
    return this.controls.get();
  }

  @Put()
  @Refuses('conflict', 'unavailable')
  @ApiOkResponse({ standardSchema: edgeControlsSchema })
  @Sensitive('admin.edge.control')
  updateEdgeControls(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: edgeControlsUpdateSchema }) body: EdgeControlsUpdate,
  ) {
    return this.controls.update(admin, body);
  }

  /** Lets candidates that were taken back be tried again. */
  @Delete('rollbacks')
  @Refuses('unavailable')
  @ApiOkResponse({ standardSchema: edgeControlsSchema })
  forgiveRollbacks(@CurrentUser() admin: UserCaller) {
    return this.controls.forgive(admin);
  }
}
