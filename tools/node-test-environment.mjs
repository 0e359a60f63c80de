// Jest's environment for Node, in a context whose global object is a plain one. Jest's own asks a proxy at each use of a
// global name (`Math`, `Buffer`, `process`), which makes loops that use one some fifty times slower than they are in the product.
import { createRequire } from 'node:module';
import vm from 'node:vm';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');
const { createContext } = vm;

export default class NodeTestEnvironment extends TestEnvironment {
  constructor(...args) {
    // Jest has no option for it.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}
