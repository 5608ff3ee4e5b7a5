import { DirectoryObject, GrantObject, NamespaceObject, worker } from './compose/worker.ts';

export { DirectoryObject, GrantObject, NamespaceObject };
export default worker;
