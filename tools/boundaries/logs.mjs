import { modulesShowTheirServices } from './nest-modules.mjs';

export default modulesShowTheirServices('logs');
