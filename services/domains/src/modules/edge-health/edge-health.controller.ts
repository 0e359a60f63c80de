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

  /** Reports of the edge nodes, and site configurations that are not published yet. */
  @Get('nodes')
  @ApiOkResponse({ standardSchema: edgeNodesSchema })
  listEdgeNodes() {
    return this.edgeNodes.view();
  }

  /** Drains a node: load balancers send it no clients, but it serves those that come until it is stopped. */
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

  /** Ends a node's drain. */
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
