/**
 * Said with every reply that carries stored text. Whoever wrote a memory, a web page by way of a tool included, must not be able to speak to
 * the model as if it were the user; JSON strings are the fence, `source` and `origin` are stamped by the service.
 */
export { QUOTED_NOTICE } from '../../domain/context/fence.ts';
