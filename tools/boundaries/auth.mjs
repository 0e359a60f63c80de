import { modulesShowTheirServices } from './nest-modules.mjs';

export default modulesShowTheirServices('auth', { ownRows: true });
