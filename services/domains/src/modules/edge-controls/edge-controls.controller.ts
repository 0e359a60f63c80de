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

  /** Kill switches, and the share of sites that use a candidate rule set, on all edge nodes. */
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

  /** Allows rolled-back candidates again. */
  @Delete('rollbacks')
  @Refuses('unavailable')
  @ApiOkResponse({ standardSchema: edgeControlsSchema })
  forgiveRollbacks(@CurrentUser() admin: UserCaller) {
    return this.controls.forgive(admin);
  }
}
