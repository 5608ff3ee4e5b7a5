import { truthContract } from '../contracts/truth.ts';
import { createWorld } from '../support/world.ts';

truthContract({ name: 'reference', withWorld: (work) => work(createWorld(), null) });
