import { DirectoryObject, NamespaceObject, worker } from './compose/worker.ts';

export { DirectoryObject, NamespaceObject };
export default worker;
