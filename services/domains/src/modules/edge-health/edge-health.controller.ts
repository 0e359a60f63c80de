import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { EdgeControlsService } from '../edge-controls/edge-controls.service.ts';
import { edgeNodeName, edgeNodesSchema } from './edge-health.schema.ts';
import { EdgeNodesService } from './edge-nodes.service.ts';

@ApiTags('admin-edge')
@ApiBearerAuth()
@Controller('admin/edge')
@AdminOnly()
export class EdgeHealthController {
  constructor(
    private readonly edgeNodes: EdgeNodesService,
    private readonly controls: EdgeControlsService,
  ) {}

  /** What the edge nodes say about themselves, and which site configurations they have not been given yet. */
  @Get('nodes')
  @ApiOkResponse({ standardSchema: edgeNodesSchema })
  listEdgeNodes() {
    return this.edgeNodes.view();
  }

  /** Has balancers send nobody to a node any more; it serves whoever comes all the same, until it is stopped. */
  @Post('nodes/:node/drain')
  @HttpCode(200)
  @Refuses('not_found', 'conflict', 'unavailable')
  @Sensitive('admin.edge.control')
  @ApiOkResponse({ standardSchema: edgeNodesSchema })
  async drainEdgeNode(
    @CurrentUser() admin: UserCaller,
    @Param('node', { schema: edgeNodeName }) node: string,
  ) {
    await this.controls.drain(admin, node);
    return this.edgeNodes.view();
  }

  /** Takes a drained node back. */
  @Post('nodes/:node/take-back')
  @HttpCode(200)
  @Refuses('unavailable')
  @Sensitive('admin.edge.control')
  @ApiOkResponse({ standardSchema: edgeNodesSchema })
  async takeBackEdgeNode(
    @CurrentUser() admin: UserCaller,
    @Param('node', { schema: edgeNodeName }) node: string,
  ) {
    await this.controls.takeBack(admin, node);
    return this.edgeNodes.view();
  }
}
