import { freshSessionsContract } from '../contracts/fresh-sessions.ts';
import { createWorld } from '../support/world.ts';

freshSessionsContract({ name: 'reference stores', createWorld });
