import type { Namespace } from '../memory.ts';

/** The namespace and everything under it. The slash counts: `acme` covers `acme/support` and never `acme-labs`. */
export const covers = (granted: Namespace, namespace: Namespace): boolean => namespace === granted || namespace.startsWith(`${granted}/`);
